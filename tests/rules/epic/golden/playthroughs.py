"""Playthroughs: every action of a game, its events with rules, and the board at the end of each turn."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.epic.cards import CATALOGUE
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from rules.epic.state.log import VERSIONS
from rules.epic.variants import VARIANTS
from tests.rules.epic.engine.games import HUMANS, TALL

FOLDER: Final = Path(__file__).parent / "games"
OF_TWO: Final = ("cube-draft", "dark-draft", "full-constructed", "pack-draft", "preconstructed", "random-30")
"""What the playthroughs of two players are called by: the place in the row decides their seed, so add at the end."""
DOUBTFUL: Final = frozenset({"Scarros, Hound of Draka", "Village Protector"})
"""Cards without a trustworthy text, with which a game can come to a standstill."""


@dataclass(frozen=True)
class Golden:
    """One playthrough to keep: its name, how it begins, and the seed of the answers when it is played again."""

    name: str
    setup: Setup
    seed: int

    @property
    def path(self) -> Path:
        """The file that holds it."""
        return FOLDER / f"{self.name}.txt"


def goldens() -> Iterator[Golden]:
    """Yield one playthrough for each name of two players, then one for each way to play with more than two."""
    decks = {
        "full-constructed": [HUMANS, TALL],
        "preconstructed": [_of_base("Evil"), _of_base("Sage")],
    }
    for number, name in enumerate(OF_TWO):
        lists = decks.get(name) or [_dealt(name, seat) for seat in range(2)]
        setup = Setup(("Ann", "Ben"), tuple(lists), number % 2, VERSIONS[number % 2])
        yield Golden(name, setup, number)
    for number, variant in enumerate(VARIANTS.values()):
        if variant.most > 2:
            players = 4 if variant.shared else 3 + number % 2
            lists = [_dealt(variant.slug, seat) for seat in range(players)]
            names = ("Ann", "Ben", "Cleo", "Dan")[:players]
            yield Golden(variant.slug, Setup(names, tuple(lists), 0, VERSIONS[number % 2], variant.slug), number)


def _of_base(alignment: str) -> tuple[str, ...]:
    cards = (
        card for card in CATALOGUE if card.set == "Base" and [str(word) for word in card.alignments] == [alignment]
    )
    return tuple(sorted(card.name for card in cards))


def _dealt(name: str, seat: int) -> tuple[str, ...]:
    """Return thirty cards dealt out of all there are; the same for the same name."""
    chance = random.Random(f"{name} {seat}")
    return tuple(
        chance.sample(sorted(card.name for card in CATALOGUE if card.is_deck_card and card.name not in DOUBTFUL), 30)
    )


def answers_of(golden: Golden) -> list[Action]:
    """Return the answers of a game played at random to its end."""
    chance = random.Random(golden.seed)
    state = ENGINE.new_game(golden.setup)
    answers: list[Action] = []
    while not state.over:
        answers.append(ENGINE.sample(state, chance))
        ENGINE.apply(state, answers[-1])
    return answers


def written(golden: Golden, answers: list[Action]) -> str:
    """Return the playthrough of ``answers`` as text."""
    setup = golden.setup
    lines = [f"{golden.name}: {', '.join(setup.names)}; {setup.version}; {setup.names[setup.first]} goes first"]
    for name, deck in zip(setup.names, setup.decks, strict=True):
        cards = Counter(deck or ())
        lines.append(f"deck of {name}: " + ", ".join(f"{count} {card}" for card, count in sorted(cards.items())))
    state = ENGINE.new_game(setup)
    lines += _described(state, state.log)
    for answer in answers:
        output, turn = len(state.log), state.turn_number
        lines.append(f"{_as_data(answer)}")
        assert ENGINE.check(state, answer) == [], f"{golden.name}: {answer} is not legal any more"
        ENGINE.apply(state, answer)
        lines += _described(state, state.log[output:])
        if state.turn_number != turn or state.over:
            lines.append(f"  = {state.digest()} {_board(state)}")
    return "\n".join(lines) + "\n"


def _described(state: EpicState, events: list[Event]) -> list[str]:
    return [f"  {ENGINE.describe_event(state, event)} [{' '.join(event.rules)}]" for event in events]


def _as_data(answer: Action) -> str:
    who = "chance" if answer.seat == CHANCE else str(answer.seat)
    parts = [who, answer.verb, ",".join(map(str, answer.refs)), str(answer.option), ",".join(map(str, answer.amounts))]
    return "> " + " | ".join(parts)


def _board(state: EpicState) -> str:
    sides = (
        f"{state.names[number]} {state.teams[seat.team].health} health, {len(seat.hand)} in hand, "
        f"{sum(map(len, seat.deck))} in deck, {len(seat.discard)} in pile, {len(seat.champions)} in play"
        for number, seat in enumerate(state.seats)
    )
    return "; ".join(sides)


def stored_answers(golden: Golden) -> list[Action]:
    """Return the answers that the kept playthrough holds."""
    found = []
    for line in golden.path.read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            who, verb, refs, option, amounts = (part.strip() for part in line[2:].split("|"))
            seat = CHANCE if who == "chance" else int(who)
            found.append(Action(seat, verb, _numbers(refs), int(option), _numbers(amounts)))
    return found


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",") if part)
