r"""The functions of the library.

Begin a game, parse records and decks, check and apply lines, replay to a verdict.

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

from rules.actions import Action
from rules.deck_arguments import Deck, card_names
from rules.decks import DeckCard, ParsedDeck, parse
from rules.decks.card_files import normalize
from rules.engine.decision import IllegalActionError, SetupError, UndeterminedError
from rules.engine.game import Setup
from rules.errors import ArgumentTypeError, UnknownGameError, expect
from rules.games import GAMES, Game, PlayableGame, game_for_record, require_engine
from rules.judge.output.random_play import deck_block, record_headers
from rules.judge.record import Record, RecordError
from rules.judge.record import parse as parse_record
from rules.judge.replay.replayer import replay as replay_record
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict
from rules.judge.setup.initial_state import initial_state
from rules.judge.setup.interpretations import parse_options as read_choices
from rules.options import Reasons, ReportedEvent
from rules.progress import end_point, start_point
from rules.table import Table

TEXT = "text"
TABLE = "a Table, as rules.game and rules.position return it"
NAMES = "a list of names"


def game(  # noqa: PLR0913 - one for each thing that a game begins with
    decks: Sequence[Deck | None],
    players: Sequence[str] = ("Anna", "Ben"),
    *,
    first: int = 0,
    version: str = "",
    variant: str = "",
    teams: Sequence[Sequence[int]] = (),
    extra_cards: Sequence[Sequence[str]] = (),
    interpretations: str = "",
    slug: str = "epic",
    cards: str = "",
    card_file: str = "",
) -> Table:
    """Begin a game.

    >>> decks = [["Kong"] * 30] * 4
    >>> table = game(decks, ("Anna", "Ben", "Cem", "Dora"), variant="hydra", teams=((0, 2), (1, 3)))
    >>> table.board("Anna").sides[0].team
    ('Anna', 'Cem')
    >>> game([parse_deck("30 Kong"), None], interpretations="I-27=2").legal().__next__()
    'Anna: keep'

    Args:
        decks: a deck for each player: the result of ``parse_deck``, or the names of its cards, one for each copy;
            ``None`` for an unknown deck.
        players: their names, in seat order, clockwise.
        first: the seat that takes the first turn.
        version: rules version; the newest by default.
        variant: the variant, ``free-for-all`` for example; the game of two players by default.
        teams: the seats of each team, in team variants; neighbours play together by default.
        extra_cards: per seat the cards that begin next to the deck, such as Epic's gods.
        interpretations: the options of open rules that differ from the version's, as in the header of a record.
        slug: the card game.
        cards: a set of cards that comes with the game, ``house set`` of Champions; the game's own by default.
        card_file: the text of an organiser's card file with additional cards.

    Raises:
        ArgumentTypeError: an argument has the wrong type.
        UnknownGameError: no game has this slug. NoEngineError: it has no engine.
        NoCardSetError: it has no such set of cards. NoCardFileError: it has no card files.
        CardFileError: the card file has errors; the message lists all of them.
        SetupError: the setup is invalid; the message lists every error.
    """
    _check_types(decks, players, first, teams, extra_cards)
    texts = {"version": version, "variant": variant, "interpretations": interpretations, "cards": cards}
    for argument, value in {**texts, "card_file": card_file}.items():
        expect(value, str, argument, TEXT)
    lists = tuple(
        None if deck is None else card_names(deck, f"the deck of {players[seat] if seat < len(players) else seat}")
        for seat, deck in enumerate(decks)
    )
    engine_game = require_engine(_get_game(slug))
    engine_game = engine_game.with_set(cards) if cards else engine_game
    engine_game = engine_game.with_cards(normalize(card_file)) if card_file else engine_game
    version = version or engine_game.usual_version
    choices, errors = read_choices(engine_game.interpretations, version, interpretations)
    if errors:
        raise SetupError("; ".join(errors))
    together = tuple(tuple(team) for team in teams)
    apart = tuple(tuple(names) for names in extra_cards)
    setup = Setup(tuple(players), lists, first, version, variant, together, apart, choices, cards=engine_game.cards)
    state = engine_game.engine.new_game(setup)
    try:
        headers = record_headers(engine_game, setup)
    except RecordError as error:
        raise SetupError("; ".join(problem.message for problem in error.problems)) from None
    blocks = tuple(deck_block(name, names) for name, names in zip(setup.names, lists, strict=True))
    begun = Record(headers, blocks)
    return Table(engine_game, state, begun, start_point(engine_game, state, begun))


def _check_types(
    decks: Sequence[object],
    players: Sequence[object],
    first: object,
    teams: Sequence[object],
    extra_cards: Sequence[object],
) -> None:
    """Raise ``ArgumentTypeError`` unless the arguments of ``game`` have valid types."""
    if isinstance(decks, str):
        raise ArgumentTypeError("decks", "a list with one deck for each player", decks)
    expect(decks, Sequence, "decks", "a list with one deck for each player")
    expect(players, Sequence, "players", "a list of the names of the players")
    expect(first, int, "first", "the seat of the first player, a whole number from 0")
    expect(teams, Sequence, "teams", "a list with the seats of each team")
    expect(extra_cards, Sequence, "extra_cards", "a list with the names of cards for each seat")
    for name in players:
        expect(name, str, "players", "a list of the names of the players")
    for team in teams:
        if isinstance(team, str) or not isinstance(team, Sequence) or not all(isinstance(seat, int) for seat in team):
            raise ArgumentTypeError("teams", "a list with the seats of each team", teams)
    for names in extra_cards:
        if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(n, str) for n in names):
            raise ArgumentTypeError(
                "extra_cards", "a list with the names of cards for each seat, not one text", extra_cards
            )


def _get_game(slug: str) -> Game:
    """Return a game by its slug.

    Raises:
        UnknownGameError: there is none.
    """
    expect(slug, str, "slug", "the slug of a card game")
    if slug not in GAMES:
        raise UnknownGameError(slug, tuple(GAMES))
    return GAMES[slug]


def parse_deck(text: str, slug: str = "epic") -> ParsedDeck[DeckCard]:
    """Parse a decklist line by line; unreadable lines are reported, not raised.

    >>> [(card.name, card.cost) for card in parse_deck("2 Kong").deck.cards()]
    [('Kong', 1), ('Kong', 1)]
    >>> [line.suggestions for line in parse_deck("2 Triceratop").unknown]
    [('Triceratops',)]

    Args:
        text: one card a line, as players write lists.
        slug: the card game.

    Raises:
        ArgumentTypeError: an argument has the wrong type.
        UnknownGameError: no game has this slug.
    """
    expect(text, str, "text", TEXT)
    return parse(text, _get_game(slug).cards)


deck = parse_deck
"""An alias of ``parse_deck``."""


def position(text: str, card_file: str = "") -> Table:
    """Return the game at the end of a record.

    The record may begin with a described position.

    Args:
        text: the record.
        card_file: the text of the organiser's card file, if the header ``Cards`` names one.

    Raises:
        ArgumentTypeError: an argument has the wrong type.
        CardFileError: the card file has errors. NoCardFileError: the game has no card files.
        RecordError: the text is no record, or the position is impossible; every problem with its line.
        IllegalActionError: a line is not legal; ``replay`` explains it.
        UndeterminedError: a line depends on what the record does not state.
    """
    read = record(text)
    engine_game = _game_for_text(read, card_file)
    if not read.plays:
        begun = Record(read.headers, read.decks, read.position)
        state = initial_state(engine_game, begun)
        return Table(engine_game, state, begun, start_point(engine_game, state, begun))
    replayed = replay_record(engine_game, read)
    if replayed.illegal is not None:
        raise IllegalActionError(list(replayed.illegal.reasons))
    if replayed.verdict is Verdict.UNDETERMINED:
        raise UndeterminedError(replayed.undetermined)
    return Table(engine_game, replayed.final, read, end_point(replayed))


def record(text: str) -> Record:
    """Parse a record.

    Raises:
        ArgumentTypeError: ``text`` is no text.
        RecordError: it is no valid record; every problem with its line and column.
    """
    expect(text, (str, bytes), "text", "the text of a record")
    return parse_record(text)


def legal(table: Table) -> list[Action]:
    """Return the legal actions at the pending decision of ``table``.

    Raises:
        ArgumentTypeError: ``table`` is no ``Table``.
        TooManyActionsError: there are too many to list; see ``Table.legal``.
    """
    expect(table, Table, "table", TABLE)
    return list(table.legal())


def check(table: Table, line: str) -> Reasons:
    """Return every condition that ``line`` fails at ``table``; see ``Table.check``."""
    expect(table, Table, "table", TABLE)
    return table.check(line)


def apply(table: Table, line: str) -> tuple[ReportedEvent, ...]:
    """Apply ``line`` to ``table`` and return the events; see ``Table.apply``."""
    expect(table, Table, "table", TABLE)
    return table.apply(line)


def replay(text: str, card_file: str = "") -> Replay:
    """Replay a record to its verdict, with the rules of each line.

    Args:
        text: the record.
        card_file: the text of the organiser's card file, if the header ``Cards`` names one.

    Raises:
        ArgumentTypeError: an argument has the wrong type.
        RecordError: the text is no record, or names another card file.
        CardFileError: the card file has errors. NoCardFileError: the game has no card files.
    """
    read = record(text)
    return replay_record(_game_for_text(read, card_file), read)


def verdict(text: str, card_file: str = "") -> Verdict:
    """Return the verdict on a record: legal, illegal or undetermined; see ``replay``."""
    return replay(text, card_file).verdict


def _game_for_text(read: Record, card_file: str) -> PlayableGame:
    expect(card_file, str, "card_file", TEXT)
    own_game = GAMES.get(read.game.casefold()) if card_file else None
    return game_for_record(read, None if own_game is None else own_game.with_cards(normalize(card_file)))
