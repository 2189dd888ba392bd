"""How answers of Champions are written: one row for each verb, its words and how they are read.

=================================  ===================================================================================
words                              meaning
=================================  ===================================================================================
``place Ilse in lane 2``           put a Champion onto a lane, counted from the own left
``play Ford Pikes with Ilse``      play a card; ``with`` may be left out where only one Champion can
``use Bram``                       use a Heroic Act; ``use Bram in lane 2`` where several have the name
``pass``                           pass on all actions that are left
``give up Gate Guard``             what the Empty Deck Check asks for; ``give up Gate Guard from hand``
``concede``                        at any decision
``Anna draws Gate Guard``          by chance; several in a row with commas
``Anna reveals Long Dawn``         by chance
=================================  ===================================================================================

Verbs may be in the third person, and short: ``pl``, ``x``, ``l``, ``g``, ``p``, ``gg``. A name alone is played, placed
or given up, as its player is asked to; where another card of that name could be used as well, both are offered. Before
a name "the", "her" and the like say nothing (``naming.FILLERS``). Every other word has to belong to the action: a line
with a word left over is refused, and the error has that word.
"""

import re
from typing import Final

from rules.champions.cards import CardType
from rules.champions.effects import text_of
from rules.champions.engine import ENGINE
from rules.champions.notation.naming import called, of_words
from rules.champions.rules import RULES
from rules.champions.state import ChampionsState
from rules.champions.state.places import on_field
from rules.engine.decision import Action, ActionError, AmbiguousActionError, InvalidActionError
from rules.engine.ids import CHANCE
from rules.notation.players import seats_called
from rules.notation.wording import Form, Reader, UnparsedTextError, Wording, Wordings

_BROUGHT: Final = re.compile(r"^(?P<player>\S.*?) (?P<verb>draw|reveal)s (?P<card>\S.*)$", re.IGNORECASE)
_IN_LANE: Final = re.compile(r"^(?P<card>.+?) in (?:lane )?(?P<lane>[1-4])$", re.IGNORECASE)
_WITH: Final = re.compile(r"^(?P<card>.+?)(?: with (?P<leader>.+?))?$", re.IGNORECASE)
_GIVEN: Final = re.compile(r"^(?P<card>.+?)(?P<hand> from (?:the )?hand)?$", re.IGNORECASE)


def render(state: ChampionsState, answer: Action) -> str:
    """Return the words after the actor's name for an answer."""
    return WORDINGS.render(state, answer)


def read(state: ChampionsState, seat: int, words: str) -> Action:
    """Return the answer that words mean; reading changes nothing.

    Raises:
        InvalidActionError: not understood, with the part that was not. AmbiguousActionError: they could mean several
            things.
    """
    text = " ".join(words.split()).rstrip(" .")
    try:
        return _read(state, seat, text)
    except InvalidActionError as error:
        nearest = _without(state, seat, text, error.unparsed)
        if not nearest:
            raise
        raise InvalidActionError(f"{error}; without it: `{nearest}`", unparsed=error.unparsed) from None


def _without(state: ChampionsState, seat: int, text: str, unparsed: str) -> str:
    """Return in full what the text means without the unparsed part at its end; empty where that means nothing."""
    left = text.removesuffix(unparsed).rstrip(" ,.;:") if unparsed else ""
    if not left or left == text:
        return ""
    try:
        return render(state, _read(state, seat, left))
    except ActionError:
        return ""


def _read(state: ChampionsState, seat: int, text: str) -> Action:
    """Return the answer that a text with single spaces means; raises as ``read``."""
    brought = _BROUGHT.match(text)
    if brought is not None and (seat == CHANCE or seats_called(brought["player"], state.names)):
        return _brought(state, seat, brought)
    text = WORDINGS.spelled_out(text) or text
    asked = state.pending
    kind = asked.kind if asked is not None and asked.seat == seat else ""
    if kind == "act":
        _refuse_play_or_use(state, seat, text)
    return WORDINGS.understood(
        state, seat, text, lambda: WORDINGS.with_verb(kind, text), lambda: WORDINGS.wanted(state, RULES.verbs)
    )


def verb_of(words: str) -> str:
    """Return the verb that words begin an answer with, empty for none."""
    verb = WORDINGS.verb_of(words.strip())
    brought = _BROUGHT.match(words.strip())
    return brought["verb"].lower() if brought and not verb else verb


