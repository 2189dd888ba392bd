"""Limits with unknown facts: exact results where known, an open verdict otherwise."""

from dataclasses import dataclass, field
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.commands.deck import as_text
from rules.decks import Catalogue, DeckReport, Format, Section, Verdict, parse
from rules.decks.constraints import Ban, CopyLimit, Size
from rules.decks.constraints.limits import CountLimit, MissingLists, OnlySets, Restrictions, SumLimit
from tests.rules.decks.decks import ON


@dataclass(frozen=True)
class Coin:
    """A card of a made-up game: whether it is golden may not be known, nor its weight."""

    name: str
    golden: bool | None = None
    weight: int | None = None
    set: str = "first"
    cost: int | None = None
    deck_alignments: tuple[str, ...] = ()
    is_deck_card: bool = True
    is_token: bool = False
    type: str = "coin"
    doubtful: tuple[str, ...] = field(default=())


COINS = Catalogue(
    [
        Coin("Ducat", golden=True, weight=3),
        Coin("Florin", golden=True, weight=4),
        Coin("Penny", golden=False, weight=1),
        Coin("Groat"),
        Coin("Stater", set="second"),
    ],
    {},
    marks={"golden": ("golden", True), "not golden": ("golden", False)},
)
BOTH = (Section.MAIN, Section.SIDEBOARD)
GOLD = CountLimit("golden", "golden coin", 4, lambda card: card.golden, "R:gold", "a list of metals", "golden")
OPEN = Format(
    "open", "Open", "", "R:open", (), (Size(3, "R:size"), CopyLimit(3, "R:copies", BOTH), GOLD), settled_by="a list"
)


def check(text: str, format_: Format = OPEN, on: date = ON) -> DeckReport:
    return format_.check(parse(text, COINS), on)


def problems(text: str, format_: Format = OPEN) -> list[tuple[str, str | None, tuple[int, ...], str]]:
    return [(each.code, each.card, each.lines, each.message) for each in check(text, format_).problems]


def unchecked(text: str, format_: Format = OPEN) -> list[tuple[str, str | None, tuple[int, ...], str]]:
    return [(each.code, each.card, each.lines, each.message) for each in check(text, format_).unchecked]


def test_limit_with_known_facts_is_exact() -> None:
    assert check("3 Ducat\n1 Florin\n3 Penny").verdict is Verdict.LEGAL
    assert problems("3 Ducat\n3 Penny\nSideboard\n2 Florin") == [
        ("golden", None, (1, 4), "5 golden coins, limit 4: remove 1")
    ]


def test_limit_with_unknown_cards_is_range() -> None:
    assert check("2 Ducat\n2 Groat").verdict is Verdict.LEGAL, "even if all are, they are within the limit"
    report = check("2 Ducat\n3 Groat")
    assert report.verdict is Verdict.AS_FAR_AS_KNOWN
    assert (report.legal, report.acceptable) == (False, True)
    assert unchecked("2 Ducat\n3 Groat") == [
        ("golden", None, (2,), "golden coins: at least 2, at most 5, limit 4; not known of Groat")
    ]


def test_annotations_count_without_proof() -> None:
    assert unchecked("3 Ducat\n2 Groat (not golden)") == [
        (
            "golden",
            None,
            (2,),
            "golden coins: at least 3, at most 5, limit 4; 3 by the player's own marks; not known of Groat",
        )
    ]
    assert problems("3 Ducat\n2 Groat [golden]") == [
        ("golden", None, (1, 2), "5 golden coins, limit 4, some by the player's own marks: remove 1")
    ]
    assert problems("3 Penny (golden)") == [
        ("mark-against-fact", "Penny", (1,), "Penny is not a golden coin: correct the mark behind its name")
    ]
    assert problems("3 Ducat (not golden)") == [
        ("mark-against-fact", "Ducat", (1,), "Ducat is a golden coin: correct the mark behind its name")
    ]


def test_annotation_is_distinguished_from_set_code() -> None:
    (line,) = parse("3 Ducat (golden)", COINS).lines
    assert (line.card, line.quantity, line.marks, line.set_code) == (COINS.card("Ducat"), 3, (("golden", True),), "")
    (line,) = parse("3 Ducat (ABC) 12", COINS).lines
    assert (line.marks, line.set_code) == ((), "(ABC) 12")


def test_unknown_name_counts_if_not_all_cards_are_known() -> None:
    report = check("3 Ducat\n2 Thaler\n1 THALER\n")
    assert report.cards == 6
    assert [(each.code, each.card, each.lines, each.message) for each in report.unchecked] == [
        ("card-unknown", "Thaler", (2, 3), "no card that is known is called “Thaler”: counted as written"),
        ("golden", None, (2, 3), "golden coins: at least 3, at most 6, limit 4; not known of Thaler"),
    ]
    assert problems("2 Thaler\nSideboard\n2 thaler\n") == [
        ("copies", "Thaler", (1, 3), "4 x Thaler, limit 3: remove 1 (lines 1 and 3 were added up)"),
        ("too-few-cards", None, (), "2 cards, minimum 3: add 1"),
    ]


def test_misspelt_name_is_warned_of_and_not_corrected() -> None:
    report = check("3 Florim\n2 Florin\n")
    assert [(each.code, each.card, each.message) for each in report.warnings if each.code == "near-name"] == [
        (
            "near-name",
            "Florim",
            "“Florim” is similar to Florin: counted as two cards; if it is one, 5 copies are over the limit of 3",
        )
    ]
    assert [each.message for each in check("3 Florim").warnings] == [
        "“Florim” is similar to Florin: counted as two cards"
    ]
    assert not report.problems


