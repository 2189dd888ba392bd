"""Epic's formats: the numbers of the rule book, the dated bans, and real lists."""

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks import AlignmentCount, DeckReport, decode, from_json, parse, to_json, to_text
from rules.epic.cards import CATALOGUE, Alignment, CardSet
from rules.epic.formats import CONSTRUCTED_BANS, FORMATS
from rules.epic.rulebooks import RULEBOOKS
from tests.rules.epic.scenarios.claims import shows

BEFORE, AFTER = date(2016, 6, 1), date(2017, 8, 20)
FULL = FORMATS["full-constructed"]
ONES = [card for card in CATALOGUE if card.is_deck_card and card.cost == 1]


def check(text: str, slug: str = "full-constructed", on: date = BEFORE) -> DeckReport:
    return FORMATS[slug].check(parse(text, CATALOGUE), on)


def codes(report: DeckReport) -> list[str]:
    return [problem.code for problem in report.problems]


def lines(alignment: Alignment, cost: int, names: int, copies: int = 3) -> str:
    """Return lines with the first cards of an alignment and cost from the base set."""
    cards = [card for card in CATALOGUE if card.set is CardSet.BASE and card.deck_alignments == (alignment,)]
    fitting = [card for card in cards if card.cost == cost and card.name not in {ban.card for ban in CONSTRUCTED_BANS}]
    assert len(fitting) >= names
    return "".join(f"{copies} {card.name}\n" for card in fitting[:names])


@shows("RB:the-many-epic-formats/constructed/full-constructed", "RB:the-many-epic-formats/constructed")
def test_seven_free_cards_need_14_of_their_alignment() -> None:
    free = lines(Alignment.SAGE, 0, 7, copies=1)
    rest = lines(Alignment.GOOD, 1, 20, copies=2)
    legal = check(free + lines(Alignment.SAGE, 1, 14, copies=1) + rest)
    assert legal.legal
    assert legal.alignments["Sage"] == AlignmentCount(7, 14, 14)
    short = check(free + lines(Alignment.SAGE, 1, 12, copies=1) + rest)
    assert [(problem.code, problem.message) for problem in short.problems] == [
        (
            "alignment-balance",
            "Sage: 7 free cards need 14 Sage 1-cost cards, you have 12: add 2 or remove 1 free",
        ),
        ("too-few-cards", "59 cards, minimum 60: add 1"),
    ]


def test_check_60_cards_is_legal_and_more_is_warning() -> None:
    sixty = lines(Alignment.SAGE, 1, 20)
    assert check(sixty).warnings == ()
    report = check(sixty + "1 Kong\n")
    assert report.legal
    assert [warning.code for warning in report.warnings] == ["above-minimum"]
    assert codes(check(sixty + "2 Kong\n2 KONG\n")) == ["copies"]


@pytest.mark.parametrize("name", ["Blind Faith", "Ceasefire", "Fumble"])
def test_bans_apply_from_august_2017(name: str) -> None:
    alignment = Alignment(CATALOGUE.card(name).deck_alignments[0])
    text = lines(alignment, 1, 20) + f"1 {name}\n"
    assert check(text, on=date(2017, 7, 31)).legal
    (problem,) = check(text, on=date(2017, 8, 1)).problems
    assert (problem.code, problem.card, problem.lines, problem.message, problem.rule) == (
        "banned",
        name,
        (21,),
        f"{name} is banned since 2017-08-01: remove it",
        "https://www.epiccardgame.com/constructed-qualifier-deck-tech/",
    )


def test_citations_of_reports_exist_in_documents() -> None:
    cited = {format_.rule for format_ in FORMATS.values()} | {
        problem.rule
        for format_ in FORMATS.values()
        for problem in check(
            "4 Kong\nNobody\n2 Fumble\nWolf Token\nMaligus, the Dark One\nSB: Lash", format_.slug
        ).problems
    }
    known = {rule.id for book in RULEBOOKS.values() for rule in book.rules}
    assert cited <= known
    assert {"1.3.1", "1.3.2", "RB:the-many-epic-formats/limited/epic-cube-draft"} < cited


def test_bans_name_existing_cards() -> None:
    assert [CATALOGUE.card(ban.card).name for ban in CONSTRUCTED_BANS] == [ban.card for ban in CONSTRUCTED_BANS]


@shows("1.3.2", "2.3.7")
def test_tokens_and_gods_in_deck_are_errors_in_every_format() -> None:
    for slug in FORMATS:
        found = {
            problem.card: (problem.code, problem.rule)
            for problem in check("1 Wolf Token\n1 Maligus, the Dark One\n", slug).problems
            if problem.card
        }
        assert found == {"Wolf Token": ("token", "1.3.1"), "Maligus, the Dark One": ("not-a-deck-card", "1.3.2")}


