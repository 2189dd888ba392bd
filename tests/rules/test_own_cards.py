"""Card files of an organiser override and extend the known cards."""

import pickle
from contextlib import suppress
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.champions.own_cards import own_cards as champions_cards
from rules.decks import Verdict, parse
from rules.decks.card_files import MAX_CHARACTERS, CardFileError, Source
from rules.epic_tcg.cards import CATALOGUE, CardSet, Certainty, Fact
from rules.epic_tcg.own_cards import own_cards as tcg_cards
from rules.games import EPIC, EPIC_TCG, GAMES, NoCardFileError

ON = date(2010, 5, 1)
HEAD = 'file = 1\ngame = "epic-tcg"\nset = "City event"\n'


def card(name: str) -> str:
    return (
        f'[[card]]\nname = "{name}"\ncost = "free"\nspeed = "fast"\ntype = "event"\nalignment = "wild"\n'
        'origin = "natural"\ngift = false\ndo = ["draw 1"]\n'
    )


def reported_errors(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(CardFileError) as raised:
        EPIC_TCG.with_cards(text)
    return [(each.line, each.card, each.message) for each in raised.value.errors]


def test_card_file_overrides_known_and_adds_new_cards():
    own = tcg_cards(HEAD + card("RESCUE") + card("Frog"))
    assert (own.title, own.sources) == ("City event", {"Rescue": Source.OVERRIDDEN, "Frog": Source.ADDED})
    rescue, known = own.cards.card("Rescue"), CATALOGUE.card("Rescue")
    assert (rescue.cost, rescue.set, rescue.sources) == (0, known.set, known.sources)
    assert rescue.certainty_of(Fact.COST) is Certainty.ORGANISER
    assert known.certainty_of(Fact.COST) is Certainty.UNKNOWN, "the game itself stays as it was"
    assert own.cards.card("Frog").set is CardSet.ORGANISER
    game = EPIC_TCG.with_cards(own.text)
    assert (game.cards.names, len(game.cards)) == (own.cards.names, len(EPIC_TCG.cards) + 1)
    assert EPIC_TCG.cards.get("Frog") is None


def test_deck_check_uses_facts_of_card_file():
    text = "".join(f"3 Frog {letter}\n" for letter in "abcdefghijklmnopqrst")
    frogs = "".join(card(f"Frog {letter}") for letter in "abcdefghijklmnopqrst")
    check = EPIC_TCG.formats["designed"].check
    without = check(parse(text, EPIC_TCG.cards), ON)
    output = check(parse(text, EPIC_TCG.with_cards(HEAD + frogs).cards), ON)
    assert without.verdict is Verdict.AS_FAR_AS_KNOWN
    assert [problem.code for problem in output.problems] == ["free-cards"], "60 free cards, 18 at most"


def test_invented_cards_are_refused_by_published_formats():
    own = tcg_cards(HEAD + 'source = "invented"\n' + card("Frog"))
    assert own.sources == {"Frog": Source.INVENTED}
    assert own.cards.card("Frog").is_invented
    assert not EPIC_TCG.formats["designed"].allows(own.cards.card("Frog"), ON)


def test_card_file_errors_have_their_lines():
    assert reported_errors(HEAD + card("Harbour Gull") + card("Frog").replace("wild", "green") + card("Spark")) == [
        (18, "Frog", "alignment 'green': expected good, evil, wild, unaligned")
    ]
    assert reported_errors(HEAD + card("Harbour Gull") + card("Spark")) == [
        (4, "Harbour Gull", "the invented house set has a card of that name: give this one another"),
        (13, "Spark", "the invented house set has a card of that name: give this one another"),
    ]
    assert reported_errors(HEAD + 'source = "invented"\n' + card("Rescue")) == [
        (5, "Rescue", "the published game has a card of that name: give the invented one another")
    ]
    assert reported_errors(HEAD + 'source = "hearsay"\n' + card("Frog")) == [
        (4, "", "source 'hearsay': expected organiser or invented")
    ]


def test_card_file_limits_apply_before_parsing():
    long = "#" * (MAX_CHARACTERS + 1)
    assert reported_errors(long) == [(0, "", "500,001 characters: a card file has at most 500,000")]
    assert reported_errors("a\n\0") == [(2, "", "the file contains a null byte: save it as plain text")]
    assert reported_errors("\ud800") == [(0, "", "the file is not valid UTF-8: save it as UTF-8")]
    assert reported_errors("a = " + "[" * 20_000) == [(0, "", "invalid TOML: its lists are nested too deeply")]
    assert reported_errors(f"a = {'9' * 5000}")[0][2].startswith("invalid TOML: Exceeds the limit")


def test_game_with_complete_cards_rejects_card_file():
    complete = replace(EPIC, card_files=None)
    assert not complete.supports_card_files
    with pytest.raises(NoCardFileError) as raised:
        complete.with_cards(HEAD)
    assert str(raised.value) == "Epic Card Game does not support card files: it uses its built-in cards."


def test_game_copied_has_its_card_file():
    game = EPIC_TCG.with_cards(HEAD + card("Frog"))
    again = pickle.loads(pickle.dumps(game))
    assert again.own.sources == {"Frog": Source.ADDED}
    assert again.cards.card("Frog") == game.cards.card("Frog")
    assert pickle.loads(pickle.dumps(EPIC_TCG)) is EPIC_TCG


def test_champions_card_file_has_facts_of_known_and_new_cards():
    output = champions_cards(
        '{"format": "champions-cards 1", "title": "City", "complete": true, "cards": ['
        '{"name": "orruk boss", "cost": 3}, {"name": "Ford Watch", "type": "action"}]}'
    )
    assert output.sources == {"Orruk Boss": Source.OVERRIDDEN, "Ford Watch": Source.ADDED}
    assert output.cards.card("Orruk Boss").organised == ("cost",)
    assert output.formats is not None
    assert output.formats["constructed"].settled_by == ""
    invented = champions_cards(
        'format = "champions-cards 1"\nsource = "invented"\n[[cards]]\nname = "Ford Watch"\ntype = "action"\n'
    )
    assert invented.sources == {"Ford Watch": Source.INVENTED}
    assert invented.cards.names == ("Ford Watch",), "never mixed with the published ones"


@pytest.mark.parametrize("read", [game.card_files.read for game in GAMES.values() if game.card_files])
@given(
    text=st.text(max_size=60)
    | st.lists(st.sampled_from([*HEAD.splitlines(), *card("A").splitlines(), "gift = []", "do = 3", "ability = [1]"]))
    .map("\n".join)
)  # fmt: skip
def test_card_file_any_text_raises_card_file_errors_only(read, text: str):
    with suppress(CardFileError):
        read(text)


@pytest.mark.parametrize("title", ["x" * 401, "a\\u0000b", "a\\nb"])
@pytest.mark.parametrize(
    ("slug", "head"),
    [
        ("hex", 'file = 1\ngame = "hex"\nset = "{}"\n[[card]]\nname = "A"\n'),
        ("epic-tcg", 'file = 1\ngame = "epic-tcg"\nset = "{}"\n' + card("A")),
        ("champions", 'format = "champions-cards 1"\ntitle = "{}"\n[[cards]]\nname = "A"\n'),
        ("epic", 'format = "epic-cards 1"\ntitle = "{}"\n[[cards]]\nname = "Kong"\n'),
    ],
)
def test_card_file_title_too_long_is_rejected(slug, head, title):
    with pytest.raises(CardFileError, match=r"(set|text of at most 400|title = )"):
        GAMES[slug].with_cards(head.format(title))


FORMS = {game.slug: game.card_files for game in GAMES.values() if game.card_files}
ONE_CARD = {
    "hex": 'file = 1\ngame = "hex"\n[[card]]\nname = "Burn"\n{} = 1.5\n',
    "epic-tcg": HEAD + '[[card]]\nname = "A"\ntype = "champion"\nalignment = "wild"\norigin = "natural"\n{} = 1.5\n',
    "champions": 'format = "champions-cards 1"\n[[cards]]\nname = "A"\n{} = 1.5\n',
    "epic": 'format = "epic-cards 1"\n[[cards]]\nname = "A"\n{} = 1.5\n',
}
"""A file whose card has a field that nothing can stand in."""


def refused_lines(slug: str, text: str) -> list[str]:
    with pytest.raises(CardFileError) as raised:
        GAMES[slug].with_cards(text)
    return [each.message for each in raised.value.errors]


@pytest.mark.parametrize("slug", list(ONE_CARD))
def test_card_file_example_of_each_form_is_valid(slug):
    form = FORMS[slug]
    own = form.read(form.example)
    assert set(own.sources.values()) <= {Source.ADDED, Source.OVERRIDDEN, Source.INVENTED}
    assert own.title == "City event"
    known = f"'zzz' is not known of a card; known: {', '.join(form.fields)}"
    assert known in refused_lines(slug, ONE_CARD[slug].format("zzz"))
    above = f"'zzz' is not known here; known: {', '.join(form.head)}"
    assert above in refused_lines(slug, "zzz = 1\n" + ONE_CARD[slug].format("zzz"))


def test_card_file_forms_are_explained_for_every_game():
    assert list(FORMS) == ["epic", "hex", "epic-tcg", "champions"]


@pytest.mark.parametrize(
    ("slug", "field"), [(slug, field) for slug, form in FORMS.items() for field in form.fields if field != "name"]
)
def test_card_file_field_values_equal_those_in_error(slug, field):
    text = ONE_CARD[slug].format(field)
    if slug == "epic-tcg" and field in ("type", "alignment", "origin"):
        text = HEAD + f'[[card]]\nname = "A"\n{field} = 1.5\n'
    message = FORMS[slug].fields[field][1]
    assert [output for output in refused_lines(slug, text) if output.startswith(field) and message in output]
