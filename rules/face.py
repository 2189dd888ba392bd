r"""The functions of the library: begin a game, read a record, ask, check, apply, replay to the verdict.

>>> table = position('''
... Record: 1
... Game: epic
... Rules: RB-2017
... Players: Anna, Ben
... First: Anna
... Position
... Turn: Anna 5
... Anna health: 24
... Ben health: 19
... Anna champion: Triceratops
... Ben champion: Palace Guard
... ''')
>>> [reason.rule for reason in table.check("Anna: attack with Palace Guard")]
['4.4.1']
>>> [str(event) for event in table.apply("Anna: attack with Triceratops")]
["Anna attacks Ben with Anna's Triceratops."]
>>> verdict(table.record())
<Verdict.LEGAL: 'legal'>
"""

from collections.abc import Sequence

from rules.decks import DeckCard, ParsedDeck
from rules.decks import parse as parse_deck
from rules.decks.card_files import in_one_form
from rules.engine.decision import IllegalAnswerError, UndeterminedError
from rules.engine.game import Setup
from rules.games import GAMES, Game, PlayableGame, game_of, playable
from rules.judge.opening.beginning import opening
from rules.judge.opening.choices import read as read_choices
from rules.judge.producing.random_play import deck_block, headers_for
from rules.judge.record import Record, RecordError, parse
from rules.judge.replaying.replay import replay as replay_record
from rules.judge.replaying.replayed import Replay
from rules.judge.replaying.verdict import Verdict
from rules.options import Happening, Reasons
from rules.table import Table


def game(  # noqa: PLR0913 - one for each thing that a game begins with
    decks: Sequence[Sequence[str] | None],
    players: Sequence[str] = ("Anna", "Ben"),
    *,
    first: int = 0,
    version: str = "",
    variant: str = "",
    teams: Sequence[Sequence[int]] = (),
    beside: Sequence[Sequence[str]] = (),
    interpretations: str = "",
    slug: str = "epic",
    cards: str = "",
    card_file: str = "",
) -> Table:
    """Begin a game.

    >>> decks = [["Kong"] * 30] * 4
    >>> table = game(decks, ("Anna", "Ben", "Cem", "Dora"), variant="hydra", teams=((0, 2), (1, 3)))
    >>> table.board().sides[0].team
    ('Anna', 'Cem')
    >>> game(decks[:2], interpretations="I-27=2").legal().__next__()
    'Anna: keep'

    Args:
        decks: per player the names of its cards, one for each copy; ``None`` for a deck that is not known.
        players: their names, in seat order, clockwise.
        first: the seat that takes the first turn.
        version: rules version; the newest without.
        variant: the way of playing, ``free-for-all`` for example; that of two players without.
        teams: the seats of each team, where players play together; neighbours do without.
        beside: per seat the cards that stand beside the deck from the start, as Epic's gods do.
        interpretations: readings of open points other than those of the version, as in the header of a record.
        slug: the card game.
        cards: a set of cards that comes with the game, ``house set`` of Champions; the game's own without.
        card_file: the text of an organiser's card file, whose cards are played with.

    Raises:
        NoEngineError: no engine plays this game. NoCardFileError: it reads no card files.
        CardFileError: the card file has mistakes; tells them all.
        ValueError: the set-up cannot be; every problem is told at once.
    """
    if any(isinstance(deck, str) for deck in decks):
        raise ValueError("a deck is a list of the names of its cards, one for each copy, and not one text")
    played = playable(_known(slug))
    played = played.with_set(cards) if cards else played
    played = played.with_cards(in_one_form(card_file)) if card_file else played
    version = version or played.usual_version
    choices, wrong = read_choices(played.interpretations, version, interpretations)
    if wrong:
        raise ValueError("; ".join(wrong))
    lists = tuple(None if deck is None else tuple(deck) for deck in decks)
    if any(isinstance(cards, str) for cards in beside):
        raise ValueError("what stands beside a deck is a list of the names of cards, and not one text")
    together = tuple(tuple(team) for team in teams)
    apart = tuple(tuple(cards) for cards in beside)
    setup = Setup(tuple(players), lists, first, version, variant, together, apart, choices, cards=played.cards)
    state = played.engine.new_game(setup)
    try:
        headers = headers_for(played, setup)
    except RecordError as error:
        raise ValueError("; ".join(problem.message for problem in error.problems)) from None
    blocks = tuple(deck_block(name, cards) for name, cards in zip(setup.names, lists, strict=True))
    return Table(played, state, Record(headers, blocks))


