"""Lists with sections, sideboard sizes, pools and swaps."""

from dataclasses import dataclass, field, replace

from hypothesis import given
from hypothesis import strategies as st

from rules.decks import (
    Catalogue,
    Decklist,
    DeckReport,
    Entry,
    Format,
    Section,
    from_json,
    parse,
    to_data,
    to_json,
    to_text,
)
from rules.decks.constraints.pools import PoolLimit
from rules.decks.constraints.sections import Sections, SectionSize, Sideboard, Swap
from rules.decks.decklist import merge_entries
from tests.rules.decks.decks import ON


@dataclass(frozen=True)
class Figure:
    """A card of a made-up game whose decks have leaders and orders."""

    name: str
    kind: Section | None
    cost: int | None = None
    deck_alignments: tuple[str, ...] = ()
    is_deck_card: bool = True
    is_token: bool = False
    type: str = "figure"
    doubtful: tuple[str, ...] = field(default=())


LEADERS = ("Ada", "Bob", "Cid")
FIGURES = Catalogue(
    [
        *(Figure(name, Section.CHAMPIONS) for name in LEADERS),
        Figure("March", Section.ACTIONS),
        Figure("Halt", Section.ACTIONS),
        Figure("Mystery", None),
    ],
    {},
    sections={
        "leaders": Section.CHAMPIONS,
        "champions": Section.CHAMPIONS,
        "orders": Section.ACTIONS,
        "actions": Section.ACTIONS,
    },
)
SIZES = Sections(
    (SectionSize(Section.CHAMPIONS, 2, 2, "leader"), SectionSize(Section.ACTIONS, 3, 4, "order")),
    "R:parts",
    lambda card: card.kind,
    "the kind of the card",
)
PARTED = Format(
    "parted", "Parted", "", "R:parted", (), (SIZES,), (Section.MAIN, Section.CHAMPIONS, Section.ACTIONS), "a card list"
)  # fmt: skip


def check(text: str, format_: Format = PARTED) -> DeckReport:
    return format_.check(parse(text, FIGURES), ON)


def problems(text: str, format_: Format = PARTED) -> list[tuple[str, str | None, tuple[int, ...], str]]:
    return [(each.code, each.card, each.lines, each.message) for each in check(text, format_).problems]


def test_sections_have_headings_of_the_game() -> None:
    parsed = parse("Leaders (2):\nAda\nBob\n\nOrders\n3 March\nSideboard\nHalt\n", FIGURES)
    assert [(entry.card.name, entry.quantity, entry.section) for entry in parsed.deck.entries] == [
        ("Ada", 1, Section.CHAMPIONS),
        ("Bob", 1, Section.CHAMPIONS),
        ("March", 3, Section.ACTIONS),
        ("Halt", 1, Section.SIDEBOARD),
    ]
    assert to_text(parsed.deck) == "\nChampions\n1 Ada\n1 Bob\n\nActions\n3 March\n\nSideboard\n1 Halt\n"
    assert list(to_data(parsed.deck)) == ["main", "champions", "actions", "sideboard"]


@given(
    st.lists(
        st.builds(
            Entry,
            card=st.sampled_from(list(FIGURES)),
            quantity=st.integers(1, 120),
            section=st.sampled_from(FIGURES.parts),
        ),
        max_size=9,
    ).map(merge_entries)
)
def test_deck_with_sections_round_trips_through_text_and_json(deck: Decklist[Figure]) -> None:
    assert parse(to_text(deck), FIGURES).deck == deck
    assert from_json(to_json(deck), FIGURES) == deck


def test_section_sizes_are_checked_separately() -> None:
    assert check("Ada\nBob\n3 March").legal
    assert check("Champions\nAda\nBob\nActions\n4 March").legal
    assert problems("Champions\nAda\nActions\n5 March") == [
        ("champions-size", None, (), "1 leader, exactly 2: add 1"),
        ("actions-size", None, (), "5 orders, 3 to 4: remove 1"),
    ]


def test_card_under_wrong_heading_is_error() -> None:
    assert problems("Champions\nAda\nMarch\nActions\n3 Halt") == [
        ("wrong-section", "March", (3,), "March stands under Champions and belongs under Actions")
    ]


