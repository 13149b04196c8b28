from django.urls import path

from accounts.views import account, entry, language, passwords

app_name = "accounts"

coming_and_going = [
    path("accounts/sign-up/", entry.sign_up, name="sign-up"),
    path("accounts/sign-in/", entry.sign_in, name="sign-in"),
    path("accounts/sign-out/", entry.sign_out, name="sign-out"),
]
password = [
    path("accounts/password/", passwords.change_password, name="password"),
    path("accounts/reset/", passwords.reset, name="reset"),
    path("accounts/reset/sent/", passwords.reset_sent, name="reset-sent"),
    path("accounts/reset/<uidb64>/<token>/", passwords.ResetConfirm.as_view(), name="reset-confirm"),
]
own_account = [
    path("accounts/", account.account, name="account"),
    path("accounts/email/", account.change_email, name="email"),
    path("accounts/preferences/", account.change_preferences, name="preferences"),
    path("accounts/export/", account.export, name="export"),
    path("accounts/delete/", account.delete, name="delete"),
    path("privacy/", account.privacy, name="privacy"),
]
frame = [
    path("favicon.ico", account.favicon, name="favicon"),
    path("language/", language.choose, name="language"),
]
urlpatterns = coming_and_going + password + own_account + frame