def _refuse_play_or_use(state: ChampionsState, seat: int, text: str) -> None:
    """Raise where a name alone could mean to play a card in hand or to use the Heroic Act of another one.

    Raises:
        AmbiguousActionError: it could mean both.
    """
    if WORDINGS.verb_of(text):
        return
    hand = [cid for cid in state.seats[seat].hand if state.table[cid].kind is CardType.ACTION]
    try:
        played = of_words(state, seat, text, hand)
        used = _read_use(state, seat, text)
    except ActionError:
        return
    if not ENGINE.check(state, used):
        raise AmbiguousActionError(text, [f"play {state.table[played].name}", _write_use(state, used)])


def _a_player(state: ChampionsState, seat: int) -> int:
    if seat == CHANCE:
        raise InvalidActionError(f"chance draws and reveals: write, for example, `{state.names[0]} draws Gate Guard`")
    return seat


def _cards(state: ChampionsState, seat: int, kind: CardType) -> list[int]:
    """Return all cards of a kind that a player has, those in hand first: the first of a name is meant."""
    hand = state.seats[seat].hand
    every = [cid for cid, owner in state.owners.items() if owner == seat and state.table[cid].kind is kind]
    return sorted(every, key=lambda cid: (cid not in hand, cid))


def _named(state: ChampionsState, seat: int, words: str, kind: CardType) -> int:
    """Return the card of a player that a name means, the one in hand first."""
    hand = [cid for cid in state.seats[seat].hand if state.table[cid].kind is kind]
    try:
        return of_words(state, seat, words, hand)
    except InvalidActionError:
        every: dict[str, int] = {}
        for cid in _cards(state, seat, kind):
            every.setdefault(state.table[cid].name, cid)
        return of_words(state, seat, words, list(every.values()))


def _champions(state: ChampionsState, seat: int) -> list[int]:
    return [lane.champion.cid for lane in state.seats[seat].lanes if lane.champion is not None]


def _write_place(state: ChampionsState, answer: Action) -> str:
    return f"place {state.table[answer.refs[0]].name} in lane {answer.option}"


def _read_place(state: ChampionsState, seat: int, rest: str) -> Action:
    waiting = state.seats[_a_player(state, seat)].waiting
    found = _IN_LANE.match(rest)
    if found is None:
        raise UnparsedTextError(f"{rest[:60]!r} does not say which Champion goes to which lane, 1 to 4", unparsed=rest)
    every = waiting or _cards(state, seat, CardType.CHAMPION)
    try:
        cid = of_words(state, seat, found["card"], sorted(every))
    except InvalidActionError:
        cid = of_words(state, seat, found["card"], _cards(state, seat, CardType.CHAMPION))
    return Action(seat, "place", (cid,), int(found["lane"]))


def _write_play(state: ChampionsState, answer: Action) -> str:
    leader = called(state, answer.seat, answer.refs[1], _champions(state, answer.seat))
    return f"play {state.table[answer.refs[0]].name} with {leader}"


def _read_play(state: ChampionsState, seat: int, rest: str) -> Action:
    champions = _champions(state, _a_player(state, seat))
    found = _told(_WITH, rest)
    cid = _named(state, seat, found["card"], CardType.ACTION)
    if found["leader"]:
        return Action(seat, "play", (cid, of_words(state, seat, found["leader"], champions)))
    answers = [Action(seat, "play", (cid, leader)) for leader in champions]
    if state.pending is None or not answers:
        raise InvalidActionError("nobody can play a card now")
    able = [answer for answer in answers if not ENGINE.check(state, answer)]
    if len(able) == 1 or len(answers) == 1:
        return (able or answers)[0]
    raise AmbiguousActionError(f"play {rest}", [_write_play(state, answer) for answer in able or answers])


def _write_use(state: ChampionsState, answer: Action) -> str:
    field = [place.piece.cid for place in on_field(state, answer.seat)]
    return f"use {called(state, answer.seat, answer.refs[0], field)}"


def _read_use(state: ChampionsState, seat: int, rest: str) -> Action:
    field = [place.piece.cid for place in on_field(state, _a_player(state, seat))]
    acting = [cid for cid in field if any(line.when == "act" for line in text_of(state.table[cid]).lines)]
    try:
        return Action(seat, "use", (of_words(state, seat, _name(rest), acting),))
    except InvalidActionError:
        return Action(seat, "use", (of_words(state, seat, _name(rest), field),))


def _write_plain(_state: ChampionsState, answer: Action) -> str:
    return answer.verb


