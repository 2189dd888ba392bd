"""Views of an Epic game for a viewer, without hidden information (1.10, 1.4.7).

Hidden information: the hands of opponents, the order and unknown cards of decks, which card was drawn, and
which cards a mulligan replaced.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from rules.engine.decision import Action, ActionError, Justification, detail
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.epic import sentences
from rules.epic.actions.registry import acting_name, pending_text
from rules.epic.board.continuous import current_values, is_forbidden
from rules.epic.board.triggers import trigger_reference
from rules.epic.cards.printed import ChampionValues
from rules.epic.effects import Ban
from rules.epic.justifications import why_legal
from rules.epic.notation import answers
from rules.epic.notation.modes import mode_texts, offered_texts
from rules.epic.notation.names import triggers
from rules.epic.notation.names.references import things
from rules.epic.notation.position.pieces import modifier_text
from rules.epic.notation.reading import read
from rules.epic.players.seats import acts_for, side_members
from rules.epic.state import EXPENDED, FLIPPED, Champion, EpicState
from rules.epic.state.display_names import alike_copies, copy_numbers, display_name, side_name
from rules.epic.variants import DUEL
from rules.judge.board import JUDGE, PUBLIC, Board, BoardCache, Piece, Pile, PlayerBoard, Viewer
from rules.judge.board_layout import BoardLayout
from rules.notation.english import listed, possessive

PHASES: Final = {
    "setup": "Set-up",
    "start": "Start Phase",
    "main": "Main Phase",
    "battle": "Battle Phase",
    "end": "End Phase",
    "over": "Game over",
}
STANCE_NAMES: Final = {EXPENDED: "expended", FLIPPED: "flipped"}
STEPS: Final = {
    "attackers": "attackers declared",
    "before-blocks": "before blocks",
    "blocks": "declaring blockers",
    "before-damage": "before damage",
    "damage": "damage",
    "after-damage": "damage",
}


def _with_effect(state: EpicState, action: Action) -> str:
    """Return the text of an action that chooses an effect by its text, or ""."""
    if action.verb == "play" and action.refs and action.refs[0] in state.table:
        texts = mode_texts(state, action.refs[0])
        if len(texts) > 1 and action.option < len(texts):
            return f"play {state.table[action.refs[0]].name}: {texts[action.option]}"
    if action.verb == "mode" and state.pending is not None and state.pending.kind == "mode":
        texts = offered_texts(state)
        if len(texts) > 1 and action.option < len(texts):
            return f"choose {texts[action.option]}"
    return ""


def can_see_hidden(state: EpicState, viewer: Viewer, seat: int) -> bool:
    """Return True if ``viewer`` may see the hidden cards of ``seat`` (1.10.2).

    A player may see their own and those of team-mates.
    """
    return viewer == JUDGE or (viewer is not PUBLIC and acts_for(state, int(viewer), seat))


class EpicViews:
    """Views of Epic games; implements ``rules.judge.game.Views``."""

    def board(self, state: EpicState, viewer: Viewer) -> Board:
        """Return the board as ``viewer`` may see it."""
        return self.boards(state, (viewer,), BoardCache())[0]

    def boards(self, state: EpicState, viewers: Sequence[Viewer], cache: BoardCache) -> tuple[Board, ...]:
        """Return the board as each of ``viewers`` may see it."""
        table = _make_public_board(state, cache)
        return tuple([_with_known_hands(state, table, viewer, cache) for viewer in viewers])

    def waiting(self, state: EpicState) -> str:
        """Return the pending decision in words; empty when the game is over."""
        return _waiting(state)

    def is_public(self, fact: Action | Event) -> bool:
        """Return whether every viewer sees an action or a log event in the same words."""
        return fact.kind not in _HIDDEN if isinstance(fact, Event) else fact.verb not in _HIDDEN_VERBS

    def words(self, state: EpicState, action: Action, viewer: Viewer) -> str:
        """Return the text of an action, without information hidden from ``viewer``."""
        is_revealed = state.pending is not None and detail(state.pending, "shown")
        if (
            action.verb == "draw"
            and action.refs
            and not is_revealed
            and not can_see_hidden(state, viewer, action.option)
        ):
            return f"{state.names[action.option]} draws a card"
        if action.verb == "mulligan" and action.refs and not can_see_hidden(state, viewer, action.seat):
            count = len(action.refs)
            return f"mulligan {count} card{'s' * (count > 1)}"
        return _with_effect(state, action) or answers.render(state, action)

    def cards(self, state: EpicState, action: Action) -> tuple[str, ...]:
        """Return the names of the cards an action refers to; copies in play are numbered."""
        objects = [each for each in things(state, action.refs) if each.zone != "player"]
        return tuple([f"{each.name}#{each.number}" if each.number else each.name for each in objects])

    def pending_chance_text(self, state: EpicState) -> str:
        """Return a description of the pending chance outcome, without card names."""
        decision = state.pending
        if decision is None:
            return ""
        return f"{state.names[detail(decision, 'seat')]} {'reveals' if detail(decision, 'shown') else 'draws'} a card"

    def attempted_text(self, state: EpicState, seat: int, words: str, viewer: Viewer) -> str:
        """Return the text of an illegal action, without hidden information.

        Players may see what was attempted, except the cards of a mulligan or draw.
        """
        if viewer == JUDGE:
            return words
        try:
            reading = read(state, seat, words)
            return self.words(reading.game, reading.action, viewer)
        except ActionError:
            return _redact(state, words, viewer)

    def without_copy_numbers(self, state: EpicState, sentence: str) -> str:
        """Return a sentence without the numbers of copies that do not differ.

        They stay if it names several of the copies.
        """
        for name in alike_copies(state) if "#" in sentence else ():
            if len(set(re.findall(rf"{re.escape(name)}#(\d+)", sentence))) == 1:
                sentence = re.sub(rf"{re.escape(name)}#\d+", name, sentence)
        return sentence

    def justify(self, state: EpicState, action: Action) -> Justification | None:
        """Return why ``action`` is legal, from public information only."""
        return why_legal(state, action)

    def sentence(self, state: EpicState, event: Event, viewer: Viewer) -> str:
        """Return the sentence for a log event, without information hidden from ``viewer``."""
        seat = event.args[0] if event.args else CHANCE
        if event.kind in _HIDDEN and isinstance(seat, int) and not can_see_hidden(state, viewer, seat):
            if event.kind == "draw":
                return f"{state.names[seat]} draws a card."
            if event.kind == "bottom" and "1.8.2" in event.rules:
                return f"Cards go to the bottom of {possessive(state.names[seat])} deck."
            if event.kind == "no-loyalty":
                # Saying that too few cards matched would reveal information on the hand.
                return f"{state.names[seat]} reveals nothing."
            if event.kind == "nothing-to-do":
                # Saying why a hand card was not offered would reveal it too.
                return f"{state.names[seat]} does nothing with what {display_name(state, int(event.args[1]))} offers."
        return sentences.describe_event(state, event)


_HIDDEN: Final = ("draw", "bottom", "no-loyalty", "nothing-to-do")
_HIDDEN_VERBS: Final = ("draw", "mulligan")


def _waiting(state: EpicState) -> str:
    decision = state.pending
    return "" if decision is None else f"{acting_name(state, decision)} {pending_text(state, decision)}"


def _make_public_board(state: EpicState, cache: BoardCache) -> Board:
    phase = PHASES[state.phase]
    return Board(
        turn="" if state.phase == "setup" else side_name(state, state.turn),
        turn_number=state.turn_number,
        phase=f"{phase}: {STEPS[state.step]}" if state.step and not state.over else phase,
        initiative=side_name(state, state.initiative) if state.initiative >= 0 else "",
        waiting=_waiting(state),
        sides=tuple([_make_player_board(state, seat, cache) for seat in range(len(state.seats))]),
        triggers=tuple(_triggers(state)),
        notes=tuple(_notes(state)),
        winners=tuple(state.names[seat] for seat in state.winner_seats),
        over=state.over,
        variant="" if state.variant is DUEL else state.variant.name,
    )


def _with_known_hands(state: EpicState, table: Board, viewer: Viewer, cache: BoardCache) -> Board:
    """Return the public board plus the hands that ``viewer`` may see."""
    seats = [number for number in range(len(table.sides)) if can_see_hidden(state, viewer, number)]
    if not seats:
        return table
    sides = list(table.sides)
    for number in seats:
        side, hand = sides[number], _make_pile(state, state.seats[number].hand, cache, is_visible=True)
        sides[number] = cache.part((PlayerBoard, id(side), id(hand)), partial(side.with_hand, hand))
    return table.with_sides(tuple(sides))


_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")  # noqa: RUF001 - the apostrophe that phones type


def _redact(state: EpicState, words: str, viewer: Viewer) -> str:
    """Return ``words`` without words that only names of hidden cards contain."""
    seen = {cid for seat in state.seats for cid in (*seat.discard, *seat.supplemental, *seat.gods)}
    seen |= {champion.cid for seat in state.seats for champion in seat.champions}
    seen |= {
        cid for number, seat in enumerate(state.seats) if can_see_hidden(state, viewer, number) for cid in seat.hand
    }
    visible_words = set(_significant_words(" ".join((*(state.table[cid].name for cid in seen), *state.names))))
    hidden = {
        word for cid in state.owners if cid not in seen for word in _significant_words(state.table[cid].name)
    } - visible_words
    return " ".join(_WORD.sub(lambda word: "..." if word[0].casefold() in hidden else word[0], words).split())


def _significant_words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _triggers(state: EpicState) -> list[str]:
    texts = []
    for trigger in (*state.batch, *state.noted, *state.delayed):
        label = triggers.label(state, trigger_reference(trigger), trigger.ability)
        owner_text = possessive(state.names[trigger.controller])
        texts.append(f"{owner_text} {state.table[trigger.cid].name}: {label}")
    return texts


def _notes(state: EpicState) -> Iterator[str]:
    """Yield notes on the game that are not values of a player or champion."""
    if state.passed and not state.over:
        names = [side_name(state, seat) for seat in state.passed]
        yield f"{listed(names)} {'has' if len(names) == 1 else 'have'} passed in this window."
    if state.no_attacks:
        yield "No further attack may be declared this turn."
    has_bans = any(seat.bans or any(state.table[each.cid].forbids for each in seat.champions) for seat in state.seats)
    for number, (seat, name) in enumerate(zip(state.seats, state.names, strict=True)):
        for ban in Ban if has_bans else ():
            if is_forbidden(state, number, ban):
                yield f"{name} cannot {ban}."
        for alignment in dict.fromkeys(seat.bound):
            yield f"{name} has {seat.bound.count(alignment)} gold for {alignment} cards and powers only."
    if state.defender >= 0 and len(state.teams) > 2 and not state.over:
        yield f"{side_name(state, state.turn)} attacks {side_name(state, state.defender)}."
    if state.seats[state.turn].out and not state.over:
        yield f"{side_name(state, state.turn)} has left the game; the turn is finished without them."


def _make_pile(state: EpicState, cards: list[int], cache: BoardCache, *, is_visible: bool) -> Pile:
    table = state.table
    names = tuple(sorted([table[cid].name for cid in cards])) if is_visible else None
    return cache.part((Pile, len(cards), names), partial(Pile, len(cards), names))


def _make_player_board(state: EpicState, number: int, cache: BoardCache) -> PlayerBoard:
    """Return the public part of a player's board."""
    seat = state.seats[number]
    deck = [cid for group in seat.deck for cid in group]
    health, gold, out = state.teams[seat.team].health, seat.gold, seat.out
    hand = _make_pile(state, seat.hand, cache, is_visible=False)
    deck_pile = _make_pile(state, deck, cache, is_visible=False)
    discard = _make_pile(state, [*seat.discard, *seat.supplemental], cache, is_visible=True)
    copies = zip(seat.champions, copy_numbers(state, number), strict=True)
    pieces = tuple([_make_piece(state, champion, copy, cache) for champion, copy in copies])
    team = tuple([state.names[each] for each in side_members(state, number)]) if state.variant.shared else ()
    gods = tuple(sorted([state.table[cid].name for cid in seat.gods]))
    # The cache keeps its parts, so that their identities stay unique.
    parts = id(hand), id(deck_pile), id(discard), *map(id, pieces)
    key = (PlayerBoard, number, health, gold, parts, out, team, gods)
    return cache.part(
        key,
        lambda: PlayerBoard(
            state.names[number], {"health": health, "gold": gold}, hand, deck_pile, discard, pieces, out, team, gods
        ),
    )


