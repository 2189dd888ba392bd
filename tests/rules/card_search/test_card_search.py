"""Card search language: matches, errors, completion."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.__main__ import main
from rules.card_search import QueryError, complete, parse_query, suggest_queries
from rules.card_search.parser import MAX_LENGTH
from rules.epic.cards import CATALOGUE, PRINTINGS, Card
from rules.epic.text.search_fields import FIELDS, text_of


def find_names(question: str) -> list[str]:
    return [card.name for card in parse_query(question, FIELDS).find(CATALOGUE.all_printings(), FIELDS)]


def matching_names(fits) -> list[str]:
    """The names of the cards of which a printing fits, in the catalogue's order."""
    return list(dict.fromkeys(card.name for card in CATALOGUE.all_printings() if fits(card)))


def mistake(question: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        parse_query(question, FIELDS)
    return caught.value


BANNED = ("Blind Faith", "Ceasefire", "Fumble")


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
        ("t:dragon", lambda c: "Dragon" in c.classes),
        ("t!=dragon", lambda c: "Dragon" not in c.classes),
        ('t:"elder god"', lambda c: "Elder God" in c.classes),
        ("t:champ", lambda c: c.type == "champion"),
        ("t=event", lambda c: c.type == "event"),
        ("color:wild", lambda c: "Wild" in c.alignments),
        ("Colour:green", lambda c: "Wild" in c.alignments),
        ("c:w", lambda c: "Wild" in c.alignments),
        ("a:g", lambda c: "Good" in c.alignments),
        ("c:1", lambda c: c.cost == 1),
        ("c:none", lambda c: c.cost is None),
        ('oracle:"draw 1 card"', lambda c: " draw 1 card" in f" {text_of(c)}".casefold()),
        ('o:"draw 1 card"', lambda c: " draw 1 card" in f" {text_of(c)}".casefold()),
        ("o:10", lambda c: c.offense == 10),
        ("o>d", lambda c: c.offense is not None and c.offense > c.defense),
        ("power>=10", lambda c: c.offense is not None and c.offense >= 10),
        ("tribe:dragon", lambda c: "Dragon" in c.classes),
        ("kw:tribute", lambda c: "tribute" in c.markers),
        ("\u2212k:blitz", lambda c: not has_blitz(c)),
        ("legal:full-constructed on:2017-07-31", lambda c: c.is_deck_card),
        ("f:full-constructed on:2017-08-01", lambda c: c.is_deck_card and c.name not in BANNED),
        ("format:Dark", lambda c: c.is_deck_card),
        ("f:preconstructed", lambda c: c.set == "Base" and len(c.alignments) == 1),
        ("banned:full-constructed on:2017-08-01", lambda c: c.name in BANNED),
        ("banned:constructed on:2017-07-31", lambda _c: False),
        ("-is:banned on=2020-01-01", lambda c: c.name not in BANNED),
    ],
)
def test_query_finds_matching_cards(question, fits):
    assert find_names(question) == matching_names(fits)


def test_query_with_several_conditions_finds_matching_cards():
    question = 'a:wild t:champion off>=10 k:blitz cost=1 "break"'
    assert find_names(question) == matching_names(
        lambda c: (
            "Wild" in c.alignments
            and c.type == "champion"
            and c.offense >= 10
            and has_blitz(c)
            and c.cost == 1
            and " break" in f" {c.name} {text_of(c)}".casefold()
        )
    )


def test_query_sort_orders_by_number_or_name():
    offense = [CATALOGUE.card(name).offense or 0 for name in find_names("t:champion sort:-off")]
    assert offense == sorted(offense, reverse=True)
    assert find_names("sort:-name") == find_names("sort:name")[::-1]
    costs = [CATALOGUE.card(name).cost for name in find_names("sort:cost")]
    assert costs == sorted(costs, key=lambda cost: (cost is None, cost))


@pytest.mark.parametrize(
    ("question", "wrong", "says", "suggestion"),
    [
        ("a:wlid", "wlid", "No card has the alignment “wlid”", "Wild"),
        ("colour:red", "red", "No card has the alignment “red”", None),
        ("rarity:rare", "rarity", "There is no field “rarity”", None),
        ("clas:dragon", "clas", "Did you mean class:?", "class"),
        ("t:dragn", "dragn", "No card has the type “dragn”", "Dragon"),
        ("f:standard", "standard", "There is no value of format: “standard”", None),
        ("banned:full-constructd", "full-constructd", "There are: full-constructed", "full-constructed"),
        ("f:draft on:soon", "soon", "such as on:2017-08-01", None),
        ("is:banned on:2017-08-01 on:2018-08-01", "on", "only once", None),
        ("drag%", "drag%", "“%” is not a wildcard", "drag"),
        ("kong %", "%", "“%” is not a wildcard", None),
        ("x:*draw", "*draw", "“*” is not a wildcard", "draw"),
        ("a:%", "%", "“%” is not a wildcard", None),
        ("-", "-", "excludes the term directly after it", None),
        ("kong - a:wild", "-", "excludes the term directly after it", None),
        ("/dr.gon a/", "/dr.gon a/", "a regular expression", '"dr gon a"'),
        ("o:/draw/", "/draw/", "a regular expression", '"draw"'),
        ("kong | lash", "|", "Write “or” between alternatives", "or"),
        ("kong && lash", "&&", "is not needed", None),
        ("kong ?", "?", "no letters or digits", None),
        ("keywrd:blitz", "keywrd", "Did you mean keyword:?", "keyword"),
        ("cost>=many", "many", "cost is a number", None),
        ("t>champion", ">", "ask type:champion", ":"),
        ("(a:wild", "(a:wild", "not closed", "(a:wild)"),
        ("a:wild)", ")", "no opening one", None),
        ('"break', '"break', "not closed", '"break"'),
        ("a:", "", "a value is missing", "Good"),
        ("=3", "=", "needs a field before it", None),
        ("k:blitz or", "or", "a term on both sides", None),
        ("or k:blitz", "or", "a term on both sides", None),
        ("not", "not", "term is missing after", None),
        ("is:tokn", "tokn", "There is no flag", "token"),
        ("is>token", "token", "is: takes a flag", None),
        ("sort:cots", "cots", "Sort by name, cost", "cost"),
        ('""', '""', "no words between", None),
        ("-sort:cost", "-", "cannot be negated", None),
        ("(" * 30 + "a" + ")" * 30, "(", "levels deep", None),
        ("a" * (MAX_LENGTH + 1), "a", f"at most {MAX_LENGTH} characters", None),
    ],
)
def test_query_error_has_message_and_place(question, wrong, says, suggestion):
    error = mistake(question)
    assert says in str(error)
    if question != "is>token":
        assert error.wrong == wrong
    assert suggestion is None or error.suggestions[0] == suggestion


