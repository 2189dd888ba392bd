"""Views of a Champions game for players, judges and spectators.

Hidden from a viewer are other players' hands, the deck, and cards drawn by others (3.1.2b, 4.1.4.2, 2.11.1). A
player's unrevealed Blessings are visible to that player only; their lanes are unknown to all.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.champions import sentences
from rules.champions.cards import INVENTED
from rules.champions.engine import ENGINE
from rules.champions.justifications import why_legal
from rules.champions.notation import actions
from rules.champions.notation.card_names import card_with_place
from rules.champions.rules import RULES
from rules.champions.state import COMPLETE, LANES, ChampionsState, Piece
from rules.champions.state.places import ROWS, corner_of
from rules.engine.decision import Action, ActionError, Justification
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.judge import board
from rules.judge.board import Board, BoardCache, Pile, PlayerBoard, Viewer, may_see
from rules.judge.board_layout import BoardLayout

PHASES: Final = {
    "placement": "Champion placement",
    "opening": "Opening hands",
    "start": "Start Phase",
    "rotate": "Battlefield Phase: rotation",
    "exhaust": "Battlefield Phase: Exhausted cards",
    "leaving": "Battlefield Phase: Exhausted cards",
    "instant": "Battlefield Phase: instant effects",
    "action": "Action Phase",
    "pass": "Draw Phase",
    "draw": "Draw Phase",
    "end": "End of Turn Phase",
    "check": "End of Turn Phase: Empty Deck Check",
    "last": "End of Turn Phase: Empty Deck Check",
    "over": "Game over",
}
ORGANISED: Final = "These cards are defined in the card file of an organiser."
UNDER_WAY: Final = {
    "play": "{card} is being played",
    "use": "the Heroic Act of {card} is being used",
    "text": "the text of {card} is being carried out",
    "sweep": "in Standard Order everything answers to {card}",
    "deploy": "{card} is being Deployed",
    "exhaust": "{card} is handled as Exhausted",
    "remove": "{card} Removes cards",
    "leave": "{card} leaves play",
    "return": "{card} is Returned",
    "give": "{card} is given up",
    "swap": "{card} is Swapped",
    "replace": "{card} is Replaced",
    "rotate": "{card} turns",
    "discard": "{player} discards for {card}",
    "draw": "{player} draws",
    "reveal": "{player} reveals a Blessing",
}


class ChampionsViews:
    """Renders games of Champions; implements ``rules.judge.game.Views``."""

    def board(self, state: ChampionsState, viewer: Viewer) -> Board:
        """Return the board as ``viewer`` sees it."""
        return Board(
            turn=state.names[state.turn] if state.turn_number else "",
            turn_number=state.turn_number,
            phase=PHASES[state.phase],
            initiative=state.names[state.turn] if ENGINE.is_free_to_act(state) else "",
            waiting=self.waiting(state),
            sides=tuple(_player_board(state, number, viewer) for number in range(len(state.seats))),
            triggers=tuple(_stack_lines(state)),
            notes=tuple(_notes(state)),
            winners=tuple(state.names[seat] for seat in state.winner_seats),
            over=state.over,
        )

    def boards(
        self,
        state: ChampionsState,
        viewers: Sequence[Viewer],
        cache: BoardCache,  # noqa: ARG002 - nothing is shared
    ) -> tuple[Board, ...]:
        """Return the board as each of ``viewers`` sees it."""
        return tuple(self.board(state, viewer) for viewer in viewers)

    def waiting(self, state: ChampionsState) -> str:
        """Return the pending decision in words; empty when the game is over."""
        decision = state.pending
        if decision is None:
            return ""
        player = "chance" if decision.seat == CHANCE else state.names[decision.seat]
        return f"{player} {RULES.verbs.questions[decision.kind].awaits(state, decision)}"

    def is_public(self, fact: Action | Event) -> bool:
        """Return whether every viewer sees an action or a log event in the same words."""
        return (fact.kind if isinstance(fact, Event) else fact.verb) not in ("draw", "put", "puts")

    def words(self, state: ChampionsState, action: Action, viewer: Viewer) -> str:
        """Return an action as record text, without information hidden from ``viewer``."""
        if action.verb == "draw" and not may_see(viewer, action.option):
            return f"{state.names[action.option]} draws a card"
        if action.verb == "put" and not may_see(viewer, action.seat):
            return "puts a card away"
        return actions.render(state, action)

    def cards(self, state: ChampionsState, action: Action) -> tuple[str, ...]:
        """Return the names of the cards in an action, in order."""
        return tuple([state.table[cid].name for cid in action.refs if cid in state.table])

    def pending_chance_text(self, state: ChampionsState) -> str:
        """Describe the pending random outcome."""
        decision = state.pending
        if decision is None or decision.seat != CHANCE:
            return ""
        name = state.names[int(decision.detail[0][1])]
        return f"{name} draws a card" if decision.kind == "draw" else f"{name} reveals a Blessing"

    def without_copy_numbers(self, state: ChampionsState, sentence: str) -> str:  # noqa: ARG002
        """Return the sentence: copies are named by their places."""
        return sentence

    def attempted_text(self, state: ChampionsState, seat: int, words: str, viewer: Viewer) -> str:
        """Return the record text of an illegal action, without hidden information.

        An attempted action is public, except for the card drawn.
        """
        try:
            return self.words(state, actions.read(state, seat, words), viewer)
        except ActionError:
            hidden = {"draw": "a card is drawn", "put": "a card is put away"}.get(actions.verb_of(words), words)
            return words if viewer == board.JUDGE else hidden

    def justify(self, state: ChampionsState, action: Action) -> Justification | None:
        """Return why an action is legal, using public information only."""
        return why_legal(state, action)

    def sentence(self, state: ChampionsState, event: Event, viewer: Viewer) -> str:
        """Return the sentence for a log entry, without information hidden from ``viewer``."""
        if event.kind == "draw" and not may_see(viewer, int(event.args[0])):
            return f"{state.names[int(event.args[0])]} draws a card."
        if event.kind == "puts" and not may_see(viewer, int(event.args[0])):
            return f"{state.names[int(event.args[0])]} puts a card away."
        return sentences.describe_event(state, event)


def _stack_lines(state: ChampionsState) -> Iterator[str]:
    for frame in reversed(state.frames):
        card = card_with_place(state, frame.source) if frame.source else "the turn"
        yield UNDER_WAY[frame.kind].format(card=card, player=state.names[frame.controller])


def _notes(state: ChampionsState) -> Iterator[str]:
    if any(card.invented for card in state.table.values()):
        yield INVENTED.replace("This card is", "These cards are").replace("it is no card", "they are no cards")
    if any(card.organised for card in state.table.values()):
        yield ORGANISED
    if state.heroic:
        yield f"{state.names[state.turn]} has used a Heroic Act this turn."
    for name, seat in zip(state.names, state.seats, strict=True):
        if seat.used:
            yield f"{name} has played or used this turn: {', '.join(sorted(seat.used))}."
    for each in state.limbo:
        cards = " on ".join(state.table[cid].name for cid in (each.cid, *reversed(each.below)))
        yield f"In limbo, of lane {each.lane + 1}: {cards} of {state.names[state.owners[each.cid]]}."
    yield from (f"{state.names[seat]} is at 0 health, once this is carried out." for seat in state.falling)


def _pile(state: ChampionsState, cards: list[int], *, is_visible: bool, ordered: bool = False) -> Pile:
    names = [state.table[cid].name for cid in cards]
    return Pile(len(cards), tuple(names if ordered else sorted(names)) if is_visible else None)


def _player_board(state: ChampionsState, number: int, viewer: Viewer) -> PlayerBoard:
    seat = state.seats[number]
    deck = [cid for group in seat.deck for cid in group]
    knows = may_see(viewer, number)
    acts = state.actions if state.turn == number and not state.over else 0
    return PlayerBoard(
        player=state.names[number],
        totals={"health": seat.health, "actions": acts},
        hand=_pile(state, seat.hand, is_visible=knows),
        deck=_pile(state, deck, is_visible=False),
        discard=_pile(state, seat.discard, is_visible=True, ordered=True),
        pieces=tuple(_pieces(state, number)),
        out=seat.out,
        extra_cards=tuple(sorted(state.table[cid].name for cid in (*seat.waiting, *(seat.hidden if knows else ())))),
    )


def _pieces(state: ChampionsState, number: int) -> Iterator[board.Piece]:
    """Yield a player's pieces on the field, row by row from the front, with lanes."""
    for row in reversed(ROWS):
        for lane_number, lane in enumerate(state.seats[number].lanes, 1):
            piece: Piece | None = getattr(lane, row)
            if piece is not None:
                yield _piece(state, piece, row, lane_number)


