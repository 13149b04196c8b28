"""Commands as a browser would post them, for robots that play through the pages."""

from games.engine import commands as c
from games.engine.variants import variant_named
from games.rules import rank_code
from games.tableview.selection import NO_WISH_CODE
from games.tableview.tray import FIELDS

Filled = tuple[str, dict[str, str | list[str]]]


def filled(command: c.Command) -> Filled:
    """(last part of the address, fields) of the form that says this command."""
    match command:
        case c.AnswerGrand(call=call):
            return "grand", {"answer": "call", "confirm": "1"} if call else {"answer": "no"}
        case c.CallTichu():
            return "tichu", {"confirm": "1"}
        case c.ExchangeCards(seat=seat, gives=gives):
            places = variant_named("nanking").places(seat)
            cards = {to: card.code for to, card in gives}
            return "exchange", {field: cards[places[place]] for place, field in FIELDS.items()}
        case c.Play():
            return "play", _play(command)
        case c.PlayBomb(cards=cards, on=on):
            return "bomb", {"cards": [card.code for card in cards], "on": str(on), "confirm": "1"}
        case c.Pass(decision=decision):
            return "pass", {"decision": str(decision)}
        case c.GiveTrick(to=to, decision=decision):
            return "gift", {"to": str(to), "decision": str(decision)}
        case c.Ready():
            return "next", {}
        case _:
            raise ValueError(f"no form says {command}")


def _play(command: c.Play) -> dict[str, str | list[str]]:
    fields: dict[str, str | list[str]] = {
        "cards": [card.code for card in command.cards],
        "decision": str(command.decision),
    }
    if command.reading is not None:
        fields["reading"] = rank_code(command.reading)
    if command.wish is not None:
        fields["wish"] = NO_WISH_CODE if command.wish == c.NO_WISH else rank_code(command.wish)
    return fields
