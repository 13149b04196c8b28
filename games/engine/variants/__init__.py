"""The explicit list of variants; a new one is a new file and one line here."""

from games.engine.variants.base import Variant
from games.engine.variants.nanking import Nanking

DEFAULT_VARIANT = Nanking.key
VARIANTS: dict[str, Variant] = {variant.key: variant for variant in (Nanking(),)}


def variant_named(key: str) -> Variant:
    """The variant with this key; KeyError when there is none."""
    return VARIANTS[key]


__all__ = ["DEFAULT_VARIANT", "VARIANTS", "Variant", "variant_named"]
