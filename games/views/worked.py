"""The round counted out in the rules page. The engine counts the same cards in a test."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkedRound:
    """What each of four took in tricks and what the last one kept, in codes; cards worth nothing are left out."""

    tom: str
    jeong: str
    nora: str
    mira: str
    hand: str


WORKED = WorkedRound(tom="KjKwKs", jeong="PhDrTjTw", nora="5j5p5sTp", mira="5wTs", hand="Kp")
