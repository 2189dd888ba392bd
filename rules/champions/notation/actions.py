"""Notation of Champions actions: one row per action type.

=================================  ===================================================================================
words                              meaning
=================================  ===================================================================================
``place Ilse in lane 2``           place a Champion, lanes counted from the player's left
``play Ford Pikes with Ilse``      play a card; ``with`` is optional if only one Champion can
``use Bram``                       use a Heroic Act; ``use Bram in lane 2``, ``use Bram, act 2`` if there are several
``pass``                           pass on all remaining actions
``give up Gate Guard``             in the Empty Deck Check; ``give up Gate Guard from hand``
``pick Gate Guard``                a card that a text asks for; ``pick Ben's Gate Guard in lane 2``, ``in discard 3``
``deploy Gate Guard with Ilse``    Deploy a card by an effect
``put away Gate Guard``            move a card from hand unseen
``accept``, ``decline``            what a text offers
``choose 2``                       the second of the instructions to choose from
``concede``                        at any decision
``Anna draws Gate Guard``          random outcome; several separated by commas
``Anna reveals Long Dawn``         random outcome
=================================  ===================================================================================

Verbs may be in the third person or abbreviated: ``pl``, ``x``, ``l``, ``g``, ``p``, ``gg``. A name alone is played,
placed or given up, as the decision requires; it is ambiguous if a Heroic Act of that name could be used too. Filler
words before a name are ignored (``card_names.FILLERS``). Any other word that is not understood is an error that names
the word.
"""

import re
from typing import Final

from rules.champions.cards import CardType
from rules.champions.effects import text_of
from rules.champions.engine import ENGINE
from rules.champions.notation.card_names import (
    QUOTE,
    RESERVED,
    SPACE,
    card_name,
    choice_name,
    find_card,
    find_choice,
    join_quoted,
    written_name,
)
from rules.champions.rules import RULES
from rules.champions.state import ChampionsState
from rules.champions.state.places import cards_on_field
from rules.engine.decision import Action, ActionError, AmbiguousActionError, InvalidActionError
from rules.engine.ids import CHANCE
from rules.notation.phrasing import Form, Phrasing, Phrasings, Reader, UnparsedTextError
from rules.notation.players import seats_called
from rules.notation.symbols import foreign_symbol

_BROUGHT: Final = re.compile(r"^(?P<player>\S.*?) (?P<verb>draw|reveal)s (?P<card>\S.*)$", re.IGNORECASE)
_IN_LANE: Final = re.compile(r"^(?P<card>.+?) in (?:lane )?(?P<lane>[1-4])$", re.IGNORECASE)
_WITH: Final = re.compile(r"^(?P<card>.+?)(?: with (?P<leader>.+?))?$", re.IGNORECASE)
_ACT: Final = re.compile(r"^(?P<card>.+?)(?:,? act (?P<act>[1-9]))?$", re.IGNORECASE)
_GIVEN: Final = re.compile(r"^(?P<card>.+?)(?P<hand> from (?:the )?hand)?$", re.IGNORECASE)


def render(state: ChampionsState, action: Action) -> str:
    """Return an action as record text, without the actor's name."""
    return WORDINGS.render(state, action)


def read(state: ChampionsState, seat: int, words: str) -> Action:
    """Parse the record text of an action without changing the state.

    Raises:
        InvalidActionError: the text is invalid; includes the part that could not be parsed.
        AmbiguousActionError: the text has several meanings.
    """
    text = join_quoted(" ".join(words.split()).rstrip(" ."))
    try:
        action = _parse_text(state, seat, text)
    except InvalidActionError as error:
        nearest, unparsed = _parsed_part(state, seat, text, error.unparsed), error.unparsed.replace(SPACE, " ")
        message = f"{error}; without it: `{nearest}`" if nearest else str(error)
        raise InvalidActionError(message.replace(SPACE, " "), unparsed=unparsed) from None
    # The comparison of names ignores punctuation and would accept the symbol.
    symbol = foreign_symbol(text.replace(QUOTE, "").replace(SPACE, " ")) or (
        "?" if text.endswith("?") and not text.endswith(" ?") else ""
    )
    if symbol:
        raise InvalidActionError(f"{symbol!r} is not understood; write the play in words", unparsed=symbol)
    return action


def _parsed_part(state: ChampionsState, seat: int, text: str, unparsed: str) -> str:
    """Return the normalized text before ``unparsed``; empty if that part is no action."""
    remaining = text.removesuffix(unparsed).rstrip(" ,.;:") if unparsed else ""
    if not remaining or remaining == text:
        return ""
    try:
        return render(state, _parse_text(state, seat, remaining))
    except ActionError:
        return ""


