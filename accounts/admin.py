"""What operators may do with accounts: find, suspend with a reason, let in again, rename. The admin log has it all."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import selectors, services
from accounts.models import User
from accounts.names import checked


class ByKey(admin.ModelAdmin):
    """A row is found by its key where an address names no field to find it by, also when it names an empty one."""

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Model | None:
        found: Model | None = super().get_object(request, object_id, from_field or None)
        return found


class SuspendForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason, as the person reads it when signing in"), max_length=200, min_length=3
    )


class UserForm(forms.ModelForm):
    """Renames under the same rules as sign-up."""

    class Meta:
        model = User
        fields = "__all__"

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name == self.instance.username:
            return name
        name = checked(name)
        selectors.require_free_name(name, besides=self.instance)
        return name


@admin.register(User)
class UserAdmin(ByKey):
    form = UserForm
    list_display = ("username", "date_joined", "last_login", "is_staff", "suspended_at", "deleted_number")
    list_filter = ("is_staff", ("suspended_at", admin.EmptyFieldListFilter))
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    fields = (
        "username", "email", "date_joined", "last_login", "suspended_at", "suspended_reason", "deleted_number",
        "is_staff", "is_superuser", "groups", "user_permissions",
    )  # fmt: skip
    readonly_fields = ("email", "date_joined", "last_login", "suspended_at", "suspended_reason", "deleted_number")
    rights = ("is_staff", "is_superuser", "groups", "user_permissions")
    filter_horizontal = ("groups", "user_permissions")
    actions = ("suspend", "unsuspend")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people sign up; the first operator is made by `createsuperuser`

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False  # deleting is the person's own, and leaves the matches to the others

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or (obj.deleted_number is None and _may_touch(request, obj)))

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only superusers hand out rights."""
        return self.readonly_fields if request.user.is_superuser else (*self.readonly_fields, *self.rights)

    def save_model(self, request: HttpRequest, obj: User, form: forms.ModelForm, change: bool) -> None:
        if "username" in form.changed_data:
            services.rename(user=obj, name=obj.username)
        rights = [name for name in ("is_staff", "is_superuser") if name in form.changed_data]
        if rights:
            obj.save(update_fields=rights)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        if "username" in form.changed_data:
            return _("Renamed from %(old)s to %(new)s") % {
                "old": form.initial["username"],
                "new": form.instance.username,
            }
        return super().construct_change_message(request, form, formsets, add)

    @admin.action(description=gettext_lazy("Suspend, with a reason"), permissions=["change"])
    def suspend(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        form = SuspendForm(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            return self._ask_for_reason(request, queryset, form)
        people = self._touchable(request, queryset.filter(suspended_at=None))
        for user in people:
            services.suspend(user=user, reason=form.cleaned_data["reason"], now=timezone.now())
            self.log_change(request, user, _("Suspended: %(reason)s") % {"reason": form.cleaned_data["reason"]})
        count = len(people)
        self.message_user(request, ngettext("%d account suspended.", "%d accounts suspended.", count) % count)
        return None

    @admin.action(description=gettext_lazy("Let in again"), permissions=["change"])
    def unsuspend(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = self._touchable(request, queryset.exclude(suspended_at=None))
        for user in people:
            services.unsuspend(user=user)
            self.log_change(request, user, _("Suspension lifted"))
        count = len(people)
        self.message_user(request, ngettext("%d account let in again.", "%d accounts let in again.", count) % count)

    def _touchable(self, request: HttpRequest, queryset: QuerySet[User]) -> list[User]:
        people = list(queryset.filter(deleted_number=None))
        allowed = [user for user in people if _may_touch(request, user) and user != request.user]
        if len(allowed) < len(people):
            self.message_user(request, _("Left out: yourself, and accounts above your own."), messages.WARNING)
        return allowed

    def _ask_for_reason(self, request: HttpRequest, queryset: QuerySet[User], form: SuspendForm) -> HttpResponse:
        context = self.admin_site.each_context(request) | {
            "title": _("Suspend"),
            "opts": self.model._meta,
            "people": queryset,
            "form": form,
            "action_checkbox_name": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/accounts/suspend.html", context)


def _may_touch(request: HttpRequest, user: User) -> bool:
    """Staff may not rename or suspend those who could do the same to them."""
    return bool(request.user.is_superuser) or not (user.is_staff or user.is_superuser)


admin.site.unregister(Group)


@admin.register(Group)
class GroupsAdmin(ByKey, GroupAdmin):
    """Groups of rights, as Django has them."""
