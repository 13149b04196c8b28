"""People for the tests. The factories of games are in tests/games/factories.py."""

import factory
from django.contrib.auth.hashers import make_password

from accounts.models import User
from accounts.names import keys_of

PASSWORD = "five dogs bark"  # noqa: S105


class UserFactory(factory.django.DjangoModelFactory):
    """`UserFactory(username="alice")` is a person who signs in with `PASSWORD`."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"player{n}")
    name_key = factory.LazyAttribute(lambda user: keys_of(user.username).key)
    name_look = factory.LazyAttribute(lambda user: keys_of(user.username).look)
    password = factory.LazyFunction(lambda: make_password(PASSWORD))
