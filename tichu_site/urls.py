from django.contrib import admin
from django.urls import include, path

from tichu_site import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]

handler400 = "accounts.errors.unreadable"
handler403 = "accounts.errors.no_access"
handler404 = "accounts.errors.not_found"
handler500 = "accounts.errors.broken"
