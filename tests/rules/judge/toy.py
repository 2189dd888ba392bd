"""A game that is not Epic: two players take one to three pebbles each from a heap; who takes the last one wins.

The shuffle says how large the heap is. Each player holds a secret colour, so that views have something to hide.
"""
# ruff: noqa: ARG002 - the protocols name more than so small a game needs

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from rules.decks import Catalogue
from rules.engine.decision import (
    Action,
    Decision,
    IllegalActionError,
    ImpossibleActionError,
    InvalidActionError,
    Violation,
)
from rules.engine.game import Engine, ParsedAction, RepeatedEvent
from rules.engine.ids import CHANCE
from rules.engine.interpretations import OpenRule
from rules.engine.log import Event
from rules.judge.board import Board, Pile, PlayerBoard, may_see
from rules.judge.game import RecordNotation, Views
from rules.notation.position.errors import FieldError, PositionError
from rules.notation.usual import UsualNotation
from rules.rulebooks import Rulebook


@dataclass
class Pebbles:
    names: tuple[str, ...]
    version: str
    first: int
    colours: tuple[str, ...]
    heap: int = 0
    choices: tuple[tuple[str, int], ...] = ()
    pending: Decision | None = None
    log: list[Event] = field(default_factory=list)
    winners: tuple[int, ...] = ()

    @property
    def over(self):
        return self.pending is None

    def facts(self):
        return (self.names, self.version, self.first, self.colours, self.heap, self.pending, self.winners)

    def digest(self):
        return hashlib.sha256(repr(self.facts()).encode()).hexdigest()

    def to_json(self):
        return {"heap": self.heap}


class PebbleEngine:
    versions: tuple[str, ...] = ("V1", "V2")
    variants: Mapping[str, int] = MappingProxyType({"": 2})

    def new_game(self, setup):
        colours = tuple(deck[0] if deck else "?" for deck in setup.decks)
        state = Pebbles(setup.names, setup.version, setup.first, colours)
        state.pending = Decision(CHANCE, "draw", rules=("1",))
        return state

    def copy(self, state):
        return replace(state, log=list(state.log))

    def check(self, state, action):
        if action.option < 1:
            raise InvalidActionError("at least one pebble")
        wrong = []
        if action.seat != state.pending.seat:
            wrong.append(Violation("2", f"It is the turn of seat {state.pending.seat}."))
        if action.verb == "take" and action.option > min(3, state.heap):
            wrong.append(Violation("3", f"At most {min(3, state.heap)} can be taken, not {action.option}."))
        return wrong

    def apply(self, state, action):
        wrong = self.check(state, action)
        if wrong:
            raise IllegalActionError(wrong)
        if action.verb == "heap":
            state.heap = action.option
            state.log.append(Event(len(state.log), "heap", (action.option,), ("1",)))
            state.pending = Decision(state.first, "take", rules=("2",))
        else:
            self._take(state, action.seat, action.option)
        if state.pending is not None and state.heap == 1:
            self._take(state, state.pending.seat, 1)  # no alternative

    def _take(self, state, seat, count):
        state.heap -= count
        state.log.append(Event(len(state.log), "take", (seat, count), ("2", "3")))
        state.pending = Decision(1 - seat, "take", rules=("2",))
        if state.heap == 0:
            state.pending = None
            state.winners = (seat,)
            state.log.append(Event(len(state.log), "win", (seat,), ("4",)))

    def force(self, state, action):
        if action.verb != "take" or action.option > state.heap:
            raise ImpossibleActionError("There are not so many pebbles.")
        self._take(state, action.seat, action.option)
        return ()

    def with_observer(self, state, observer):
        return self.copy(state)

    def random_deck(self, chance, cards=None):
        return ("Red",)

    def is_free_to_act(self, state):
        return state.pending is not None and state.pending.kind == "take"

    def legal(self, state):
        counts = (range(4, 9)) if state.pending.seat == CHANCE else range(1, min(3, state.heap) + 1)
        verb = "heap" if state.pending.seat == CHANCE else "take"
        return (Action(state.pending.seat, verb, (), count) for count in counts)

    def sample(self, state, chance):
        return chance.choice(list(self.legal(state)))

    def outcome(self, state, number):
        options = list(self.legal(state))
        return options[number * len(options) >> 64]

    def outcomes(self, state):
        return [(action, 1) for action in self.legal(state)] if state.pending.seat == CHANCE else []

    def describe_event(self, state, event):
        return f"{event.kind} {event.args}"


