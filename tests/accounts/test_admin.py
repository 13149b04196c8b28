import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import browser_of
from tests.factories import PASSWORD, UserFactory

LIST = "/admin/accounts/user/"


@pytest.fixture
def boss(db: None) -> Client:
    return browser_of(User.objects.create_superuser("boss", "", PASSWORD))


@pytest.fixture
def helper(db: None) -> Client:
    """Staff with the right to change accounts, and no more."""
    user = UserFactory(username="helper", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    return browser_of(user)


def act(client: Client, action: str, *people: User, **extra: str) -> HttpResponse:
    return client.post(LIST, {"action": action, "_selected_action": [user.pk for user in people], **extra})


def rename(client: Client, user: User, name: str) -> HttpResponse:
    return client.post(f"{LIST}{user.pk}/change/", {"username": name})


def test_suspending_asks_for_a_reason_first(boss: Client, alice: User) -> None:
    page = act(boss, "suspend", alice)
    assert page.status_code == 200
    assert "read the reason" in page.content.decode()
    alice.refresh_from_db()
    assert not alice.is_suspended


def test_it_suspends_and_logs(boss: Client, alice: User) -> None:
    assert act(boss, "suspend", alice, reason="Spam").status_code == 302
    alice.refresh_from_db()
    assert alice.is_suspended
    assert alice.suspended_reason == "Spam"
    assert LogEntry.objects.get(object_id=str(alice.pk)).change_message == "Suspended: Spam"


def test_it_lets_in_again_and_logs(boss: Client, alice: User) -> None:
    act(boss, "suspend", alice, reason="Spam")
    act(boss, "unsuspend", alice)
    alice.refresh_from_db()
    assert not alice.is_suspended
    assert LogEntry.objects.first().change_message == "Suspension lifted"


def test_it_renames_and_logs(boss: Client, alice: User) -> None:
    assert rename(boss, alice, "Alicia").status_code == 302
    alice.refresh_from_db()
    assert alice.username == "Alicia"
    assert User.objects.get_by_natural_key("ALICIA") == alice
    assert LogEntry.objects.get().change_message == "Renamed from alice to Alicia"


def test_case_of_the_own_name_may_change(boss: Client, alice: User) -> None:
    rename(boss, alice, "Alice")
    alice.refresh_from_db()
    assert alice.username == "Alice"


@pytest.mark.parametrize("name", ["BOB", "аlice", "admin", "Deleted account 9", "x", "a\u200bb", ""])
def test_a_rename_obeys_the_rules_of_names(boss: Client, alice: User, bob: User, name: str) -> None:
    """N01, N02: the same as at sign-up."""
    response = rename(boss, alice, name)
    assert response.status_code == 200
    assert response.context["adminform"].form.errors["username"]
    alice.refresh_from_db()
    assert alice.username == "alice"


def test_helpers_cannot_reach_above_themselves(helper: Client, alice: User) -> None:
    boss = User.objects.create_superuser("boss", "", PASSWORD)
    me = User.objects.get(username="helper")
    act(helper, "suspend", alice, boss, me, reason="Spam")
    suspended = set(User.objects.exclude(suspended_at=None).values_list("username", flat=True))
    assert suspended == {"alice"}
    assert rename(helper, boss, "Nobody").status_code == 403


def test_helpers_give_nobody_rights(helper: Client, alice: User) -> None:
    helper.post(f"{LIST}{alice.pk}/change/", {"username": "alice", "is_staff": "on", "is_superuser": "on"})
    alice.refresh_from_db()
    assert not (alice.is_staff or alice.is_superuser)


def test_a_superuser_gives_rights(boss: Client, alice: User) -> None:
    boss.post(f"{LIST}{alice.pk}/change/", {"username": "alice", "is_staff": "on"})
    alice.refresh_from_db()
    assert alice.is_staff


def test_nobody_is_added_or_erased_here(boss: Client, alice: User) -> None:
    assert boss.get(f"{LIST}add/").status_code == 403
    assert boss.post(f"{LIST}{alice.pk}/delete/", {"post": "yes"}).status_code == 403
    assert "delete_selected" not in boss.get(LIST).content.decode()


def test_players_have_no_business_here(alices_browser: Client, alice: User) -> None:
    assert alices_browser.get(LIST).status_code == 302
    assert act(alices_browser, "suspend", alice, reason="Spam").status_code == 302
    assert not User.objects.exclude(suspended_at=None).exists()


def test_a_name_with_markup_is_shown_as_text(boss: Client) -> None:
    """E10"""
    user = UserFactory(username="<img src=x>")
    for page in (boss.get(LIST), boss.get(f"{LIST}{user.pk}/change/"), act(boss, "suspend", user)):
        assert "<img src=x>" not in page.content.decode()
        assert "&lt;img src=x&gt;" in page.content.decode()


def test_createsuperuser_makes_a_whole_account(db: None) -> None:
    user = User.objects.create_superuser("admin", "", PASSWORD)
    assert User.objects.get_by_natural_key("ADMIN") == user
    assert user.name_key and user.name_look