def test_two_similar_names_are_reported_once() -> None:
    output = [each for each in check("1 Thaler\n3 Taler\n2 Florim").warnings if each.code == "near-name"]
    assert [(each.card, each.lines, each.message) for each in output] == [
        ("Florim", (3,), "“Florim” is similar to Florin: counted as two cards"),
        (
            "Taler",
            (1, 2),
            "“Taler” is similar to Thaler: counted as two cards; if it is one, 4 copies are over the limit of 3",
        ),
    ]


def test_closed_format_reports_unknown_name_as_error() -> None:
    closed = Format("closed", "Closed", "", "R:closed", (), (Size(3, "R:size"),))
    report = check("3 Thaler", closed)
    assert [each.code for each in report.problems] == ["unknown-card"]
    assert (report.verdict, report.unchecked) == (Verdict.NOT_LEGAL, ())


@given(
    st.lists(st.tuples(st.integers(1, 4), st.sampled_from(["Ducat", "Florin", "Penny", "Groat", "Stater", "Thaler"])))
)
def test_verdict_does_not_depend_on_order(lines: list[tuple[int, str]]) -> None:
    one, other = (
        check("".join(f"{number} {name}\n" for number, name in order)) for order in (lines, list(reversed(lines)))
    )
    assert one.verdict is other.verdict
    assert sorted(each.message for each in one.unchecked) == sorted(each.message for each in other.unchecked)


@given(
    golden=st.lists(st.sampled_from([True, False, None]), min_size=6, max_size=6),
    copies=st.lists(st.integers(1, 3), min_size=6, max_size=6),
    truth=st.lists(st.booleans(), min_size=6, max_size=6),
)
def test_verdict_that_is_certain_does_not_change_with_new_facts(
    golden: list[bool | None], copies: list[int], truth: list[bool]
) -> None:
    def judged(facts: list[bool | None]) -> Verdict:
        coins = Catalogue([Coin(f"Coin {number}", golden=fact) for number, fact in enumerate(facts)], {})
        text = "".join(f"{many} Coin {number}\n" for number, many in enumerate(copies))
        return OPEN.check(parse(text, coins), ON).verdict

    before = judged(golden)
    after = judged([real if known is None else known for known, real in zip(golden, truth, strict=True)])
    assert before in (after, Verdict.AS_FAR_AS_KNOWN)


WEIGHT = SumLimit("weight", "ounce", 10, lambda card: card.weight, "R:weight", "a pair of scales")
WEIGHED = Format("weighed", "Weighed", "", "R:weighed", (), (WEIGHT,))


def test_sum_with_known_numbers_is_exact() -> None:
    assert check("2 Ducat\n1 Florin", WEIGHED).verdict is Verdict.LEGAL
    assert problems("3 Ducat\n2 Penny\nGroat", WEIGHED) == [
        ("weight", None, (1, 2, 3), "11 ounces, limit 10: 1 too many")
    ]
    assert unchecked("3 Ducat\n2 Groat", WEIGHED) == [
        ("weight", None, (2,), "9 ounces of 10, 3 of 5 known; not known of Groat")
    ]


def test_restricted_cards_and_missing_lists_are_reported() -> None:
    ruled = Format(
        "ruled",
        "Ruled",
        "",
        "R:ruled",
        (),
        (
            Restrictions((Ban("Ducat", date(2020, 2, 1), "https://example.org/restricted"),)),
            MissingLists("no list of banned coins is known", "a list stated by the head judge", "R:banned"),
            OnlySets(frozenset({"first"}), lambda card: card.set, "R:sets", "the format is older"),
        ),
    )
    assert problems("1 Ducat\nSB: 1 Ducat\nStater", ruled) == [
        ("restricted", "Ducat", (1, 2), "2 x Ducat, restricted to 1 since 2020-02-01: remove 1"),
        ("not-in-format", "Stater", (3,), "Stater is of “second”: the format is older"),
    ]
    assert check("2 Ducat", ruled, date(2020, 1, 31)).verdict is Verdict.AS_FAR_AS_KNOWN
    assert [ruled.allows(COINS.card(name), ON) for name in ("Ducat", "Stater")] == [True, False]


def test_report_states_unchecked_facts_and_how_to_settle_them() -> None:
    report = check("2 Ducat\n3 Groat")
    plain = report.to_json()
    assert (plain["legal"], plain["verdict"]) == (False, "legal as far as known")
    assert plain["unchecked"] == [
        {
            "code": "golden",
            "message": "golden coins: at least 2, at most 5, limit 4; not known of Groat",
            "settled_by": "a list of metals",
            "card": None,
            "lines": [2],
            "rule": "R:gold",
        }
    ]
    assert as_text(report).splitlines() == [
        "open on 2020-05-01: legal as far as known, 1 thing not checked, 5 cards",
        "",
        "warnings:",
        "  5 cards, minimum 3: legal, but 2 more than needed [above-minimum; R:size]",
        "",
        "not checked:",
        "  line 2: golden coins: at least 2, at most 5, limit 4; not known of Groat [golden; R:gold]",
        "    settled by: a list of metals",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 Ducat\n2 Penny", "legal, 4 cards"),
        ("2 Ducat\n3 Groat", "legal as far as known, 1 thing not checked, 5 cards"),
        ("2 Ducat", "not legal, 1 problem, 2 cards"),
    ],
)
def test_report_text_begins_with_verdict(text: str, message: str) -> None:
    assert as_text(check(text)).splitlines()[0] == f"open on 2020-05-01: {message}"
