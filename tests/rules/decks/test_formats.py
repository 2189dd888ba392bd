"""Deck check of a format: each kind of error, and input that does not change the report."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks import AlignmentCount, DeckReport, Format, UnknownName, parse
from rules.decks.constraints import Ban, OneOfDecks
from tests.rules.decks.decks import CARDS, ON, SMALL, entries, text_of

GOOD = "3 Ember\n3 Flame Caller\n"


def check(text: str, on: date = ON, format_: Format = SMALL) -> DeckReport:
    return format_.check(parse(text, CARDS), on)


def problems(text: str, on: date = ON) -> list[tuple[str, str | None, tuple[int, ...], str, str]]:
    return [(each.code, each.card, each.lines, each.rule, each.message) for each in check(text, on).problems]


def warnings(text: str) -> list[tuple[str, str | None, tuple[int, ...], str]]:
    return [(each.code, each.card, each.lines, each.message) for each in check(text).warnings]


def test_check_legal_list_has_full_report() -> None:
    report = check(GOOD)
    assert report.legal
    assert report.to_json() == {
        "format": "small",
        "on": "2020-05-01",
        "legal": True,
        "cards": 6,
        "alignments": {
            "Red": {"zero": 0, "one": 6, "needed": 0},
            "Blue": {"zero": 0, "one": 0, "needed": 0},
        },
        "problems": [],
        "warnings": [],
        "unknown": [],
    }


def test_check_too_few_or_too_many_cards_is_error() -> None:
    assert problems("3 Ember\n1 Mist") == [("too-few-cards", None, (), "R:size", "4 cards, minimum 6: add 2")]
    assert problems(GOOD + "3 Mist\n3 8 Ball\n") == [
        ("too-many-cards", None, (), "R:size", "12 cards, maximum 10: remove 2")
    ]


def test_copies_are_added_up_before_check() -> None:
    assert problems("3 Ember\n3 Flame Caller\n1 ember\n") == [
        ("copies", "Ember", (1, 3), "R:copies", "4 x Ember, limit 3: remove 1 (lines 1 and 3 were added up)")
    ]
    assert problems("5 Ember\n3 Flame Caller\n") == [
        ("copies", "Ember", (1,), "R:copies", "5 x Ember, limit 3: remove 2")
    ]


def test_free_cards_require_cards_of_their_alignment() -> None:
    text = "3 Ember\n1 Flame Caller\n3 Spark\n"
    assert problems(text) == [
        (
            "alignment-balance",
            None,
            (3,),
            "R:balance",
            "Red: 3 free cards need 6 Red 1-cost cards, you have 4: add 2 or remove 1 free",
        )
    ]
    assert check(text).alignments == {"Red": AlignmentCount(3, 4, 6), "Blue": AlignmentCount(0, 0, 0)}


def test_odd_shortfall_rounds_cards_to_remove_up() -> None:
    (problem,) = problems("3 Ember\n1 Tide\n1 L'etang\n2 Drip\n1 8 Ball\n", on=date(2021, 1, 1))
    assert problem[4] == "Blue: 2 free cards need 4 Blue 1-cost cards, you have 3: add 1 or remove 1 free"
    assert problem[2] == (4,)


def test_card_of_two_alignments_counts_in_both() -> None:
    assert check("1 Steam\n3 Mist\n2 Ember").alignments == {
        "Red": AlignmentCount(1, 5, 2),
        "Blue": AlignmentCount(1, 3, 2),
    }
    assert [problem[4] for problem in problems("2 Steam\n1 Mist\n3 Ember")] == [
        "Blue: 2 free cards need 4 Blue 1-cost cards, you have 1: add 3 or remove 2 free"
    ]


@pytest.mark.parametrize(
    ("on", "banned"),
    [
        (date(2019, 12, 31), False),
        (date(2020, 1, 1), True),
        (date(2020, 5, 31), True),
        (date(2020, 6, 1), False),
    ],
)
def test_ban_applies_from_first_day_to_day_before_end(on: date, banned: bool) -> None:
    expected = ("banned", "Tide", (3,), "https://example.org/bans", "Tide is banned since 2020-01-01: remove all 2")
    assert problems(GOOD + "2 Tide\n", on) == [expected] * banned


def test_ban_without_end_applies_indefinitely() -> None:
    assert Ban("Tide", date(2020, 1, 1), "").holds(date(9999, 12, 31))


def test_tokens_and_gods_are_errors_and_do_not_count() -> None:
    assert problems(GOOD + "2 Ash Token\n1 The Sun\nash token") == [
        (
            "token",
            "Ash Token",
            (3, 5),
            "R:tokens",
            "Ash Token is a token, made during play and not a deck card: remove 3 (lines 3 and 5 were added up)",
        ),
        (
            "not-a-deck-card",
            "The Sun",
            (4,),
            "R:outside",
            "The Sun is a deity, which starts outside the deck: remove 1",
        ),
    ]
    assert check(GOOD + "2 Ash Token").cards == 6


def test_sideboard_in_format_without_one_is_error() -> None:
    assert problems(GOOD + "Sideboard\n2 Mist\n1 Ember\n") == [
        (
            "sideboard",
            None,
            (4, 5),
            "R:side",
            "3 cards in a sideboard, and this format has none: remove the sideboard",
        )
    ]
    assert check(GOOD + "Sideboard\n").legal


def test_unknown_names_make_list_illegal() -> None:
    report = check("3 Ember\n2 Flame Caler\n1 Flame Caler\n")
    assert not report.legal
    assert report.cards == 3
    assert [(each.code, each.card, each.lines, each.message) for each in report.problems] == [
        ("unknown-card", None, (2, 3), "no card is called \u201cFlame Caler\u201d: did you mean Flame Caller?")
    ]
    assert report.unknown == (
        UnknownName(2, "2 Flame Caler", ("Flame Caller",)),
        UnknownName(3, "1 Flame Caler", ("Flame Caller",)),
    )
    assert warnings("3 Ember\n2 Flame Caler\n") == [
        ("not-yet-judged", None, (), "the deck as a whole, such as its size, is judged when every name is read")
    ]


@pytest.mark.parametrize("unread", ["2 Flame Caler", "0 Ember", "1.5 Ember", "???"])
def test_errors_depending_on_unread_name_are_deferred(unread: str) -> None:
    text = f"4 Spark\n{unread}\n1 Tide\n"
    assert [(problem[0], problem[2]) for problem in problems(text)] == [
        ("copies", (1,)),
        (problems(unread)[0][0], (2,)),
        ("banned", (3,)),
    ]
    assert [problem[0] for problem in problems("4 Spark\n1 Tide\n")] == [
        "copies",
        "alignment-balance",
        "banned",
        "too-few-cards",
    ]
    declared = replace(SMALL, constraints=(OneOfDecks((("Fire", (("Ember", 3),)),), "R:declared"),))
    assert [problem.code for problem in check(f"1 Ember\n{unread}", format_=declared).problems] == [
        problems(unread)[0][0]
    ]


def test_unread_sideboard_line_does_not_defer_errors_of_deck() -> None:
    assert [problem[0] for problem in problems("1 Ember\nSB: 1 Nobody\n")] == ["unknown-card", "too-few-cards"]


def test_unreadable_lines_are_errors() -> None:
    assert problems(GOOD + "0 Ember\n") == [
        (
            "quantity",
            None,
            (3,),
            "R:small",
            "\u201c0 Ember\u201d: 0 copies: write how many there are, 1 to 99, or delete the line",
        )
    ]


def test_errors_are_all_reported_at_once() -> None:
    text = "4 Spark\n1 Tide\nNobody\n0 Ember\nAsh Token\nSB: Mist\n"
    assert [problem[0] for problem in problems(text)] == [
        "copies",
        "banned",
        "unknown-card",
        "quantity",
        "token",
        "sideboard",
    ]


def test_errors_at_line_are_found() -> None:
    report = check("4 Spark\n3 Flame Caller\n")
    assert [problem.code for problem in report.at_line(1)] == ["copies", "alignment-balance"]
    assert report.at_line(2) == ()


def test_warnings_leave_list_legal() -> None:
    text = "2 Embre\n1 Ember (SET) 4\n3 Flame Caller\n1 l'etang\n"
    assert check(text).legal
    assert warnings(text) == [
        ("above-minimum", None, (), "7 cards, minimum 6: legal, but 1 more than needed"),
        ("spelling", "Ember", (1,), "\u201cEmbre\u201d was read as Ember, the spelling on the card"),
        ("set-code-ignored", None, (2,), "(SET) 4 was ignored: a deck needs only names and numbers"),
        (
            "doubtful-card",
            "L'\u00c9tang",
            (4,),
            "L'\u00c9tang: some facts in the catalogue are doubtful (cost: one source)",
        ),
    ]


def test_declared_deck_is_compared_with_nearest() -> None:
    decks = (("Fire", (("Ember", 3), ("Spark", 1))), ("Water", (("Tide", 3), ("Drip", 1))))
    format_ = replace(SMALL, constraints=(OneOfDecks(decks, "R:declared"),))
    assert check("1 Spark\n2 Ember\n1 Ember", format_=format_).legal
    (problem,) = check("2 Ember\n1 Tide\n1 Spark", format_=format_).problems
    assert (problem.code, problem.lines, problem.message) == (
        "not-preconstructed",
        (2,),
        "not a preconstructed deck; nearest is Fire: add 1 Ember; remove 1 Tide",
    )


def without_lines(report: DeckReport) -> dict[str, Any]:
    """Return the report without what names lines: numbers, and the note on lines that were added up."""
    data = report.to_json()
    for problem in data["problems"] + data["warnings"]:
        del problem["lines"]
        problem["message"] = problem["message"].split(" (line")[0]
    for kind in ("problems", "warnings"):  # they come in the order of lines
        data[kind].sort(key=lambda each: (each["code"], each["message"]))
    data["unknown"] = sorted((each["text"], each["suggestions"]) for each in data["unknown"])
    return data


@given(st.lists(entries, max_size=20), st.data())
def test_order_of_lines_does_not_change_report(lines: list[tuple[int, str]], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations([*lines, (2, "Nobody at all")]))
    straight = check(text_of([*lines, (2, "Nobody at all")]))
    assert without_lines(check(text_of(shuffled))) == without_lines(straight)


@given(st.lists(entries, max_size=20), st.data())
def test_splitting_or_repeating_lines_does_not_change_report(lines: list[tuple[int, str]], data: st.DataObject) -> None:
    parts: list[tuple[int, str]] = []
    for quantity, name in lines:
        first = data.draw(st.integers(1, quantity))
        parts += [(first, name)] + [(quantity - first, name)] * (quantity > first)
    assert without_lines(check(text_of(parts))) == without_lines(check(text_of(lines)))


@given(st.lists(entries, max_size=20), st.sampled_from([card.name for card in CARDS if card.is_deck_card]), st.data())
def test_copy_above_limit_is_always_reported(lines: list[tuple[int, str]], name: str, data: st.DataObject) -> None:
    rest = [line for line in lines if line[1] != name]
    copies = data.draw(st.permutations([*rest, *[(1, name)] * 4]))
    every = check(text_of(copies)).problems
    found = [problem for problem in every if problem.code == "copies" and problem.card == name]
    at = tuple(number for number, line in enumerate(copies, start=1) if line[1] == name)
    added = f"lines {at[0]}, {at[1]}, {at[2]} and {at[3]} were added up"
    assert [(problem.message, problem.lines) for problem in found] == [(f"4 x {name}, limit 3: remove 1 ({added})", at)]


@given(st.lists(entries, max_size=20))
def test_report_is_legal_without_errors_and_errors_have_existing_lines(lines: list[tuple[int, str]]) -> None:
    report = check(text_of(lines))
    assert report.legal == (report.problems == ())
    for problem in (*report.problems, *report.warnings):
        assert list(problem.lines) == sorted(set(problem.lines))
        assert set(problem.lines) <= set(range(1, len(lines) + 1))
        assert problem.rule
        if problem.card:
            assert {lines[number - 1][1] for number in problem.lines} == {problem.card}


@given(st.lists(entries, max_size=20))
def test_alignment_balance_requires_what_it_states(lines: list[tuple[int, str]]) -> None:
    report = check(text_of(lines))
    short = {problem.message.split(":")[0] for problem in report.problems if problem.code == "alignment-balance"}
    assert short == {name for name, have in report.alignments.items() if have.one < 2 * have.zero}
    cards = [CARDS.card(name) for quantity, name in lines for _ in range(quantity)]
    for name, have in report.alignments.items():
        mine = [card.cost for card in cards if card.is_deck_card and name in card.deck_alignments]
        assert (have.zero, have.one, have.needed) == (mine.count(0), mine.count(1), 2 * mine.count(0))
