"""Formats of the Epic TCG: sizes, limits, unknown facts, pools, swaps, list lines."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks import Catalogue, DeckReport, Format, LineStatus, Section, Verdict, parse
from rules.decks.constraints import Ban
from rules.epic_tcg.cards import CATALOGUE, HOUSE_SET, PUBLISHED, Card
from rules.epic_tcg.formats import (
    FORMATS,
    create_designed_deck_format,
    create_draft_format,
    create_pack_war_format,
    create_sealed_format,
    create_swap_format,
)
from rules.epic_tcg.rulebooks import RULEBOOKS
from tests.conftest import ROOT

ON = date(2010, 5, 1)
DESIGNED = FORMATS["designed"]
HOUSE = FORMATS["house-designed"]
COMMON = [card.name for card in HOUSE_SET if not card.is_token and card.cost == 1]
FREE = [card.name for card in HOUSE_SET if card.cost == 0 and not card.gift]


def check(text: str, format_: Format = DESIGNED, cards: Catalogue[Card] = CATALOGUE) -> DeckReport:
    return format_.check(parse(text, cards), ON)


def codes(report: DeckReport) -> list[str]:
    return [problem.code for problem in report.problems]


def open_codes(report: DeckReport) -> list[str]:
    return [each.code for each in report.unchecked]


def lines(names: Iterable[str], copies: int = 3) -> str:
    return "".join(f"{copies} {name}\n" for name in names)


DEMO = sorted((ROOT / "fixtures" / "decks" / "epic_tcg").glob("*.txt"))
SIXTY = lines(COMMON[:14]) + lines(FREE[:6])
"""A deck of 60: 42 action cards, 18 free ones, no gift."""


def test_demo_decks_are_two():
    assert [path.stem for path in DEMO] == ["good-and-unaligned", "wild-and-evil"]


def test_formats_are_listed():
    assert list(FORMATS) == [
        "designed",
        *(f"sealed-{packs}" for packs in range(2, 7)),
        *(f"draft-{packs}" for packs in range(2, 7)),
        "pack-war",
        "house-designed",
    ]


def test_citations_of_reports_exist():
    book = RULEBOOKS["epic-tcg"]
    texts = [SIXTY, lines(FREE[:9]) + lines(COMMON, 4) + "Rook\nSideboard\n3 Tim", "3 Rescue", lines(PUBLISHED.names)]
    reports = [check(text, format_) for format_ in FORMATS.values() for text in texts]
    cited = {problem.rule for report in reports for problem in (*report.problems, *report.warnings)}
    cited |= {open_.rule for report in reports for open_ in report.unchecked}
    assert cited <= {rule.id for rule in book.rules}
    assert {"TCG:4.1", "TCG:4.2", "TCG:4.3", "TCG:4.5", "TCG:4.6", "TCG:4.8"} <= cited


def test_check_house_set_deck_is_legal():
    report = check(SIXTY, HOUSE)
    assert (report.verdict, report.cards, report.unchecked) == (Verdict.LEGAL, 60, ())


@pytest.mark.parametrize("path", DEMO, ids=lambda path: path.stem)
def test_check_demo_deck_is_legal_with_two_alignments(path: Path):
    parsed = parse(path.read_text(encoding="utf-8"), CATALOGUE)
    report = HOUSE.check(parsed, ON)
    assert (report.verdict, report.cards) == (Verdict.LEGAL, 60)
    assert [warning.message for warning in report.warnings] == ["not part of the list: 1 comment (line 1)"]
    assert " and ".join(sorted({str(entry.card.alignment).casefold() for entry in parsed.deck.main})) in (
        "good and unaligned",
        "evil and wild",
    )


def test_designed_deck_limits_count_deck_and_sideboard_together():
    gifts = "3 Wake-Up Bell\n3 Blind Grab\n3 Spare Hour\n"
    sideboard = f"Sideboard\n1 Blind Grab\n{lines(COMMON[14:18])}1 {COMMON[18]}\n"
    report = check(lines(COMMON[:14]) + lines(FREE[:3]) + gifts + sideboard, HOUSE)
    assert [(problem.code, problem.rule, problem.message) for problem in report.problems] == [
        ("free-cards", "TCG:4.5", "19 free cards, limit 18: remove 1"),
        ("gift-cards", "TCG:4.8", "10 gift cards, limit 9: remove 1"),
        ("copies", "TCG:4.5", "4 x Blind Grab, limit 3: remove 1 (lines 19 and 22 were added up)"),
        ("sideboard-size", "TCG:4.1", "14 cards in the sideboard, allowed 0 or 15: add 1 or remove all"),
    ]


def test_check_without_card_file_is_as_far_as_known():
    gifts = "3 Wake-Up Bell\n3 Blind Grab\n3 Spare Hour\n"
    text = lines(COMMON[:14]) + lines(FREE[:3]) + gifts + f"Sideboard\n1 Blind Grab\n{lines(COMMON[14:18])}1 Tim\n"
    report = check(text, DESIGNED, PUBLISHED)
    assert sorted(codes(report)) == ["copies", "sideboard-size"]
    assert {"card-unknown", "free-cards", "gift-cards", "lists-unknown"} == {each.code for each in report.unchecked}


def test_check_published_list_is_legal_as_far_as_known():
    names = [f"Card {chr(65 + number)}{chr(90 - number)}" for number in range(23)]
    text = lines(["Rescue", "Shelter"]) + lines(names[:18]) + f"Sideboard\n{lines(names[18:])}"
    report = check(text)
    assert report.verdict is Verdict.AS_FAR_AS_KNOWN
    first = "Card AZ, Card BY, Card CX"
    output = {each.code: each.message for each in report.unchecked if each.code != "card-unknown"}
    assert output == {
        "lists-unknown": "which cards are restricted or banned is known only of the day of printing: none",
        "free-cards": f"free cards: at least 0, at most 75, limit 18; not known of 25 names ({first} …)",
        "gift-cards": f"gift cards: at least 6, at most 75, limit 9; not known of 23 names ({first} …)",
    }
    assert sum(each.code == "card-unknown" for each in report.unchecked) == 23


def test_known_gifts_above_limit_are_error():
    report = check(lines(["Rescue", "Shelter", "Swarm", "Thrust"]) + lines([f"Unseen {n}" for n in "abcdefghijklmnop"]))
    assert [problem.message for problem in report.problems] == ["12 gift cards, limit 9: remove 3"]
    assert report.verdict is Verdict.NOT_LEGAL


def test_player_annotations_count_as_declared():
    marked = "".join(f"3 Unseen {letter} (action, no gift)\n" for letter in "abcdefghijklmnopqrs")
    report = check(f"{marked}3 Rescue (free)\n")
    output = {each.code: each.message for each in report.unchecked if each.code in ("free-cards", "gift-cards")}
    assert output["free-cards"].startswith("free cards: at least 0, at most 60, limit 18; 3 by the player's own marks")
    assert output["gift-cards"].startswith("gift cards: at least 3, at most 60, limit 9; 3 by the player's own marks")
    assert report.verdict is Verdict.AS_FAR_AS_KNOWN


def test_annotations_above_limit_or_against_printed_list_are_errors():
    free = "".join(f"3 Unseen {letter} (free)\n" for letter in "abcdefg")
    assert [problem.message for problem in check(free + lines([f"Other {n}" for n in "abcdefghijklm"])).problems] == [
        "21 free cards, limit 18, some by the player's own marks: remove 3"
    ]
    report = check("3 Rescue (no gift)\n" + lines([f"Other {n}" for n in "abcdefghijklmnopqrs"]))
    assert [(problem.code, problem.card) for problem in report.problems] == [("mark-against-fact", "Rescue")]


def test_stated_lists_determine_restricted_and_banned_cards():
    stated = create_designed_deck_format((Ban("Rescue", date(2010, 1, 1), "stated by the head judge"),), ())
    report = check("2 Rescue\n" + lines([f"Other {n}" for n in "abcdefghijklmnopqrst"]), stated)
    assert codes(report) == ["restricted"]
    assert "lists-unknown" not in {each.code for each in report.unchecked}
    banned = create_designed_deck_format((), (Ban("Rescue", date(2010, 1, 1), "stated by the head judge"),))
    assert "banned" in codes(check("1 Rescue", banned))


def test_invented_and_published_cards_together_are_error():
    report = check(lines(["Rescue"]) + SIXTY)
    assert {problem.card for problem in report.problems if problem.code == "not-in-format"} == {
        *COMMON[:14],
        *FREE[:6],
    }
    assert "Rescue is of “first set (2009)”: this format is for the house set alone" in [
        problem.message for problem in check(f"3 Rescue\n{SIXTY}", HOUSE).problems
    ]
    for format_ in FORMATS.values():
        fitting = {card.is_invented for card in CATALOGUE if format_.allows(card, ON)}
        assert fitting == {format_ is HOUSE}


@pytest.mark.parametrize("format_", [FORMATS["sealed-3"], FORMATS["draft-3"]], ids=lambda each: each.slug)
def test_sealed_and_draft_without_pool_are_unchecked(format_: Format):
    for text in ("30 Rescue", "30 Rescue\nSideboard\n15 Tim"):
        report = check(text, format_)
        assert (report.verdict, open_codes(report)) == (Verdict.AS_FAR_AS_KNOWN, ["pool-unknown"])
    assert codes(check("29 Rescue", format_)) == ["too-few-cards"]
    assert codes(check("31 Rescue\nSideboard\n15 Tim", format_)) == ["more-than-pool"]
    assert codes(check("31 Rescue\nSideboard\n14 Tim", format_)) == ["sideboard-size"]
    assert open_codes(check("30 Somebody", format_)) == ["card-unknown", "pool-unknown"]


def test_sealed_with_two_packs_uses_all_cards():
    assert open_codes(check("30 Rescue", FORMATS["sealed-2"])) == ["pool-unknown"]
    assert codes(check("31 Rescue", FORMATS["sealed-2"])) == ["more-than-pool"]


def test_registered_pool_limits_deck():
    pool = parse("20 Rescue\n10 Tim\n15 Unseen", CATALOGUE)
    opened, drafted = create_sealed_format(3).with_pool(pool), create_draft_format(3).with_pool(pool)
    assert check("20 Rescue\n10 Tim", opened).verdict is Verdict.LEGAL
    assert codes(check("21 Rescue\n10 Tim", opened)) == ["not-from-pool"]
    assert codes(check("20 Rescue\n10 Shelter", drafted)) == ["not-from-pool"]
    report = check("20 Rescue\n10 Unseen", drafted)
    assert (codes(report), open_codes(report)) == ([], ["card-unknown"])
    assert [
        problem.message for problem in check("20 Rescue\n10 Tim", create_sealed_format(4).with_pool(pool)).problems
    ] == ["the pool has 45 cards, and a pool of this format has 60 cards: register it again"]
    with pytest.raises(ValueError, match="too few packs; with one pack each it is Pack War"):
        create_sealed_format(1)


def test_pack_war_deck_is_whole_pack():
    format_ = FORMATS["pack-war"]
    assert check("15 Rescue", format_.with_pool(parse("15 Rescue", CATALOGUE))).verdict is Verdict.LEGAL
    assert open_codes(check("15 Rescue", format_)) == ["pool-unknown"]
    assert codes(check("14 Rescue", format_)) == ["too-few-cards"]
    assert codes(check("16 Rescue", format_)) == ["too-many-cards", "more-than-pool"]
    assert codes(check("15 Rescue\nSideboard\n15 Tim", format_)) == ["sideboard", "more-than-pool"]
    other = create_pack_war_format().with_pool(parse("14 Rescue\n1 Tim", CATALOGUE))
    assert codes(check("15 Rescue", other)) == ["not-from-pool"]


def test_token_in_deck_is_error():
    assert [(problem.code, problem.card) for problem in check(f"{SIXTY}1 Rook", HOUSE).problems] == [("token", "Rook")]


def test_swap_between_games_requires_equal_numbers():
    before = DESIGNED.with_uncatalogued_cards(
        parse(f"{lines(PUBLISHED.names[:20])}Sideboard\n{lines(PUBLISHED.names[20:25])}", CATALOGUE)
    )
    one, other = PUBLISHED.names[0], PUBLISHED.names[20]
    moved = f"{lines(PUBLISHED.names[1:20])}2 {one}\n1 {other}\nSideboard\n1 {one}\n2 {other}\n"
    assert check(moved + lines(PUBLISHED.names[21:25]), create_swap_format(before)).verdict is Verdict.LEGAL
    grown = f"{lines(PUBLISHED.names[:20])}1 {other}\nSideboard\n2 {other}\n{lines(PUBLISHED.names[21:25])}"
    assert codes(check(grown, create_swap_format(before))) == ["sideboard-size", "swap-size"]
    foreign = moved.replace(f"1 {other}", "1 Tim", 1)
    assert "swap-cards" in codes(check(foreign + lines(PUBLISHED.names[21:25]), create_swap_format(before)))


@given(st.data())
def test_legal_swap_never_makes_list_illegal(data: st.DataObject):
    deck = [name for name in (*COMMON[:14], *FREE[:6]) for _ in range(3)]
    side = [name for name in COMMON[14:19] for _ in range(3)]
    for _ in range(data.draw(st.integers(0, 15))):
        here, there = data.draw(st.integers(0, 59)), data.draw(st.integers(0, 14))
        deck[here], side[there] = side[there], deck[here]
    report = check(lines(deck, 1) + "Sideboard\n" + lines(side, 1), HOUSE)
    assert report.verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("line", "name", "copies"),
    [
        ("3 Rescue", "Rescue", 3),
        ("3x rescue", "Rescue", 3),
        ("Rescue x3", "Rescue", 3),
        ("3 I OWN THE NIGHT", "I Own the Night", 3),
        ("2 You Were Saying", "You Were Saying?", 2),
        ("2 You were saying??", "You Were Saying?", 2),
        ("Natures Renewal", "Nature's Renewal", 1),
        ("3 Nature\N{RIGHT SINGLE QUOTATION MARK}s Renewal", "Nature's Renewal", 3),
        ("One Eyed Sidekick (2)", "One-Eyed Sidekick", 2),
        ("2 Time Walker", "Timewalker", 2),
        ("3 Walk It Off", "Walk it Off", 3),
        ("T Rex x 2", "T-Rex", 2),
        ("- 3 Wake Up Bell", "Wake-Up Bell", 3),
        ("3 Ragmans Cart", "Ragman's Cart", 3),
        ("3 Flash Fire (free)", "Flash Fire", 3),
        ("3 Flash Fire [gift] (free)", "Flash Fire", 3),
        ("Flash Fire (free, gift) x3", "Flash Fire", 3),
    ],
)
def test_parse_line_in_common_forms(line: str, name: str, copies: int):
    (read,) = parse(line, CATALOGUE).lines
    assert (read.status, read.card and read.card.name, read.quantity) == (LineStatus.OK, name, copies)


@pytest.mark.parametrize(
    ("line", "name", "copies"),
    [
        ("1 Pack Card 12", "Pack Card 12", 1),
        ("Pack Card 12", "Pack Card", 12),
        ("3x Pack Card 2 (EP) 7", "Pack Card 2", 3),
    ],
)
def test_first_of_two_numbers_with_unknown_name_is_the_quantity(line: str, name: str, copies: int):
    (read,) = parse(line, CATALOGUE).lines
    assert (read.status, read.name, read.quantity) == (LineStatus.UNKNOWN, name, copies)


def test_parse_headings_in_common_forms():
    text = "Champions (2)\n1 Tim\nFree cards:\n1 Rescue\nGift cards (9)\nThe rest\nEvil\nSideboard (15):\n15 Swarm\n"
    parsed = parse(text, CATALOGUE)
    assert [line.status for line in parsed.lines].count(LineStatus.SECTION) == 6
    assert [(entry.card.name, entry.section) for entry in parsed.deck.entries] == [
        ("Tim", Section.MAIN),
        ("Rescue", Section.MAIN),
        ("Swarm", Section.SIDEBOARD),
    ]


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        ("3 Flash Fire (free)", (("free", True),)),
        ("3 Flash Fire (free, gift)", (("free", True), ("gift", True))),
        ("3 Flash Fire [gift] (free)", (("gift", True), ("free", True))),
        ("3 Flash Fire (not free)", (("free", False),)),
        ("3 Flash Fire (foil)", ()),
        ("3 Flash Fire", ()),
    ],
)
def test_parse_annotations_after_name(line: str, marks: tuple[tuple[str, bool], ...]):
    assert parse(line, CATALOGUE).lines[0].marks == marks


def test_misspelt_known_name_is_warned_of():
    report = check("2 Resceu\n2 Rescue")
    assert [warning.message for warning in report.warnings if warning.code == "near-name"] == [
        "“Resceu” is similar to Rescue: counted as two cards; if it is one, 4 copies are over the limit of 3"
    ]
