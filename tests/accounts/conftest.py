"""The cast: alice has an account, bob too, eve has none. Counters of attempts start at zero in every test."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.factories import UserFactory


@pytest.fixture(autouse=True)
def no_attempts_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def alice(db: None) -> User:
    return UserFactory(username="alice", email="alice@example.org")


@pytest.fixture
def bob(db: None) -> User:
    return UserFactory(username="bob")


@pytest.fixture
def alices_browser(alice: User) -> Client:
    return browser_of(alice)


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="accounts.backends.NameBackend")
    return client
