"""An organiser's card files: facts over what is known, mistakes told by line, and what checks make of them."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.card_files import LONGEST, MOST_BYTES, MOST_CARDS, CardFileError, CardForm
from rules.decks import Verdict, parse
from rules.epic_tcg.cards import CARD_FORM as TCG_FORM
from rules.epic_tcg.cards import CATALOGUE as TCG_CARDS
from rules.epic_tcg.cards import Alignment, Fact, Sureness
from rules.epic_tcg.formats import FORMATS as TCG_FORMATS
from rules.epic_tcg.formats import designed
from rules.games import GAMES
from rules.hex.cards import CARD_FORM as HEX_FORM
from rules.hex.cards import CATALOGUE as HEX_CARDS
from rules.hex.formats import FORMATS as HEX_FORMATS
from rules.hex.formats import Known
from rules.hex.formats import formats as hex_formats

TCG = 'file = 1\ngame = "epic-tcg"\n'
HEX = 'file = 1\ngame = "hex"\n'
DAY = date(2010, 5, 1)


def mistakes(form: CardForm[Any], text: str | bytes) -> tuple[str, ...]:
    with pytest.raises(CardFileError) as caught:
        form.read(text if isinstance(text, bytes) else text.encode())
    assert str(caught.value) == "\n".join(caught.value.mistakes)
    return caught.value.mistakes


def test_a_file_tells_facts_of_known_cards_and_of_new_ones() -> None:
    text = (
        TCG
        + '[[card]]\nname = "tim"\ncost = "action"\ngift = false\n[[card]]\nname = "Slow Wyrm"\nalignment = "Evil"\n'
    )
    told = TCG_FORM.read(text.encode())
    tim, wyrm = told.cards.card("Tim"), told.cards.card("Slow Wyrm")
    before = TCG_CARDS.card("Tim")
    assert (tim.name, tim.cost, tim.gift, tim.behaviour) == ("Tim", 1, False, before.behaviour)
    assert (tim.sure_of(Fact.COST), tim.sure_of(Fact.TYPE)) == (Sureness.ORGANISED, before.sure_of(Fact.TYPE))
    assert (wyrm.alignment, wyrm.cost, wyrm.sure_of(Fact.COST)) == (Alignment.EVIL, None, Sureness.UNKNOWN)
    assert len(told.cards) == len(TCG_CARDS) + 1
    assert not told.complete
    assert before.cost is None, "what is known anyway stays as it was"


def test_a_fact_of_one_source_is_no_doubt_any_more_when_the_organiser_tells_it() -> None:
    assert "type: one source" in TCG_CARDS.card("Tim").doubtful
    told = TCG_FORM.read(f'{TCG}[[card]]\nname = "Tim"\ntype = "champion"\n'.encode())
    assert "type: one source" not in told.cards.card("Tim").doubtful


def test_with_every_fact_a_designed_deck_is_legal_for_certain() -> None:
    names = [f"Card {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]
    facts = "".join(f'[[card]]\nname = "{name}"\ncost = "action"\ngift = false\n' for name in names)
    told = TCG_FORM.read(f"{TCG}complete = true\n{facts}".encode())
    text = "".join(f"3 {name}\n" for name in names)
    format_ = designed((), ()).with_every_card_known()
    assert format_.check(parse(text, told.cards), DAY).verdict is Verdict.LEGAL
    assert designed((), ()).check(parse(text, TCG_CARDS), DAY).verdict is Verdict.AS_FAR_AS_KNOWN
    other = format_.check(parse(text + "1 Card Z\n", told.cards), DAY)
    assert [problem.code for problem in other.problems] == ["unknown-card"]
    free = TCG_FORM.read(f"{TCG}{facts.replace('action', 'free')}".encode())
    report = TCG_FORMATS["designed"].check(parse(text, free.cards), DAY)
    assert [problem.message for problem in report.problems] == ["60 free cards, limit 18: remove 42"]


def test_a_hex_card_of_a_later_set_settles_standard() -> None:
    text = f'{HEX}[[card]]\nname = "Icy"\nset = "Frostheart"\nrarity = "common"\ntypes = ["troop"]\nsockets = []\n'
    champion = '[[card]]\nname = "Ada"\nset = "Frostheart"\nrarity = "champion"\ntypes = ["champion"]\nsockets = []\n'
    told = HEX_FORM.read((text + champion).encode())
    deck = "Champion: Ada\n4 Icy\n56 Ruby Shard"
    day = date(2018, 3, 5)
    known = hex_formats(Known(gems=("Minor Wild Orb",), bans=()))["standard"]
    assert known.check(parse(deck, told.cards), day).verdict is Verdict.LEGAL
    without = [each.code for each in known.check(parse(deck, HEX_CARDS), day).unchecked]
    assert {"card-unknown", "champion-unknown"} <= set(without)
    early = HEX_FORMATS["constructed-1-2"].check(parse(deck, told.cards), day)
    assert ("not-in-format", "Icy") in [(each.code, each.card) for each in early.problems]


def test_a_new_hex_card_tells_what_a_check_rests_on() -> None:
    assert mistakes(HEX_FORM, f'{HEX}[[card]]\nname = "Frozen Thing"\nset = "shards of fate"\n') == (
        "line 4: nothing is known of Frozen Thing yet: tell rarity, types and sockets as well",
    )
    told = HEX_FORM.read(f'{HEX}[[card]]\nname = "burn"\nset = "shattered destiny"\n'.encode())
    assert (told.cards.card("Burn").set, told.cards.card("Burn").cost) == (
        "Shattered Destiny",
        HEX_CARDS.card("Burn").cost,
    )


def test_every_mistake_is_told_at_its_line() -> None:
    text = (
        'file = 1\ngame = "hex"\ncomplete = "yes"\nstuff = 1\n\n'
        '[[card]]\nname = "Tim"\ncost = 3\ngift = 1\nbogus = 2\n\n'
        '[[card]]\nname = "Rescue"\ntype = "event"\noffense = 3\n\n'
        '[[card]]\nname = "rescue"\n\n[[card]]\nname = "  "\n\n[[card]]\nname = "Rook"\ncost = "free"\n'
    )
    known = "name, gift, cost, speed, type, alignment, origin, offense, defense, keywords"
    assert mistakes(TCG_FORM, text) == (
        'a card file of this game begins with  file = 1  and  game = "epic-tcg"',
        "complete = 'yes': write true or false",
        "'stuff' is not known here; known: card, complete, file, game, title",
        "line 8: cost: 3 is none of action, free",
        "line 9: gift: 1: write true or false",
        f"line 10: 'bogus' is nothing a card file tells; there are: {known}",
        "line 13: Rescue: only a champion has offense and defense",
        "line 18: rescue is in the file already: tell its facts in one place",
        f"line 21: a card has a name of 1 to {LONGEST} characters",
        "line 24: Rook: this card is invented, and a card file tells of published ones",
    )


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", 'a card file of this game begins with  file = 1  and  game = "epic-tcg"'),
        (TCG.encode(), "the file tells of no card: write [[card]] and below it  name = "),
        (b"\xef\xbb\xbf[[card", "this is no TOML, which a card file is: "),
        (b"file = 1\ngame = '\xff'", "line 2: this is no UTF-8: save the file as UTF-8"),
        (b"x" * (MOST_BYTES + 1), "2,000,001 bytes: a card file has at most 2,000,000"),
        (TCG.encode() + b"card = 3", "a card is a table: begin each with [[card]]"),
        (TCG.encode() + b'[[card]]\nname = "A"\n' * (MOST_CARDS + 1), "2,001 cards: a card file has at most 2,000"),
    ],
)
def test_what_is_no_card_file_says_why(content: bytes, why: str) -> None:
    assert any(mistake.startswith(why) for mistake in mistakes(TCG_FORM, content))


@given(
    st.binary(max_size=200)
    | st.text(alphabet='[]card="name\n123{},', max_size=120).map(lambda text: (TCG + text).encode())
)
def test_any_bytes_are_cards_or_a_clear_error(content: bytes) -> None:
    for form in (TCG_FORM, HEX_FORM):
        try:
            form.read(content)
        except CardFileError as error:
            assert error.mistakes  # noqa: PT017 - either answer is fine


def test_games_whose_cards_are_not_all_known_take_card_files() -> None:
    assert {slug for slug, game in GAMES.items() if game.card_form} == {"hex", "epic-tcg"}
    for game in GAMES.values():
        assert game.card_form is None or game.card_form.game == game.slug