def _piece(state: ChampionsState, piece: Piece, row: str, lane: int) -> board.Piece:
    card = state.table[piece.cid]
    corner = corner_of(card, piece) if piece.up else None
    values: dict[str, int] = {}
    states = [card.type.lower()]
    if row == "champion":
        states.append("quest complete" if piece.corner >= COMPLETE else f"objective {piece.corner + 1}")
        if card.quest and piece.corner < COMPLETE:
            states.append(str(card.quest[piece.corner]))
    elif not piece.up:
        states.append("face down")
    elif corner is not None:
        states.append(f"corner {piece.corner + 1}")
        states += ["no effect"] * (not corner.is_active or bool(piece.dormant))
        values |= {"value": corner.value} if corner.value is not None else {}
    changes = (
        *(f"objective done this turn by {state.table[cid].name}" for cid in piece.done),
        *(f"on {state.table[cid].name}" for cid in reversed(piece.below)),
        *(("no effects: Dormant until the end of turn " + str(piece.dormant),) if piece.dormant else ()),
        *(f"line added by {each.card} until the end of turn {each.until}" for each in piece.granted),
    )
    return board.Piece(
        name=f"{card.name} in lane {lane}",
        card=card.name,
        values=values,
        states=tuple(states),
        keywords=tuple(sorted(card.tags or ())),
        changes=changes,
        lane=lane,
        row=len(ROWS) - ROWS.index(row),
    )


VIEWS: Final = ChampionsViews()
"""The views; stateless."""

DRAWING: Final = BoardLayout(
    main_total="health", lanes=LANES, tile_styles={"face down": "dashed", "no effect": "dashed"}
)
"""The board layout."""