def _parse_text(state: ChampionsState, seat: int, text: str) -> Action:
    """Parse a text without repeated spaces; raises as ``read``."""
    brought = _BROUGHT.match(text)
    if brought is not None and (seat == CHANCE or seats_called(brought["player"], state.names)):
        return _read_chance_card(state, seat, brought)
    text = WORDINGS.spelled_out(text) or text
    decision = state.pending
    kind = decision.kind if decision is not None and decision.seat == seat else ""
    if kind == "act":
        _reject_ambiguous_name(state, seat, text)
    return WORDINGS.understood(
        state, seat, text, lambda: WORDINGS.with_verb(kind, text), lambda: WORDINGS.wanted(state, RULES.verbs)
    )


def verb_of(words: str) -> str:
    """Return the action verb that the text starts with; empty for none."""
    verb = WORDINGS.verb_of(words.strip())
    brought = _BROUGHT.match(words.strip())
    return brought["verb"].lower() if brought and not verb else verb


def _reject_ambiguous_name(state: ChampionsState, seat: int, text: str) -> None:
    """Raise ``AmbiguousActionError`` if a name alone could be a play or a Heroic Act."""
    if WORDINGS.verb_of(text):
        return
    hand = [cid for cid in state.seats[seat].hand if state.table[cid].kind is CardType.ACTION]
    try:
        card = find_card(state, seat, text, hand)
        used = _read_use(state, seat, text)
    except ActionError:
        return
    if not ENGINE.check(state, used):
        raise AmbiguousActionError(text, [f"play {state.table[card].name}", _write_use(state, used)])


def _require_player(state: ChampionsState, seat: int) -> int:
    if seat == CHANCE:
        raise InvalidActionError(f"chance draws and reveals: write, for example, `{state.names[0]} draws Gate Guard`")
    return seat


def _cards(state: ChampionsState, seat: int, kind: CardType) -> list[int]:
    """Return all cards of a type that a player has, cards in hand first."""
    hand = state.seats[seat].hand
    every = [cid for cid, owner in state.owners.items() if owner == seat and state.table[cid].kind is kind]
    return sorted(every, key=lambda cid: (cid not in hand, cid))


def _find_card(state: ChampionsState, seat: int, words: str, kind: CardType) -> int:
    """Return the number of the player's card with a name, preferring cards in hand."""
    hand = [cid for cid in state.seats[seat].hand if state.table[cid].kind is kind]
    try:
        return find_card(state, seat, words, hand)
    except InvalidActionError:
        every: dict[str, int] = {}
        for cid in _cards(state, seat, kind):
            every.setdefault(state.table[cid].name, cid)
        return find_card(state, seat, words, list(every.values()))


def _champions(state: ChampionsState, seat: int) -> list[int]:
    return [lane.champion.cid for lane in state.seats[seat].lanes if lane.champion is not None]


def _written(state: ChampionsState, action: Action) -> str:
    return written_name(state.table[action.refs[0]].name, RESERVED)


def _write_place(state: ChampionsState, action: Action) -> str:
    return f"place {_written(state, action)} in lane {action.option}"


def _read_place(state: ChampionsState, seat: int, rest: str) -> Action:
    waiting = state.seats[_require_player(state, seat)].waiting
    match = _IN_LANE.match(rest)
    if match is None:
        raise UnparsedTextError(f"{rest[:60]!r} does not say which Champion goes to which lane, 1 to 4", unparsed=rest)
    every = waiting or _cards(state, seat, CardType.CHAMPION)
    try:
        cid = find_card(state, seat, match["card"], sorted(every))
    except InvalidActionError:
        cid = find_card(state, seat, match["card"], _cards(state, seat, CardType.CHAMPION))
    return Action(seat, "place", (cid,), int(match["lane"]))


def _write_play(state: ChampionsState, action: Action) -> str:
    leader = card_name(state, action.seat, action.refs[1], _champions(state, action.seat))
    return f"play {_written(state, action)} with {leader}"


def _read_play(state: ChampionsState, seat: int, rest: str) -> Action:
    champions = _champions(state, _require_player(state, seat))
    match = _match_form(_WITH, rest)
    cid = _find_card(state, seat, match["card"], CardType.ACTION)
    if match["leader"]:
        return Action(seat, "play", (cid, find_card(state, seat, match["leader"], champions)))
    plays = [Action(seat, "play", (cid, leader)) for leader in champions]
    if state.pending is None or not plays:
        raise InvalidActionError("no card can be played now")
    legal_plays = [action for action in plays if not ENGINE.check(state, action)]
    if len(legal_plays) == 1 or len(plays) == 1:
        return (legal_plays or plays)[0]
    raise AmbiguousActionError(f"play {rest}", [_write_play(state, action) for action in legal_plays or plays])


