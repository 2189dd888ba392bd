"""Every Epic card in every line form is found and never replaced by another."""

import unicodedata
from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks import LineStatus, parse
from rules.epic.cards import CATALOGUE
from rules.epic.formats import FORMATS

FORMS = (
    "{n} {name}",
    "{n}x {name}",
    "{n} x {name}",
    "x{n} {name}",
    "[{n}] {name}",
    "{name} x{n}",
    "{n}\t{name}",
    "{n},{name}",
    '{n},"{name}"',
)
TAILS = ("(BASE) 12", "[BASE:12]", "(TYR)", "*F*", "#tag", "(base) 3a", "[PRO]")
WRITINGS: dict[str, Callable[[str], str]] = {
    "as printed": str,
    "upper case": str.upper,
    "lower case": str.lower,
    "swapped case": str.swapcase,
    "no apostrophes": lambda name: name.replace("'", ""),
    "curly apostrophes": lambda name: name.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"),
    "no commas": lambda name: name.replace(",", ""),
    "spaces for hyphens": lambda name: name.replace("-", " "),
    "hyphens for spaces": lambda name: name.replace(" ", "-"),
    "no spaces": lambda name: name.replace(" ", ""),
    "unbreakable spaces": lambda name: name.replace(" ", "\N{NO-BREAK SPACE}"),
    "unbreakable hyphens": lambda name: name.replace("-", "\N{NON-BREAKING HYPHEN}"),
    "accents": lambda name: "".join(f"{c}\N{COMBINING ACUTE ACCENT}" if c in "aeiou" else c for c in name),
    "composed accents": lambda name: unicodedata.normalize("NFC", name.replace("e", "e\N{COMBINING DIAERESIS}")),
    "full stop": lambda name: f"{name}.",
    "right to left": lambda name: f"\N{RIGHT-TO-LEFT ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}",
}
names = st.sampled_from(CATALOGUE.names)


@pytest.mark.parametrize("writing", WRITINGS)
def test_names_in_any_form_are_found(writing: str) -> None:
    write = WRITINGS[writing]
    found = {name: CATALOGUE.find(write(name)) for name in CATALOGUE.names}
    assert [name for name, card in found.items() if card is None or card.card.name != name] == []


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Divine Judgement", "Divine Judgment"),
        ("Mist-Guide Herald", "Mist Guide Herald"),
        ("MISTGUIDE HERALD", "Mist Guide Herald"),
    ],
)
def test_known_aliases_are_read_and_reported(written: str, name: str) -> None:
    report = FORMATS["full-constructed"].check(parse(f"3 {written}", CATALOGUE), date(2016, 6, 1))
    assert report.unknown == ()
    assert (report.cards, {warning.card for warning in report.warnings}) in [(3, {name}), (3, set())]


@given(
    names,
    st.integers(1, 99),
    st.sampled_from(FORMS),
    st.sampled_from(["", "SB: ", "sb:", "- ", "  "]),
    st.lists(st.sampled_from(TAILS), max_size=3),
    st.sampled_from(sorted(WRITINGS)),
)
def test_card_lines_in_any_form_are_read(
    name: str, number: int, form: str, before: str, tails: list[str], writing: str
) -> None:
    text = " ".join([before + form.format(n=number, name=WRITINGS[writing](name)), *tails])
    (line,) = parse(text, CATALOGUE).lines
    assert (line.status, line.quantity, line.card and line.card.name) == (LineStatus.OK, number, name)


@given(names, st.data())
def test_misspelt_name_is_not_replaced_and_right_name_is_suggested(name: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(name) - 2)) if len(name) > 3 else 1
    slip = name[:at] + data.draw(st.sampled_from("aeinorst")) + name[at + 1 :]
    (line,) = parse(f"3 {slip}", CATALOGUE).lines
    if line.card is None:
        assert line.status is LineStatus.UNKNOWN
        assert name in line.suggestions or len(name) < 6
    else:
        assert line.card.name == name