def test_printings_of_one_name_are_counted_together() -> None:
    assert "copies" in codes(check("2 Teleport (PROMO)\n2 Teleport [PANTHEON]\n"))


@shows("2.5")
def test_erwin_counts_as_sage_only() -> None:
    assert check("3 Erwin, Architect of War").alignments == {
        "Good": AlignmentCount(),
        "Evil": AlignmentCount(),
        "Sage": AlignmentCount(3, 0, 6),
        "Wild": AlignmentCount(),
    }


@pytest.mark.parametrize(
    ("slug", "cards", "expected"),
    [
        ("random-30", 29, ["too-few-cards"]),
        ("random-30", 30, []),
        ("random-30", 31, ["too-many-cards"]),
        ("pack-draft", 30, []),
        ("pack-draft", 31, ["too-many-cards"]),
        ("dark-draft", 29, ["too-few-cards"]),
        ("dark-draft", 30, []),
        ("cube-draft", 29, ["too-few-cards"]),
        ("cube-draft", 30, []),
        ("cube-draft", 36, []),
        ("cube-draft", 37, ["too-many-cards"]),
    ],
)
@shows(
    "RB:the-many-epic-formats/limited",
    "RB:the-many-epic-formats/limited/random-30",
    "RB:the-many-epic-formats/limited/pack-draft",
    "RB:the-many-epic-formats/limited/dark-draft",
    "RB:the-many-epic-formats/limited/epic-cube-draft",
)
def test_limited_formats_have_size_rules_only(slug: str, cards: int, expected: list[str]) -> None:
    assert codes(check(f"{cards} Ceasefire\n", slug, AFTER)) == expected


@pytest.mark.parametrize("alignment", Alignment)
@shows("RB:the-many-epic-formats/constructed/preconstructed")
def test_preconstructed_deck_of_one_alignment_is_legal(alignment: Alignment) -> None:
    cards = [card for card in CATALOGUE if card.set is CardSet.BASE and card.alignments == (alignment,)]
    text = "".join(f"1 {card.name}\n" for card in cards)
    assert check(text, "preconstructed").legal
    (problem,) = check(text.replace(f"1 {cards[0].name}\n", ""), "preconstructed").problems
    assert problem.message == f"not a preconstructed deck; nearest is {alignment}: add 1 {cards[0].name}"


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from(CATALOGUE.names)), max_size=40))
def test_lists_round_trip_through_text_and_json(parts: list[tuple[int, str]]) -> None:
    parsed = parse("".join(f"{quantity} {name}\n" for quantity, name in parts), CATALOGUE)
    assert parsed.unknown == ()
    assert parse(to_text(parsed.deck), CATALOGUE).deck == parsed.deck
    assert from_json(to_json(parsed.deck), CATALOGUE) == parsed.deck


@given(st.lists(st.sampled_from(ONES), min_size=20, max_size=20, unique_by=lambda card: card.name), st.integers(0, 19))
def test_fourth_copy_of_a_card_is_error(cards: list[object], which: int) -> None:
    names = [str(getattr(card, "name", "")) for card in cards]
    text = "".join(f"3 {name}\n" for name in names)
    assert check(text).legal
    assert [(problem.code, problem.card) for problem in check(text + names[which]).problems] == [
        ("copies", names[which])
    ]


@pytest.mark.shared
def test_published_lists_have_recorded_results(shared_dir: Path) -> None:
    folder = shared_dir / "data/decks"
    recorded = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    assert len(recorded) == 6
    for deck in recorded:
        parsed = parse(decode((folder / deck["file"]).read_bytes()), CATALOGUE)
        before, after = FULL.check(parsed, BEFORE), FULL.check(parsed, AFTER)
        counts = {name: {"zero": have.zero, "one": have.one} for name, have in before.alignments.items()}
        assert (before.cards, counts, before.problems, before.unknown) == (
            deck["cards"],
            deck["by_alignment"],
            (),
            (),
        ), deck["file"]
        assert before.legal is deck["legal_without_bans"]
        assert [(problem.code, problem.card) for problem in after.problems] == [
            ("banned", name) for name in deck["banned_by_august_2017"]
        ]


@pytest.mark.shared
def test_recorded_ruling_on_bans_matches_bans(shared_dir: Path) -> None:
    (question,) = [
        each
        for each in json.loads((shared_dir / "data/rulings.json").read_text(encoding="utf-8"))
        if each["id"] == "T18"
    ]
    banned = question["cards"][0]["name"].split(" / ")
    assert sorted(banned) == [ban.card for ban in CONSTRUCTED_BANS]
    assert {ban.source for ban in CONSTRUCTED_BANS} == {question["source"]}