def _make_piece(state: EpicState, champion: Champion, number: int, cache: BoardCache) -> Piece:
    now, card = current_values(state, champion), state.table[champion.cid]
    key = (
        Piece, card.name, number, now.offense, now.defense, now.keywords, champion.damage, champion.plus,
        champion.stance, champion.deploying, champion.attacking, champion.blocking, champion.until_end,
        champion.lasting, champion.keeper, champion.controller, champion.owner,
    )  # fmt: skip
    return cache.part(key, partial(_describe_champion, state, champion, number, now))


def _describe_champion(state: EpicState, champion: Champion, number: int, now: ChampionValues) -> Piece:
    name = state.table[champion.cid].name
    stance = STANCE_NAMES.get(champion.stance, "prepared")
    flags = [word for word in ("deploying", "attacking", "blocking") if getattr(champion, word)]
    values = {"offense": now.offense, "defense": now.defense, "damage": champion.damage, "counters": champion.plus}
    changes = [f"{modifier_text(change)} until end of turn" for change in champion.until_end]
    changes += [f"{modifier_text(change)} while in play" for change in champion.lasting]
    if champion.keeper != champion.controller:
        changes.append(f"returns to {state.names[champion.keeper]} at end of turn")
    return Piece(
        name=f"{name}#{number}" if number else name,
        card=name,
        values=values,
        states=(stance, *flags),
        keywords=tuple(sorted(now.keywords)),
        changes=tuple(changes),
        owner=state.names[champion.owner] if champion.owner != champion.controller else "",
    )


VIEWS: Final = EpicViews()
"""The stateless views."""

DRAWING: Final = BoardLayout(
    main_total="health",
    coin="gold",
    size=("offense", "defense"),
    damage="damage",
    tile_styles={"expended": "quarter", "flipped": "over", "deploying": "dashed"},
    attacking="attacking",
    blocking="blocking",
    marker="initiative",
)
"""How the board is drawn."""
