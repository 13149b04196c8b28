"""What pages say about an imported match: where it comes from, and which rounds differ from our rulings and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.record import RecordFault
from games.importing import Why
from games.models import Import
from games.replay_words import points_pair
from games.wording import People, capital, refusal_word


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an imported match comes from, in a sentence; `differs` says by round what is odd about it."""

    said: str
    differs: dict[int, str]
    own: bool
    shared: bool


def origin(imported: Import, names: Sequence[str], *, own: bool) -> Origin:
    """All that is to be said about the import for this onlooker."""
    differs = {each["round"]: _difference(each, names) for each in imported.differences}
    return Origin(_said(imported), differs, own=own, shared=imported.shared)


def _said(imported: Import) -> str:
    came = {
        Import.Source.BSW: _("Imported from a BrettspielWelt log; it was not played here."),
        Import.Source.RECORD: _("Imported from a record; it was not played here."),
    }[Import.Source(imported.source)]
    parts = [came, _("It counts in no statistics.")]
    if not imported.whole:
        parts.append(_("The record breaks off before the end of the match."))
    return " ".join(parts)


def _difference(each: dict[str, object], names: Sequence[str]) -> str:
    """Why a round is kept though our rulings differ."""
    why, seat, ours = each["why"], each["seat"], each["ours"]
    if why == Why.WISH and isinstance(seat, int):
        said = _("%(name)s did not play the wished card though it could be played; BrettspielWelt let this through.")
        return said % {"name": names[seat]}
    score = points_pair(ours) if isinstance(ours, list | tuple) else ""
    if why == Why.PARTNER:
        said = _(
            "BrettspielWelt charges no failed Grand Tichu when the partner, who had called too, goes out first; "
            "by our rules the round counts %(score)s."
        )
        return said % {"score": score}
    return _("BrettspielWelt counted it otherwise; by our rules the round counts %(score)s.") % {"score": score}


def fault_words(fault: RecordFault) -> str:
    """A fault for people: the line, the reason and the ruling it rests on."""
    if fault.refused is not None:
        seats = People((_("South"), _("East"), _("North"), _("West")))
        words = {"line": fault.line, "reason": refusal_word(fault.refused, seats), "ruling": fault.ruling}
        return _("Line %(line)d: %(reason)s (rule %(ruling)s)") % words
    if fault.ruling == "RECORD":
        words = {"line": fault.line, "reason": fault.reason.within(_)}
        return _("Line %(line)d cannot be read: %(reason)s") % words
    words = {"line": fault.line, "reason": capital(fault.reason.within(_)), "ruling": fault.ruling}
    return _("Line %(line)d: %(reason)s (rule %(ruling)s)") % words