def _write_use(state: ChampionsState, action: Action) -> str:
    field = [place.piece.cid for place in cards_on_field(state, action.seat)]
    act = f", act {action.option}" if action.option else ""
    return f"use {card_name(state, action.seat, action.refs[0], field)}{act}"


def _read_use(state: ChampionsState, seat: int, rest: str) -> Action:
    field = [place.piece.cid for place in cards_on_field(state, _require_player(state, seat))]
    acting = [cid for cid in field if any(line.when == "act" for line in text_of(state.table[cid]).lines)]
    match = _match_form(_ACT, rest)
    act = int(match["act"] or 0)
    try:
        return Action(seat, "use", (find_card(state, seat, match["card"], acting),), act)
    except InvalidActionError:
        return Action(seat, "use", (find_card(state, seat, match["card"], field),), act)


def _write_plain(_state: ChampionsState, action: Action) -> str:
    return action.verb


def _plain_reader(verb: str) -> Reader[ChampionsState]:
    def reader(state: ChampionsState, seat: int, rest: str) -> Action:
        if rest:
            raise UnparsedTextError(f"{rest[:60]!r} is too much here", unparsed=rest)
        return Action(_require_player(state, seat), verb)

    return reader


def _cards_to_give_up(state: ChampionsState, seat: int) -> list[int]:
    field = [place.piece.cid for place in cards_on_field(state, seat) if place.row != "champion"]
    return [*field, *state.seats[seat].hand]


def _write_give(state: ChampionsState, action: Action) -> str:
    return f"give up {card_name(state, action.seat, action.refs[0], _cards_to_give_up(state, action.seat))}" + (
        " from hand" if action.refs[0] in state.seats[action.seat].hand else ""
    )


def _read_give(state: ChampionsState, seat: int, rest: str) -> Action:
    cards = _cards_to_give_up(state, _require_player(state, seat))
    match = _match_form(_GIVEN, rest)
    if match["hand"]:
        cards = state.seats[seat].hand
    return Action(seat, "give", (find_card(state, seat, match["card"], cards),))


def _require_name(rest: str) -> str:
    """Return the text after a verb; raise if it is empty."""
    if not rest:
        raise UnparsedTextError("a name is missing")
    return rest


def _match_form(form: re.Pattern[str], rest: str) -> re.Match[str]:
    """Match the text after a verb; raise ``InvalidActionError`` if it does not match."""
    match = form.match(_require_name(rest))
    if match is None:
        raise UnparsedTextError(f"{rest[:60]!r} is not understood", unparsed=rest)
    return match


def _candidates(state: ChampionsState) -> tuple[int, ...]:
    return state.pending.candidates if state.pending is not None else ()


def _write_pick(state: ChampionsState, action: Action) -> str:
    return f"pick {choice_name(state, action.refs[0], _candidates(state))}"


def _write_put(state: ChampionsState, action: Action) -> str:
    return f"put away {_written(state, action)}"


def _choice_reader(verb: str) -> Reader[ChampionsState]:
    def reader(state: ChampionsState, seat: int, rest: str) -> Action:
        return Action(_require_player(state, seat), verb, (_find_choice(state, _require_name(rest)),))

    return reader


def _find_choice(state: ChampionsState, words: str) -> int:
    """Return the candidate with a name, or any other card with it, to be judged."""
    try:
        return find_choice(state, words, _candidates(state))
    except InvalidActionError:
        others = {state.table[cid].name: cid for cid in sorted(state.owners, reverse=True)}
        return find_choice(state, words, sorted(others.values()))


def _write_deploy(state: ChampionsState, action: Action) -> str:
    card = choice_name(state, action.refs[0], _candidates(state))
    leader = card_name(state, action.seat, action.refs[1], _champions(state, action.seat))
    return f"deploy {card} with {leader}"


def _read_deploy(state: ChampionsState, seat: int, rest: str) -> Action:
    champions = _champions(state, _require_player(state, seat))
    match = _match_form(_WITH, rest)
    cid = _find_choice(state, match["card"])
    if match["leader"]:
        return Action(seat, "deploy", (cid, find_card(state, seat, match["leader"], champions)))
    deploys = [Action(seat, "deploy", (cid, leader)) for leader in champions]
    legal_deploys = [action for action in deploys if state.pending is not None and not ENGINE.check(state, action)]
    if len(legal_deploys) == 1:
        return legal_deploys[0]
    raise AmbiguousActionError(f"deploy {rest}", [_write_deploy(state, action) for action in legal_deploys or deploys])


