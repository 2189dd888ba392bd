"""Lost symbols of printed documents and the words of our text for them."""

from pathlib import Path

import pytest

from rules.rulebooks.importer import LOST_SYMBOL, get_profile, import_document
from rules.rulebooks.lost_symbols import closest_sentence, find_gaps, likely_symbols
from tests.rules.rulebooks.printed_hashes import PRINTED, RULEBOOKS

EVERY = pytest.mark.parametrize("slug", list(PRINTED))
LOST = {"epic-complete": 0, "epic-rulebook": 31, "hex": 1, "epic-tcg": 76, "aos-champions": 21}


def marked(text: str) -> str:
    return text.replace("@", LOST_SYMBOL)


def test_find_gaps_returns_words_before_and_after():
    found = list(find_gaps([marked("A @ swims @."), "No gap.", marked("@ dives.")]))
    assert [(gap.before, gap.after, gap.place) for gap in found] == [
        ("A ", marked(" swims @."), 0),
        (marked("A @ swims "), ".", 1),
        ("", " dives.", 0),
    ]
    assert found[0].around == found[1].around != found[2].around


def test_find_gaps_in_equal_passages_have_different_places():
    assert [gap.place for gap in find_gaps([marked("Play @ cards.")] * 3)] == [0, 1, 2]


def test_find_gaps_place_does_not_depend_on_other_passages():
    (before,) = find_gaps(["A whale swims.", marked("Play @ cards.")])
    (after,) = find_gaps([marked("Play  @ \n cards."), "A whale dives."])
    assert (before.around, before.place) == (after.around, after.place)


def test_closest_sentence_of_our_text_is_found():
    ours = "It blocks. It cannot use [expend](x/expend) powers.\n\n- It is **deploying**."
    (gap,) = find_gaps([marked("A narwhal cannot attack or use @ powers.")])
    assert closest_sentence(gap, ours) == "It cannot use expend powers."
    assert closest_sentence(gap, "") == ""


def test_likely_symbols_of_copy_with_other_gaps_are_unknown():
    book = RULEBOOKS["hex"]
    assert likely_symbols(book, "UR:18", 1) == ("ATK",)
    assert likely_symbols(book, "UR:18", 2) == ("", "")
    assert likely_symbols(book, "UR:1", 1) == ("",)


def test_cost_of_ability_precedes_its_speed():
    assert likely_symbols(RULEBOOKS["epic-tcg"], "TCG:2.20", 3) == ("expend", "fast", "fast")


@EVERY
def test_symbols_belong_to_existing_units(slug: str):
    book = RULEBOOKS[slug]
    assert set(book.symbols) - {unit.id for unit in book.units} == set()


@EVERY
@pytest.mark.shared
def test_every_lost_symbol_of_printed_documents_is_listed(slug: str, shared_dir: Path):
    source = next((shared_dir / "seeds").glob(f"{PRINTED[slug][0]}*")).read_bytes()
    units = import_document(source, get_profile(slug)).units
    lost = {unit.id: len(list(find_gaps([one.text for one in unit.passages]))) for unit in units}
    assert {unit: count for unit, count in lost.items() if count} == {
        unit: len(words) for unit, words in RULEBOOKS[slug].symbols.items()
    }
    assert sum(lost.values()) == LOST[slug]