def _known(slug: str) -> Game:
    """Return the game called ``slug``.

    Raises:
        ValueError: none is.
    """
    if slug not in GAMES:
        raise ValueError(f"no game is called {slug!r}; known: {', '.join(GAMES)}")
    return GAMES[slug]


def deck(text: str, slug: str = "epic") -> ParsedDeck[DeckCard]:
    """Return the decklist that ``text`` is, line by line; a line that cannot be read says so, nothing is raised.

    >>> [(card.name, card.cost) for card in deck("2 Kong").deck.cards()]
    [('Kong', 1), ('Kong', 1)]
    >>> [line.suggestions for line in deck("2 Triceratop").unknown]
    [('Triceratops',)]

    Args:
        text: one card a line, as players write lists.
        slug: the card game.

    Raises:
        ValueError: no game is called so.
    """
    return parse_deck(text, _known(slug).cards)


def position(text: str, card_file: str = "") -> Table:
    """Return the game at the end of a record, which may begin with a described position.

    Args:
        text: the record.
        card_file: the text of the organiser's card file that it is played with, where its header ``Cards`` names one.

    Raises:
        CardFileError: the card file has mistakes. NoCardFileError: the game reads none.
        RecordError: the text or the position cannot be; every problem at its line.
        IllegalAnswerError: a line of it is not legal; ``replay`` tells more.
        UndeterminedError: a line of it rests on something that nobody has told.
    """
    read = record(text)
    played = _game_of(read, card_file)
    begun = Record(read.headers, read.decks, read.position)
    table = Table(played, opening(played, begun), begun)
    if read.plays:
        replayed = replay_record(played, read)
        if replayed.illegal is not None:
            raise IllegalAnswerError(list(replayed.illegal.reasons))
        if replayed.verdict is Verdict.UNDETERMINED:
            raise UndeterminedError(replayed.undetermined)
        table = Table(played, replayed.final, read, replayed.told)
    return table


def record(text: str) -> Record:
    """Return the record that ``text`` is.

    Raises:
        RecordError: with every problem, at its line and column.
    """
    return parse(text)


def legal(table: Table) -> list[str]:
    """Return the legal answers to the pending decision of ``table`` as lines.

    Raises:
        TooManyAnswersError: there are more than are ever listed; see ``Table.legal``.
    """
    return list(table.legal())


def check(table: Table, line: str) -> Reasons:
    """Return every condition that ``line`` fails at ``table``; see ``Table.check``."""
    return table.check(line)


def apply(table: Table, line: str) -> tuple[Happening, ...]:
    """Apply ``line`` to ``table`` and return what happened; see ``Table.apply``."""
    return table.apply(line)


def replay(text: str, card_file: str = "") -> Replay:
    """Return the record played through, each line with the rules that speak at it, to the verdict.

    Args:
        text: the record.
        card_file: the text of the organiser's card file that it is played with, where its header ``Cards`` names one.

    Raises:
        RecordError: the text cannot be read, or names a card file that is not this one.
        CardFileError: the card file has mistakes. NoCardFileError: the game reads none.
    """
    read = record(text)
    return replay_record(_game_of(read, card_file), read)


def verdict(text: str, card_file: str = "") -> Verdict:
    """Return what the engine says of a record: legal, illegal, or not to be settled; arguments as for ``replay``."""
    return replay(text, card_file).verdict


def _game_of(read: Record, card_file: str) -> PlayableGame:
    own = GAMES.get(read.game.casefold()) if card_file else None
    return game_of(read, None if own is None else own.with_cards(in_one_form(card_file)))