class PebbleNotation(UsualNotation[Any]):
    def render(self, state, action):
        return f"{action.verb} {action.option}"

    def read(self, state, seat, words):
        verb, _, number = words.partition(" ")
        if verb not in ("take", "heap") or not number.isdigit():
            raise InvalidActionError(f"{words!r} is not understood; write `take 2`")
        return ParsedAction(Action(seat, verb, (), int(number)), state)

    def repeats(self, state, seat, words, events):
        for index, event in enumerate(events):
            if event.kind == "take" and words == f"take {event.args[1]}" and event.args[0] == seat:
                return RepeatedEvent(event, index + 1, state)
        return None

    def render_repetition(self, state, seat, words, event):
        return words

    def short_forms(self, state, action):
        return ()

    def parses_as(self, state, seat, words, action):
        return False

    def chance_text(self, state, seat, words):
        return ""

    def awaits(self, state, seat, words):
        return False

    def position_template(self, names, cards, lists):
        return []

    def assumptions(self, setup, fields):
        return [f"{name}'s colour: unknown" for name, deck in zip(setup.names, setup.decks, strict=True) if not deck]

    def position(self, fields, setup):
        state = PebbleEngine().new_game(setup)
        wrong = [FieldError(key, 0, f"{key} is no field") for key in fields if key not in ("Heap", "Next")]
        if not fields.get("Heap", ["x"])[0].isdigit():
            wrong.append(FieldError("Heap" if "Heap" in fields else "", 0, "how many pebbles?"))
        if wrong:
            raise PositionError(*wrong)
        state.heap = int(fields["Heap"][0])
        state.pending = Decision(setup.names.index(fields["Next"][0]), "take", rules=("2",))
        return state

    def describe(self, state):
        return [("Heap", str(state.heap)), ("Next", state.names[state.pending.seat])]


class PebbleViews:
    def board(self, state, viewer):
        sides = tuple(
            PlayerBoard(name, {}, Pile(1, (colour,) if may_see(viewer, seat) else None), Pile(0, None), Pile(0, ()), ())
            for seat, (name, colour) in enumerate(zip(state.names, state.colours, strict=True))
        )
        return Board("", 0, f"heap of {state.heap}", "", self.waiting(state), sides, over=state.over)

    def boards(self, state, viewers, cache):
        return tuple(self.board(state, viewer) for viewer in viewers)

    def waiting(self, state):
        return "" if state.pending is None else f"{state.pending.seat} takes"

    def is_public(self, fact):
        return True

    def words(self, state, action, viewer):
        return f"{action.verb} {action.option}"

    def cards(self, state, action):
        return ()

    def pending_chance_text(self, state):
        return "the heap"

    def without_copy_numbers(self, state, sentence):
        return sentence

    def attempted_text(self, state, seat, words, viewer):
        return words

    def justify(self, state, action):
        return None

    def sentence(self, state, event, viewer):
        return f"{event.kind} {event.args}"


@dataclass(frozen=True)
class Colour:
    name: str
    cost: int | None = 0
    deck_alignments: tuple[str, ...] = ()
    is_deck_card: bool = True
    doubtful: tuple[str, ...] = ()


class PebbleGame:
    slug = "pebbles"
    cards_reference = ""
    card_file_notice = ""
    cards: Catalogue[Any] = Catalogue((Colour("Red"), Colour("Blue")), {})
    rulebooks: Mapping[str, Rulebook] = {}
    interpretations: Mapping[str, OpenRule] = {}
    procedure: Mapping[str, tuple[str, tuple[str, ...]]] = {}
    engine: Engine[Any] = PebbleEngine()
    notation: RecordNotation[Any] = PebbleNotation()
    views: Views[Any] = PebbleViews()


GAME = PebbleGame()