def _plain(verb: str) -> Reader[ChampionsState]:
    def reader(state: ChampionsState, seat: int, rest: str) -> Action:
        if rest:
            raise UnparsedTextError(f"{rest[:60]!r} is too much here", unparsed=rest)
        return Action(_a_player(state, seat), verb)

    return reader


def _givable(state: ChampionsState, seat: int) -> list[int]:
    field = [place.piece.cid for place in on_field(state, seat) if place.row != "champion"]
    return [*field, *state.seats[seat].hand]


def _write_give(state: ChampionsState, answer: Action) -> str:
    return f"give up {called(state, answer.seat, answer.refs[0], _givable(state, answer.seat))}" + (
        " from hand" if answer.refs[0] in state.seats[answer.seat].hand else ""
    )


def _read_give(state: ChampionsState, seat: int, rest: str) -> Action:
    cards = _givable(state, _a_player(state, seat))
    found = _told(_GIVEN, rest)
    if found["hand"]:
        cards = state.seats[seat].hand
    return Action(seat, "give", (of_words(state, seat, found["card"], cards),))


def _name(rest: str) -> str:
    """Return what stands behind a verb; raises where nothing does."""
    if not rest:
        raise UnparsedTextError("a name is missing")
    return rest


def _told(form: re.Pattern[str], rest: str) -> re.Match[str]:
    """Return the parts of what stands behind a verb; raises where nothing does."""
    found = form.match(_name(rest))
    if found is None:
        raise UnparsedTextError(f"{rest[:60]!r} is not understood", unparsed=rest)
    return found


def _write_brought(state: ChampionsState, answer: Action) -> str:
    return f"{state.names[answer.option]} {answer.verb}s {state.table[answer.refs[0]].name}"


def _brought(state: ChampionsState, seat: int, found: re.Match[str]) -> Action:
    """Return which card chance is said to have brought to a player."""
    player, verb = player_of(state, found["player"]), found["verb"].lower()
    if seat not in (CHANCE, player):
        raise InvalidActionError(f"{state.names[player]} {verb}s by chance: write `chance: {found[0]}`")
    owned = _cards(state, player, CardType.ACTION if verb == "draw" else CardType.BLESSING)
    pile = [cid for group in state.seats[player].deck[:1] for cid in group]
    names: dict[str, int] = {}
    for cid in (*sorted(pile if verb == "draw" else state.seats[player].hidden), *owned):
        names.setdefault(state.table[cid].name, cid)
    return Action(CHANCE, verb, (of_words(state, player, found["card"], list(names.values())),), player)


def player_of(state: ChampionsState, words: str) -> int:
    """Return the seat of the player that words name, or begin the name of.

    Raises:
        InvalidActionError: no player is called so. AmbiguousActionError: several are.
    """
    fits = seats_called(words, state.names)
    if len(fits) > 1:
        raise AmbiguousActionError(words, [state.names[seat] for seat in fits])
    if len(fits) != 1:
        raise InvalidActionError(f"{words!r} is not one of {', '.join(state.names)}", unparsed=words)
    return fits[0]


WORDINGS: Final = Wordings[ChampionsState](
    [
        Wording("pass", "act", "passes on all actions that are left", ("pass",), _write_plain,
                (Form(r"pass(?:es)?", _plain("pass"), "pass", ("p",), alone=True),)),
        Wording("concede", "any", "gives the game up, at any decision", ("concede",), _write_plain,
                (Form(r"concedes?|resigns?", _plain("concede"), "concede", ("gg",), alone=True),)),
        Wording("place", "place", "puts a Champion onto a lane", ("place Pit Drover in lane 3",), _write_place,
                (Form(r"places?|puts?", _read_place, "place", ("l",), asked="place"),)),
        Wording("play", "act", "plays a card", ("play Gate Guard with Ilse Lampwright",), _write_play,
                (Form(r"plays?", _read_play, "play", ("pl",), asked="act"),)),
        Wording("use", "act", "uses a Heroic Act", ("use Sister Vane",), _write_use,
                (Form(r"uses?", _read_use, "use", ("x", "u")),)),
        Wording("give", "give", "gives up a card", ("give up Gate Guard",), _write_give,
                (Form(r"gives? up", _read_give, "give up", ("g",), asked="give"),)),
        Wording("draw", "draw", "says which card came off a deck", ("chance: Anna draws Gate Guard",), _write_brought),
        Wording("reveal", "reveal", "says which Blessing is turned up", ("chance: Anna reveals Long Dawn",),
                _write_brought),
    ]
)  # fmt: skip
"""The words of every verb of the engine."""
