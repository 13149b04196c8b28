import pytest
from django.core.cache import cache
from django.http import HttpRequest
from django.test import RequestFactory
from pytest_django import Settings

from accounts import limits


def request(peer: str, forwarded: str | None = None) -> HttpRequest:
    headers = {"X-Forwarded-For": forwarded} if forwarded is not None else None
    return RequestFactory().get("/", headers=headers, REMOTE_ADDR=peer)


def test_it_allows_up_to_the_limit_in_one_window() -> None:
    assert [limits.allow("a", 3, 60, now=600 + second) for second in (0, 1, 2, 3, 59)] == [True] * 3 + [False] * 2


def test_a_new_window_starts_afresh() -> None:
    assert [limits.allow("a", 1, 60, now=now) for now in (600, 659, 660)] == [True, False, True]


def test_a_window_begins_with_its_first_use() -> None:
    """E12: else twice the limit would pass around every full minute."""
    assert [limits.allow("a", 2, 60, now=now) for now in (659, 659.5, 660, 718.9, 719)] == [
        True,
        True,
        False,
        False,
        True,
    ]


def test_keys_are_counted_apart() -> None:
    assert limits.allow("a", 1, 60, now=0)
    assert limits.allow("b", 1, 60, now=0)
    assert limits.allow("a", 1, 30, now=0)
    assert not limits.allow("a", 1, 60, now=0)


def test_nothing_at_all_is_a_limit_too() -> None:
    assert not limits.allow("a", 0, 60)


def test_keys_may_be_any_text() -> None:
    assert limits.allow("x" * 500 + " \n:김", 1, 60)


def test_a_counter_lost_in_between_counts_as_the_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "incr", lambda name: (_ for _ in ()).throw(ValueError))
    assert limits.allow("a", 1, 60)


def test_forwarding_headers_are_not_believed() -> None:
    """E12: limit per real peer address."""
    assert limits.peer_address(request("198.51.100.1", "203.0.113.7")) == "198.51.100.1"


@pytest.mark.parametrize(
    ("trusted", "forwarded", "address"),
    [
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "6.6.6.6, 203.0.113.7", "203.0.113.7"),
        (2, "6.6.6.6, 203.0.113.7, 10.0.0.1", "203.0.113.7"),
        (2, "203.0.113.7", "198.51.100.1"),
        (1, "", "198.51.100.1"),
        (1, "nonsense", "198.51.100.1"),
        (1, None, "198.51.100.1"),
    ],
)
def test_behind_own_proxies_only_what_they_saw_counts(
    settings: Settings, trusted: int, forwarded: str | None, address: str
) -> None:
    """E12: what a client writes in front of the header changes nothing."""
    settings.TRUSTED_PROXIES = trusted
    assert limits.peer_address(request("198.51.100.1", forwarded)) == address


def test_one_ipv6_network_counts_as_one() -> None:
    one, other = request("2001:db8:1:2::1"), request("2001:db8:1:2:ffff::9")
    assert limits.peer_key(one) == limits.peer_key(other) != limits.peer_key(request("2001:db8:1:3::1"))
