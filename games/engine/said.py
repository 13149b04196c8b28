"""Sentences about files, in English, that can still be said in other languages: they remember what they are made of."""

from __future__ import annotations

from collections.abc import Callable


class Said(str):
    """`Said(_("{card} is dealt twice"), card=card)` is the sentence in English; `within` says it in another language.
    Facts may be sentences themselves."""

    __slots__ = ("facts", "template")
    template: str
    facts: dict[str, object]

    def __new__(cls, template: str, /, **facts: object) -> Said:
        self = super().__new__(cls, template.format(**facts))
        self.template, self.facts = template, facts
        return self

    def within(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language into which `translate` brings templates."""
        facts = {name: fact.within(translate) if isinstance(fact, Said) else fact for name, fact in self.facts.items()}
        return translate(self.template).format(**facts)
