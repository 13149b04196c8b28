"""What else runs out by time, and is given longer after an outage: waiting tables, and the offer of a rematch."""

from __future__ import annotations

import pytest

from games.models import Outage, Pulse
from games.services import deadlines, tables
from tests.games.factories import NOW, SECOND, Live, a_table, in_play, person

pytestmark = pytest.mark.django_db

TURN = 90 * SECOND
GRACE = 500


def test_a_waiting_table_does_not_vanish_by_our_fault() -> None:
    """For ten minutes nobody could show themselves; whoever comes back within a minute finds the table."""
    table = a_table("alice", "bob")
    deadlines.expire_due(NOW)
    back = NOW + 601 * SECOND
    deadlines.expire_due(back)
    tables.sweep_tables(back + SECOND)
    table.refresh_from_db()
    assert table.closed_at is None
    Pulse.objects.update(at=back + 61 * SECOND)
    tables.sweep_tables(back + 61 * SECOND)
    table.refresh_from_db()
    assert table.closed_at is not None


class TestRematch:
    """Ten minutes to agree to the next match; an outage of ours takes nothing of them."""

    def over(self) -> Live:
        live = in_play()
        live.wait(91 * SECOND).expire()
        live.sweep()
        return live

    def may_agree(self, live: Live) -> bool:
        try:
            tables.rematch(table=live.row.table, user=person("alice"), wants=True, now=live.now)
        except tables.TableRefusal:
            return False
        return True

    def end_of_outage(self, live: Live) -> None:
        """One row for one outage, however many sweep at its end."""
        before = Outage.objects.count()
        since = Pulse.objects.get().at
        live.sweep()
        Pulse.objects.update(at=since)
        live.wait(1).sweep()
        assert Outage.objects.count() == before + 1

    def test_an_outage_prolongs_it(self) -> None:
        live = self.over()
        live.wait(590 * SECOND)
        Pulse.objects.update(at=live.now)
        live.wait(120 * SECOND)
        assert self.may_agree(live), "while the service is down"
        self.end_of_outage(live)
        live.wait(9 * SECOND)
        Pulse.objects.update(at=live.now)
        assert self.may_agree(live)
        live.wait(2 * SECOND)
        assert not self.may_agree(live)

    def test_the_table_stays_as_long(self) -> None:
        live = self.over()
        live.wait(300 * SECOND)
        for lasts in (200, 100):
            Pulse.objects.update(at=live.now)
            live.wait(lasts * SECOND)
            self.end_of_outage(live)
            live.wait(100 * SECOND)
        for rest, closes in ((99, False), (3, True)):
            live.wait(rest * SECOND)
            Pulse.objects.update(at=live.now)
            tables.sweep_tables(live.now)
            assert (live.row.table.closed_at is not None) is closes

    def test_an_outage_before_the_end_of_the_match_does_not(self) -> None:
        live = in_play()
        live.sweep()
        live.wait(60 * SECOND).sweep()
        live.wait(TURN + GRACE)
        Pulse.objects.update(at=live.now)
        live.sweep()
        live.wait(601 * SECOND)
        Pulse.objects.update(at=live.now)
        assert live.row.is_over and not self.may_agree(live)
