"""The search language of cards: what fits, what is wrong, what completes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.__main__ import main
from rules.card_search import QueryError, complete, read_query
from rules.card_search.grammar import LONGEST
from rules.epic.card_fields import FIELDS, text_of
from rules.epic.cards import CATALOGUE, PRINTINGS, Card


def found(question: str) -> list[str]:
    return [card.name for card in read_query(question, FIELDS).find(CATALOGUE.all_printings(), FIELDS)]


def those(fits) -> list[str]:
    """The names of the cards of which a printing fits, in the catalogue's order."""
    return list(dict.fromkeys(card.name for card in CATALOGUE.all_printings() if fits(card)))


def mistake(question: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        read_query(question, FIELDS)
    return caught.value


def has_blitz(card: Card) -> bool:
    return "blitz" in card.keywords


@pytest.mark.parametrize(
    ("question", "fits"),
    [
        ("", lambda _card: True),
        ("a:wild", lambda c: "Wild" in c.alignments),
        ("alignment:W", lambda c: "Wild" in c.alignments),
        ("a=wild", lambda c: c.alignments == ("Wild",)),
        ("a!=wild", lambda c: "Wild" not in c.alignments),
        ("t:champion off>=10", lambda c: c.type == "champion" and c.offense >= 10),
        ("off>def", lambda c: c.offense is not None and c.offense > c.defense),
        ("cost=0", lambda c: c.cost == 0),
        ("cost:none", lambda c: c.cost is None),
        ("cost!=none", lambda c: c.cost is not None),
        ("cost!=1", lambda c: c.cost is not None and c.cost != 1),
        ("k:blitz or k:ambush", lambda c: has_blitz(c) or "ambush" in c.keywords),
        ("a:wild (k:blitz or k:ambush)", lambda c: "Wild" in c.alignments and (has_blitz(c) or "ambush" in c.keywords)),
        ("-k:blitz t:champion", lambda c: c.type == "champion" and not has_blitz(c)),
        ("not (k:blitz or t:event)", lambda c: not (has_blitz(c) or c.type == "event")),
        ("K:BLITZ AND T:CHAMPION", lambda c: has_blitz(c) and c.type == "champion"),
        ("is:token", lambda c: c.is_token),
        ("-is:deck", lambda c: not c.is_deck_card),
        ("loyalty:2", lambda c: "loyalty 2" in c.markers),
        ("s:tyrants", lambda c: c.set == "Tyrants"),
        ('x:"draw 1 card"', lambda c: "draw 1 card" in text_of(c).casefold()),
        ("name:kong", lambda c: c.name == "Kong"),
    ],
)
def test_what_fits(question, fits):
    assert found(question) == those(fits)


def test_the_question_of_the_design():
    question = 'a:wild t:champion off>=10 k:blitz cost=1 "break"'
    assert found(question) == those(
        lambda c: (
            "Wild" in c.alignments
            and c.type == "champion"
            and c.offense >= 10
            and has_blitz(c)
            and c.cost == 1
            and " break" in f" {c.name} {text_of(c)}".casefold()
        )
    )


def test_every_card_is_found_by_its_name():
    missed = [name for name in CATALOGUE.names if name not in found(name) or name not in found(f'"{name}"')]
    assert missed == []


def test_a_list_is_sorted_by_a_number_or_the_name():
    offense = [CATALOGUE.card(name).offense or 0 for name in found("t:champion sort:-off")]
    assert offense == sorted(offense, reverse=True)
    assert found("sort:-name") == found("sort:name")[::-1]
    costs = [CATALOGUE.card(name).cost for name in found("sort:cost")]
    assert costs == sorted(costs, key=lambda cost: (cost is None, cost))


@pytest.mark.parametrize(
    ("question", "wrong", "says", "suggestion"),
    [
        ("a:wlid", "wlid", "No card has the alignment “wlid”", "Wild"),
        ("colour:red", "colour", "There is no field “colour”", None),
        ("keywrd:blitz", "keywrd", "Did you mean keyword:?", "keyword"),
        ("cost>=many", "many", "cost is a number", None),
        ("t>champion", ">", "ask type:champion", ":"),
        ("(a:wild", "(a:wild", "never closed", "(a:wild)"),
        ("a:wild)", ")", "closes nothing", None),
        ('"break', '"break', "never closed", '"break"'),
        ("a:", "", "a value is missing", "Good"),
        ("=3", "=", "needs a field before it", None),
        ("k:blitz or", "or", "one of them is missing", None),
        ("or k:blitz", "or", "one of them is missing", None),
        ("not", "not", "left out is missing", None),
        ("is:tokn", "tokn", "nothing a card can be asked for", "token"),
        ("is>token", "token", "is: asks whether", None),
        ("sort:cots", "cots", "sorted by name, cost", "cost"),
        ('""', '""', "no word between", None),
        ("-sort:cost", "-", "cannot be left out", None),
        ("(" * 30 + "a" + ")" * 30, "(", "inside each other", None),
        ("a" * (LONGEST + 1), "a", f"at most {LONGEST} characters", None),
    ],
)
def test_what_is_wrong_and_where(question, wrong, says, suggestion):
    error = mistake(question)
    assert says in str(error)
    if question != "is>token":
        assert error.wrong == wrong
    assert suggestion is None or error.suggestions[0] == suggestion


def test_a_suggestion_in_place_mends_the_question():
    for question in ("t:champion a:wlid", "(a:wild", 'x "break', "is:tokn a:good", "t>champion"):
        for mended in mistake(question).mended:
            read_query(mended, FIELDS)


PIECES = """a cost off def is sort k foo : = >= < != ! - ( ) or not and wild blitz 3 none token . ' ,"""
WORDS = st.sampled_from([*PIECES.split(), '"', " ", "\u201c", "\u201d", "\u2265", "\xe9", "\0", "\u202e"])


@given(st.lists(WORDS, max_size=14).map("".join))
def test_any_text_is_read_or_refused_with_a_place(text):
    try:
        read_query(text, FIELDS).find(PRINTINGS[:20], FIELDS)
        start, end = 0, len(text)
    except QueryError as error:
        start, end = error.start, error.end
    assert 0 <= start <= end <= len(text)


@given(st.lists(WORDS, max_size=10).map("".join), st.integers(-3, 40))
def test_a_completion_keeps_what_stands_around_the_cursor(text, cursor):
    at = max(0, min(cursor, len(text)))
    for each in complete(text, cursor, FIELDS, CATALOGUE.names):
        assert each.text.endswith(text[at:])
        assert each.text[each.cursor :] == text[at:]


@pytest.mark.parametrize(
    ("typed", "labels"),
    [
        ("a:w", ["a:wild"]),
        ("-a:g", ["-a:good"]),
        ("is:t", ["is:token"]),
        ("sort:-o", ["sort:-offense"]),
        ("cost:", ["cost:none"]),
        ("kong", ["kong"]),
        ('"fire', []),
        ("", []),
    ],
)
def test_what_completes(typed, labels):
    assert [each.shown for each in complete(typed, len(typed), FIELDS, CATALOGUE.names)] == labels


def test_the_command_lists_or_points(capsys):
    assert main(["cards", "kong"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "Kong"
    assert main(["cards", "zzzz"]) == 1
    assert capsys.readouterr().out == "0 cards\n"
    assert main(["cards", "a:wlid"]) == 2
    assert capsys.readouterr().err.splitlines()[:2] == ["a:wlid", "  ^^^^"]
