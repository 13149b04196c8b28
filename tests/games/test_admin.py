"""The admin: matches with their log read-only, no card before the end for anybody, voiding with a reason."""

import html
import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from games.models import Action, Match, Seat, Table
from games.rules import DECK
from tests.factories import UserFactory
from tests.games.factories import ALICE, SECOND, Live, a_match, in_play, person

pytestmark = pytest.mark.django_db

SCRIPT = "<img src=x onerror=alert(1)>"


@pytest.fixture
def admin() -> Client:
    client = Client()
    user = UserFactory(username="root", is_staff=True, is_superuser=True)
    client.force_login(user, backend="accounts.backends.NameBackend")
    return client


def page_of(client: Client, live: Live) -> str:
    response = client.get(reverse("admin:games_match_change", args=[live.match.pk]))
    assert response.status_code == 200
    return response.content.decode()


def cards_in(page: str) -> set[str]:
    """Cards named in the log and the hands, as a whole value or strung together; times end in digits, not in these."""
    shown = "".join(re.findall(r"<td>(?!\d{4}-)(.*?)</td>", html.unescape(page)))
    strings = re.findall(r'"((?:[2-9TJQKA][jwps]|Mj|Dg|Ph|Dr)+)"', shown)
    return {text[at : at + 2] for text in strings for at in range(0, len(text), 2)}


def test_no_card_of_a_running_match_is_shown_to_a_superuser(admin: Client) -> None:
    live = in_play()
    live.play(ALICE, "2j")
    page = page_of(admin, live)
    assert cards_in(page) == {"2j"}, "played cards are public"
    assert "hidden until the match has ended" in page and "combination_played" in page


def test_all_is_shown_when_the_match_has_ended(admin: Client) -> None:
    live = in_play()
    live.wait(91 * SECOND).expire()
    page = page_of(admin, live)
    assert "hidden until" not in page
    assert all(card.code in page for card in DECK)


def test_a_match_is_voided_with_a_reason(admin: Client) -> None:
    live = a_match()
    url = reverse("admin:games_match_changelist")
    chosen = {"action": "void", "_selected_action": [live.match.pk]}
    asked = admin.post(url, chosen)
    assert asked.status_code == 200 and b'name="reason"' in asked.content
    assert live.row.status == "running"
    admin.post(url, chosen | {"reason": SCRIPT})
    row = live.row
    assert (row.status, row.end_reason) == ("voided", SCRIPT)
    assert live.kinds[-1] == "match_voided"
    entry = LogEntry.objects.get(object_id=str(row.pk))
    assert SCRIPT in entry.change_message
    assert SCRIPT not in page_of(admin, live), "E10"
    again = admin.post(url, chosen | {"reason": "once more"}, follow=True)
    assert again.status_code == 200 and live.kinds.count("match_voided") == 1


def test_staff_without_the_right_cannot_void(client: Client) -> None:
    live = a_match()
    user = UserFactory(is_staff=True)
    client.force_login(user, backend="accounts.backends.NameBackend")
    response = client.post(
        reverse("admin:games_match_changelist"),
        {"action": "void", "_selected_action": [live.match.pk], "reason": "because"},
    )
    assert response.status_code in (302, 403)
    assert live.row.status == "running"


def test_players_have_no_way_in(client: Client) -> None:
    a_match()
    client.force_login(person("alice"), backend="accounts.backends.NameBackend")
    assert client.get(reverse("admin:games_match_changelist")).status_code == 302


@pytest.mark.parametrize("model", [Match, Table])
def test_rows_are_read_only(admin: Client, model: type) -> None:
    live = a_match()
    pk = live.match.pk if model is Match else live.row.table_id
    name = f"admin:games_{model.__name__.lower()}"
    assert admin.get(reverse(f"{name}_add")).status_code == 403
    assert admin.post(reverse(f"{name}_delete", args=[pk]), {"post": "yes"}).status_code == 403
    changed = admin.post(reverse(f"{name}_change", args=[pk]), {"status": "finished", "title": "x"})
    assert changed.status_code == 403
    assert admin.get(reverse(f"{name}_changelist")).status_code == 200
    assert admin.get(reverse(f"{name}_change", args=[pk])).status_code == 200


def test_a_row_is_found_by_its_key_where_no_field_is_named(admin: Client) -> None:
    """E07: an empty field name in the address of any row was a fault."""
    live, group = a_match(), Group.objects.create(name="operators")
    rows = {
        "games_match": live.match,
        "games_table": live.row.table,
        "accounts_user": person("eve"),
        "auth_group": group,
    }
    for name, row in rows.items():
        assert admin.get(reverse(f"admin:{name}_change", args=[row.pk]), {"_to_field": ""}).status_code == 200, name


def test_links_that_are_secrets_are_not_shown(admin: Client) -> None:
    live = a_match(access="private")
    table = live.row.table
    shown = admin.get(reverse("admin:games_table_change", args=[table.pk])).content.decode() + page_of(admin, live)
    assert table.invite_token not in shown and live.match.share_key not in shown


def test_a_broken_log_breaks_no_page(admin: Client) -> None:
    """F12."""
    live = a_match()
    Action.objects.create(match=live.match, sequence=3, at=1, kind="mystery", version=1, payload={})
    assert "cannot be read" in page_of(admin, live)


def test_nothing_secret_is_in_the_names_of_rows() -> None:
    live = in_play()
    rows = [live.match, *Seat.objects.all(), *Action.objects.all()]
    assert not any(card.code in str(row) for row in rows for card in DECK if card.code not in live.match.code)
