"""Whoever runs the site learns that it is not well, without asking."""

from __future__ import annotations

import logging

import pytest
from django.db import OperationalError

from games.services import deadlines, health
from tests.games.factories import NOW, SECOND

pytestmark = pytest.mark.django_db


class TestAlarm:
    """T10: whoever runs the site learns of it, once."""

    def said(self, caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
        return [(each.levelno, each.getMessage()) for each in caplog.records if each.name == health.__name__]

    def test_one_line_as_it_begins_and_one_as_it_ends(self, caplog: pytest.LogCaptureFixture) -> None:
        deadlines.expire_due(NOW)
        with caplog.at_level(logging.WARNING):
            for second in (0, 4, 6, 7, 120):
                health.look(NOW + second * SECOND)
            deadlines.expire_due(NOW + 120 * SECOND)
            health.look(NOW + 121 * SECOND)
        assert self.said(caplog) == [
            (logging.ERROR, "The service is not well: no sweep for 6 s. All clocks are stopped"),
            (logging.WARNING, "The service is well again, the clocks run"),
        ]

    def test_a_database_that_does_not_answer_is_an_outage(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def down() -> None:
            raise OperationalError("secret address")

        monkeypatch.setattr("games.services.health.Pulse.objects", type("Down", (), {"first": staticmethod(down)}))
        health.look(NOW)
        health.look(NOW + 6 * SECOND)
        assert health.stopped_since(NOW + 6 * SECOND) == NOW
        assert [level for level, _ in self.said(caplog)] == [logging.ERROR] and "secret" not in caplog.text