def test_query_error_corrections_are_valid():
    for question in ("t:champion a:wlid", "(a:wild", 'x "break', "is:tokn a:good", "t>champion"):
        for corrected in mistake(question).corrected:
            parse_query(corrected, FIELDS)


PIECES = """a cost off def is sort k foo : = >= < != ! - ( ) or not and wild blitz 3 none token . ' ,"""
WORDS = st.sampled_from([*PIECES.split(), '"', " ", "\u201c", "\u201d", "\u2265", "\xe9", "\0", "\u202e"])


@given(st.lists(WORDS, max_size=14).map("".join))
def test_query_any_text_raises_query_errors_only(text):
    try:
        parse_query(text, FIELDS).find(PRINTINGS[:20], FIELDS)
        start, end = 0, len(text)
    except QueryError as error:
        start, end = error.start, error.end
    assert 0 <= start <= end <= len(text)


@given(st.lists(WORDS, max_size=10).map("".join), st.integers(-3, 40))
def test_complete_preserves_text_around_cursor(text, cursor):
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
        ("colo", ["alignment:"]),
        ("color:w", ["color:wild"]),
        ("c:w", ["c:wild"]),
        ("t:dra", ["t:dragon"]),
        ("f:full", ["f:full-constructed"]),
        ("banned:p", ["banned:preconstructed", "banned:pack-draft"]),
        ("kong", ["kong"]),
        ('"fire', []),
        ("", []),
    ],
)
def test_complete_returns_labels(typed, labels):
    assert [each.shown for each in complete(typed, len(typed), FIELDS, CATALOGUE.names)] == labels


@pytest.mark.parametrize(
    ("question", "output"),
    [
        ("color:wild c:evil", [("color:wild", "alignment:Wild"), ("c:evil", "alignment:Evil")]),
        ('oracle:"draw 1 card"', [('oracle:"draw 1 card"', 'text:"draw 1 card"')]),
        ("o:draw", [("o:draw", "text:draw")]),
        ("t:dragon tribe:elf", [("t:dragon", "class:Dragon"), ("tribe:elf", "class:Elf")]),
        ("power>=10", [("power>=10", "offense>=10")]),
        ("a:w t:champion c:1 o>=10 x:draw f:dark-draft", []),
    ],
)
def test_query_with_other_words_reports_substitution_and_finds_the_same(question, output):
    query = parse_query(question, FIELDS)
    assert [(each.asked, each.used) for each in query.substitutions] == output
    for asked, used in output:
        assert find_names(asked) == find_names(used)


@pytest.mark.parametrize(
    ("question", "day"),
    [("kong", None), ("is:banned", date(2026, 1, 1)), ("f:dark on:2017-01-01", date(2017, 1, 1)), ("t:event", None)],
)
def test_query_of_formats_or_bans_has_a_day(question, day):
    assert parse_query(question, FIELDS, date(2026, 1, 1)).day == day


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("angel of deth", '"Angel of Death"'),
        ('a:evil "angel of deth"', 'a:evil "Angel of Death"'),
        ("t:champion (angel of deth)", 't:champion ("Angel of Death")'),
        ("deth", "death"),
        ("konk", "Kong"),
        ("name:deth", "name:death"),
        ("x:banissh", "x:banish"),
    ],
)
def test_query_without_results_suggests_query_with_results(question, meant):
    assert find_names(question) == []
    near = suggest_queries(parse_query(question, FIELDS), CATALOGUE.all_printings(), FIELDS)
    assert near[0] == meant
    assert all(find_names(each) for each in near)


def test_query_without_similar_query_suggests_nothing():
    assert suggest_queries(parse_query("zzzzzzzz", FIELDS), CATALOGUE.all_printings(), FIELDS) == ()
    assert (
        suggest_queries(parse_query("a:wild a:evil t:event is:token", FIELDS), CATALOGUE.all_printings(), FIELDS) == ()
    )


def test_cards_command_lists_or_reports_error(capsys):
    assert main(["cards", "kong"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "Kong"
    assert main(["cards", "zzzz"]) == 1
    assert capsys.readouterr().out == "0 cards\n"
    assert main(["cards", "a:wlid"]) == 2
    assert capsys.readouterr().err.splitlines()[:2] == ["a:wlid", "  ^^^^"]