def test_card_of_unknown_kind_is_unchecked_if_it_may_fit() -> None:
    report = check("Ada\nBob\n2 March\nMystery")
    assert (report.legal, report.acceptable, str(report.verdict)) == (False, True, "legal as far as known")
    assert [(each.code, each.card, each.lines, each.settled_by) for each in report.unchecked] == [
        ("section-unknown", "Mystery", (4,), "the kind of the card")
    ]
    assert problems("Ada\nBob\n1 March\nMystery") == [("actions-size", None, (), "1 order, 3 to 4: add 2")]
    assert problems("Ada\nBob\n4 March\nMystery") == [
        ("section-room", None, (4,), "1 card under no heading, and the sections have room for 0: remove some")
    ]
    assert check("Champions\nAda\nMystery\nActions\n3 March").legal


def test_unknown_name_is_card_of_unknown_kind() -> None:
    report = check("Ada\nBob\n2 March\nDrummer")
    assert [(each.code, each.card) for each in report.unchecked] == [
        ("card-unknown", "Drummer"),
        ("section-unknown", "Drummer"),
    ]
    assert not report.problems
    assert [each.text for each in report.unknown] == ["Drummer"]


FIFTEEN = Format("fifteen", "Fifteen", "", "R:fifteen", (), (Sideboard((0, 15), "R:side"),))
UP_TO = Format("up-to", "Up to", "", "R:up", (), (Sideboard(range(16), "R:up", "reserves"),))


def test_sideboard_must_have_one_of_its_sizes() -> None:
    assert check("Ada", FIFTEEN).legal
    assert check("Ada\nSideboard\n15 March", FIFTEEN).legal
    assert problems("Ada\nSideboard\n14 March", FIFTEEN) == [
        ("sideboard-size", None, (3,), "14 cards in the sideboard, allowed 0 or 15: add 1 or remove all")
    ]
    assert problems("Ada\nSB: 10 March\nSB: 6 Halt", FIFTEEN) == [
        ("sideboard-size", None, (2, 3), "16 cards in the sideboard, allowed 0 or 15: remove 1")
    ]
    assert check("Ada\nSideboard\n14 March", UP_TO).legal
    assert problems("Ada\nSideboard\n16 March", UP_TO) == [
        ("reserves-size", None, (3,), "16 cards in the reserves, allowed 0 to 15: remove 1")
    ]


def test_unread_sideboard_line_defers_size_error() -> None:
    report = check("Ada\nSideboard\n14 March\n0 Halt", FIFTEEN)
    assert [each.code for each in report.problems] == ["quantity"]


def test_card_outside_pool_is_error() -> None:
    opened = replace(FIFTEEN, constraints=(PoolLimit("R:pool", 4),))
    format_ = opened.with_pool(parse("Ada\n3 March", FIGURES))
    assert check("Ada\n2 March\nSB: 1 March", format_).legal
    assert problems("2 Ada\n2 March\nSB: 1 Halt", format_) == [
        ("not-from-pool", "Ada", (1,), "2 x Ada, 1 in the pool: remove 1"),
        ("not-from-pool", "Halt", (3,), "1 x Halt, 0 in the pool: remove 1"),
        ("more-than-pool", None, (), "5 cards in deck and sideboard, 4 were opened: remove 1"),
    ]


def test_swap_must_be_one_for_one() -> None:
    before = parse("2 Ada\n2 March\nSB: Halt", FIGURES).deck
    format_ = replace(FIFTEEN, constraints=(Swap(before, "R:swap"),))
    assert check("2 Ada\n1 March\n1 Halt\nSB: march", format_).legal
    assert problems("2 Ada\n2 March\nHalt", format_) == [
        ("swap-size", None, (), "5 cards in the deck, 4 before: swap one for one")
    ]
    assert problems("2 Ada\n2 March\nSB: Cid", format_) == [
        ("swap-cards", "Cid", (), "1 x Cid in deck and sideboard, 0 were registered"),
        ("swap-cards", "Halt", (), "0 x Halt in deck and sideboard, 1 were registered"),
    ]