def _write_option(_state: ChampionsState, action: Action) -> str:
    return f"choose {action.option}"


def _read_option(state: ChampionsState, seat: int, rest: str) -> Action:
    match = re.fullmatch(r"(?:option )?(\d)", _require_name(rest))
    if match is None:
        raise UnparsedTextError(f"{rest[:60]!r} is no number of an instruction", unparsed=rest)
    return Action(_require_player(state, seat), "choose", option=int(match[1]))


def _write_chance_card(state: ChampionsState, action: Action) -> str:
    return f"{state.names[action.option]} {action.verb}s {_written(state, action)}"


def _read_chance_card(state: ChampionsState, seat: int, match: re.Match[str]) -> Action:
    """Return the action for a random outcome: a drawn or revealed card."""
    player, verb = player_of(state, match["player"]), match["verb"].lower()
    if seat not in (CHANCE, player):
        raise InvalidActionError(f"{state.names[player]} {verb}s by chance: write `chance: {match[0]}`")
    owned = _cards(state, player, CardType.ACTION if verb == "draw" else CardType.BLESSING)
    pile = [cid for group in state.seats[player].deck[:1] for cid in group]
    names: dict[str, int] = {}
    for cid in (*sorted(pile if verb == "draw" else state.seats[player].hidden), *owned):
        names.setdefault(state.table[cid].name, cid)
    return Action(CHANCE, verb, (find_card(state, player, match["card"], list(names.values())),), player)


def player_of(state: ChampionsState, words: str) -> int:
    """Return the seat of the player with this name or unique prefix of a name.

    Raises:
        InvalidActionError: no player has this name. AmbiguousActionError: several have.
    """
    fits = seats_called(words, state.names)
    if len(fits) > 1:
        raise AmbiguousActionError(words, [state.names[seat] for seat in fits])
    if len(fits) != 1:
        raise InvalidActionError(f"{words!r} is not one of {', '.join(state.names)}", unparsed=words)
    return fits[0]


WORDINGS: Final = Phrasings[ChampionsState](
    [
        Phrasing("pass", "act", "passes on all actions that are left", ("pass",), _write_plain,
                (Form(r"pass(?:es)?", _plain_reader("pass"), "pass", ("p",), alone=True),)),
        Phrasing("concede", "any", "gives the game up, at any decision", ("concede",), _write_plain,
                (Form(r"concedes?|resigns?", _plain_reader("concede"), "concede", ("gg",), alone=True),)),
        Phrasing("place", "place", "puts a Champion onto a lane", ("place Pit Drover in lane 3",), _write_place,
                (Form(r"places?|puts?(?! away)", _read_place, "place", ("l",), asked="place"),)),
        Phrasing("play", "act", "plays a card", ("play Gate Guard with Ilse Lampwright",), _write_play,
                (Form(r"plays?", _read_play, "play", ("pl",), asked="act"),)),
        Phrasing("use", "act", "uses a Heroic Act", ("use Sister Vane",), _write_use,
                (Form(r"uses?", _read_use, "use", ("x", "u")),)),
        Phrasing("give", "give", "gives up a card", ("give up Gate Guard",), _write_give,
                (Form(r"gives? up", _read_give, "give up", ("g",), asked="give"),)),
        Phrasing("pick", "pick", "picks a card that a text asks for", ("pick Gate Guard",), _write_pick,
                (Form(r"picks?", _choice_reader("pick"), "pick", ("k",), asked="pick"),)),
        Phrasing("deploy", "pick", "Deploys a card by an effect", ("deploy Gate Guard with Ilse Lampwright",),
                _write_deploy, (Form(r"deploys?", _read_deploy, "deploy", ("d",)),)),
        Phrasing("put", "pick", "moves a card from hand unseen", ("put away Gate Guard",), _write_put,
                (Form(r"puts? away", _choice_reader("put"), "put away"),)),
        Phrasing("accept", "pick", "lets an optional instruction happen", ("accept",), _write_plain,
                (Form(r"accepts?", _plain_reader("accept"), "accept"),)),
        Phrasing("decline", "pick", "declines what a text offers", ("decline",), _write_plain,
                (Form(r"declines?", _plain_reader("decline"), "decline"),)),
        Phrasing("choose", "pick", "chooses one of several instructions", ("choose 2",), _write_option,
                (Form(r"chooses?", _read_option, "choose"),)),
        Phrasing("draw", "draw", "says which card came off a deck", ("chance: Anna draws Gate Guard",),
                _write_chance_card),
        Phrasing("reveal", "reveal", "says which Blessing is turned up", ("chance: Anna reveals Long Dawn",),
                _write_chance_card),
    ]
)  # fmt: skip
"""The notation of all action types."""
