import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import names
from accounts.names import NameReason, NameRefused, checked, fold, keys_of


@pytest.mark.parametrize(
    "name",
    ["Müller", "Ζωή", "김철수", "Нина", "田中さん", "ジョー", "محمد", "עמית", "राम", "Lea7", "Lea_BE", "Jean-Luc",
     "J. R.", "007", "Å" * 30, "Nguyễn"],
)  # fmt: skip
def test_people_of_all_countries_have_their_names(name: str) -> None:
    """N01: Müller, Ζωή, 김철수 are allowed."""
    assert checked(name) == name


@pytest.mark.parametrize("name", ["__proto__", "constructor", "null", "undefined", "00", "None", "true"])
def test_words_of_programs_are_plain_names(name: str) -> None:
    """E11: they behave as plain text."""
    assert checked(name) == name


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a", NameReason.LENGTH),
        ("a" * 31, NameReason.LENGTH),
        ("", NameReason.LENGTH),
        ("Le\u200ba", NameReason.SIGN),
        ("Le\u202ea", NameReason.SIGN),
        ("Lea\n", NameReason.SIGN),
        ("Le\x00a", NameReason.SIGN),
        ("Le\u034fa", NameReason.SIGN),
        ("Le\ufe0fa", NameReason.SIGN),
        ("L\u0307\u0307ea", NameReason.SIGN),
        ("\u3164\u3164", NameReason.SIGN),
        ("\u115f\u1160", NameReason.SIGN),
        ("Lea😀", NameReason.SIGN),
        ("<b>Lea", NameReason.SIGN),
        ("Lea/..", NameReason.SIGN),
        ("٣٤", NameReason.SIGN),
        ("  ", NameReason.SPACE),
        (" Lea", NameReason.SPACE),
        ("Lea\u00a0", NameReason.SPACE),
        ("Le  a", NameReason.SPACE),
        ("аdmin", NameReason.SCRIPT),
        ("Аlice", NameReason.SCRIPT),
        ("Αlice", NameReason.SCRIPT),
        ("Lea김", NameReason.SCRIPT),
        ("..", NameReason.LETTERLESS),
        ("-_", NameReason.LETTERLESS),
        ("admin", NameReason.RESERVED),
        ("Admin", NameReason.RESERVED),
        ("AdmIn", NameReason.RESERVED),
        ("Tichu", NameReason.RESERVED),
        ("Deleted account 3", NameReason.RESERVED),
        ("deIeted account", NameReason.RESERVED),
    ],
)  # fmt: skip
def test_what_could_deceive_is_refused(name: str, reason: NameReason) -> None:
    """N01: zero-width, control, Cyrillic аdmin, spaces only are refused, and the reason is said."""
    with pytest.raises(NameRefused) as refused:
        checked(name)
    assert refused.value.reason is reason
    assert refused.value.messages[0]


def test_wide_letters_become_ordinary_ones() -> None:
    assert checked("Ａｎｎａ") == "Anna"


@pytest.mark.parametrize(("one", "other"), [("Anna", "anna"), ("Straße", "STRASSE"), ("ΣΟΦΊΑΣ", "σοφίας"), ("Ǆ", "ǆ")])
def test_names_that_differ_in_case_only_are_one(one: str, other: str) -> None:
    """N02: Anna/anna, Straße/STRASSE."""
    assert fold(one) == fold(other)
    assert keys_of(one).key == keys_of(other).key


@pytest.mark.parametrize(
    ("one", "other"),
    [("СООН", "COOH"), ("AIice", "Alice"), ("Lea0", "LeaO"), ("Pau1", "Paul"), ("Corn", "Com"), ("Ρορ", "Pop")],
)
def test_names_that_look_alike_share_a_key(one: str, other: str) -> None:
    """N01: whole names of another alphabet, capital I for l, 0 for O, rn for m."""
    assert {keys_of(one).key, keys_of(one).look} & {keys_of(other).key, keys_of(other).look}


@pytest.mark.parametrize(("one", "other"), [("Lea", "Leo"), ("Anna", "Anne"), ("Müller", "Muller"), ("Lea7", "Lea_7")])
def test_different_names_stay_different(one: str, other: str) -> None:
    ours, theirs = keys_of(one), keys_of(other)
    assert ours.key != theirs.key
    assert ours.look != theirs.look


def test_an_app_reserves_names_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "_reserved", set(names._reserved))
    names.reserve("Mira of the house")
    try:
        with pytest.raises(NameRefused):
            checked("mira of the house")
    finally:
        monkeypatch.undo()
        names._reserved_keys.cache_clear()
    assert checked("Mira of the house")


letters = st.characters(categories=["L", "M", "N", "P", "S", "Z", "C"])
anything = st.text(letters, max_size=34)
likely = st.text(st.sampled_from("aeinuAEINU0189_-. äßıİǅﬁÅΑαΣςАаії김漢あカー्مﷺ\u0301\u200d\u2800"), max_size=34)


@given(anything | likely)
def test_every_text_is_judged_and_judged_the_same_again(text: str) -> None:
    """A name that is accepted is canonical, keeps its keys, and fits its columns."""
    try:
        name = checked(text)
    except NameRefused as refused:
        assert refused.reason in names.TEXTS
        return
    assert checked(name) == name == unicodedata.normalize("NFKC", name)
    assert name.isprintable()
    assert 2 <= len(name) <= 30
    assert max(len(keys_of(name).key), len(keys_of(name).look)) <= 255


@given(anything | likely)
def test_the_key_ignores_case(text: str) -> None:
    """N02 for every text: however it is written, the folded name has the same key."""
    assert keys_of(text).key == keys_of(fold(text)).key
