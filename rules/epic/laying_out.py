"""Laying out a described position: cards into their zones, champions onto the table, everything else set.

What contradicts itself is collected as it is met; nothing is played on when anything is wrong.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.decks.names import fold
from rules.engine.decision import AnswerError
from rules.engine.game import Setup
from rules.engine.ids import FIRST_OBJECT, FIRST_TOKEN_KIND
from rules.epic.cards import Alignment
from rules.epic.continuous import changed, has, view
from rules.epic.engine import ENGINE, SetupError
from rules.epic.events import RB
from rules.epic.position_cards import ToldCards
from rules.epic.position_fields import EVERYBODY, NOWHERE, Fields, Spot
from rules.epic.printed import TOKEN_NAMES
from rules.epic.referring import find, in_play, split_names
from rules.epic.state import Champion, EpicState, Trigger
from rules.epic.traits import Keyword
from rules.epic.triggers import DELAYED
from rules.judge.errors import PositionError

PHASES: Final = {
    "start": ("start", "", 0),
    "main": ("main", "", 0),
    "before blocks": ("battle", "before-blocks", 0),
    "blocks": ("battle", "blocks", 0),
    "before damage": ("battle", "before-damage", 1),
}
"""Phase, step and stage of the state for each word."""
_DOOM: Final = re.compile(r"^(.+?)\s+breaks\s+(.+?)\s*\(by\s+(.+)\)$", re.IGNORECASE)


class Layout:
    """One position being laid out."""

    def __init__(self, fields: Mapping[str, Sequence[str]], setup: Setup) -> None:
        self.setup = setup
        self.fields = Fields(fields, setup.names)
        self.told = ToldCards(self.fields, setup.decks)

    def state(self) -> EpicState:
        """Return the game, or raise with all contradictions."""
        decks = tuple(tuple(cards) for cards in self.told.owned)
        try:
            state = ENGINE.table(Setup(self.setup.names, decks, self.setup.first, self.setup.version))
        except SetupError as error:
            self.fields.say(NOWHERE, str(error))
            raise PositionError(*self.fields.wrong) from None
        state.lists = tuple(None if deck is None else tuple(sorted(deck)) for deck in self.setup.decks)
        cards = _Cards(state)
        for seat in range(len(self.setup.names)):
            self._put_champions(state, seat, cards)
        for seat in range(len(self.setup.names)):
            self._put(state, seat, cards)
        self._turn(state)
        changed(state)
        self._look_at_champions(state)
        if self.fields.wrong:
            raise PositionError(*self.fields.wrong)
        ENGINE.advance(state)
        return state

    # The table.

    def _put_champions(self, state: EpicState, seat: int, cards: "_Cards") -> None:
        for champion, card, spot in self.told.champions[seat]:
            owner = self.fields.player(champion.owner, spot) if champion.owner else seat
            if card.is_token:
                cid = FIRST_TOKEN_KIND + TOKEN_NAMES.index(card.name)
            elif owner >= 0:
                cid = cards.take(owner, card.name)
            else:
                continue
            entered = Champion(FIRST_OBJECT + len(state.entered), cid, seat, max(owner, 0))
            champion.apply(entered)
            state.entered.append(cid)
            state.seats[seat].champions.append(entered)

    def _put(self, state: EpicState, seat: int, cards: "_Cards") -> None:
        """Put the other cards of one seat where they are told to be, and set what it has."""
        here = state.seats[seat]
        here.hand = [cards.take(seat, name) for name in self.told.hand[seat]]
        pile, broken = Counter(self.told.discard[seat]), Counter(self.told.broken[seat])
        # Those that broke this turn come first, so that which of several copies it was is always told alike.
        first = [cards.take(seat, name) for name in (broken & pile).elements()]
        state.broken += first
        here.discard = [*first, *(cards.take(seat, name) for name in (pile - broken).elements())]
        here.deck = [sorted(cards.take(seat, name) for name in part) for part in self.told.deck[seat]]
        here.gold = self.fields.number(seat, "gold", 0, 1)
        state.teams[here.team].health = self.fields.number(seat, "health", 1, None)
        here.ones_played = list(self._alignments(seat))

    def _alignments(self, seat: int) -> Iterator[str]:
        found = self.fields.one(seat, "ones played")
        known = {fold(alignment): str(alignment) for alignment in Alignment}
        for word in found[0].split(",") if found else ():
            if fold(word) in known:
                yield known[fold(word)]
            elif found and fold(word) not in ("", "none"):
                self.fields.say(found[1], f"{word.strip()!r} is no alignment; alignments are {', '.join(Alignment)}")

    # The turn.

    def _turn(self, state: EpicState) -> None:
        found = self.fields.one(EVERYBODY, "Turn")
        match = re.fullmatch(r"(.+?)[\s,]+(?:turn\s+)?(\d{1,4})", found[0]) if found else None
        spot = found[1] if found else NOWHERE
        if match is None:
            first = self.setup.names[self.setup.first]
            self.fields.say(spot, f"whose turn it is and which is missing: write `Turn: {first} 5`")
        else:
            seat = self.fields.player(match[1], spot)
            number = int(match[2])
            state.turn, state.turn_number = max(seat, 0), max(number, 1)
            if number < 1:
                self.fields.say(spot, "turns are numbered from 1")
            elif seat >= 0 and len(self.setup.names) == 2 and (number % 2 == 1) != (seat == self.setup.first):
                first = self.setup.names[self.setup.first]
                self.fields.say(spot, f"turn {number} is not the turn of {match[1]}, as {first} took the first")
        self._phase(state)
        for text, where in self.fields.lines.get((EVERYBODY, "End of turn"), ()):
            self._doom(state, text, where)
        state.no_attacks = bool(self.fields.yes("No more attacks"))

    def _phase(self, state: EpicState) -> None:
        found = self.fields.one(EVERYBODY, "Phase")
        word = fold(found[0]).replace("battle", "").replace("phase", "").replace("step", "") if found else "main"
        name = next((name for name in PHASES if fold(name) == word), None)
        if name is None:
            self.fields.say(found[1] if found else NOWHERE, f"Phase is one of {', '.join(PHASES)}")
            name = "main"
        state.phase, state.step, state.stage = PHASES[name]
        if state.phase == "battle":
            self._battle(state)
        else:
            for field in ("Defender", "Blocked"):
                line = self.fields.one(EVERYBODY, field)
                if line is not None:
                    self.fields.say(line[1], f"{field} is told of, but there is no battle in phase {name}")
        self._window(state)

    def _battle(self, state: EpicState) -> None:
        others = [seat for seat in range(len(self.setup.names)) if seat != state.turn]
        found = self.fields.one(EVERYBODY, "Defender")
        state.defender = self.fields.player(*found) if found else others[0]
        if found and state.defender == state.turn:
            self.fields.say(found[1], "the player whose turn it is attacks and cannot be the defender")
            state.defender = others[0]
        blocking = any(champion.blocking for seat in state.seats for champion in seat.champions)
        told = self.fields.yes("Blocked")
        state.blocked = blocking if told is None else told
        if blocking and told is False:
            line = self.fields.one(EVERYBODY, "Blocked")
            self.fields.say(line[1] if line else NOWHERE, "a champion is blocking, so the attack is blocked (4.4.6[2])")
        if state.blocked and state.step != "before-damage":
            line = self.fields.one(EVERYBODY, "Blocked") or ("", NOWHERE)
            self.fields.say(line[1], "nothing can be blocked before blockers are declared")

    def _window(self, state: EpicState) -> None:
        """Set who may make a play, who has passed and whether a play was made since."""
        opener = state.turn
        if state.step == "before-damage" and state.version == RB:
            opener = state.defender
        found = self.fields.one(EVERYBODY, "Initiative")
        state.initiative = self.fields.player(*found) if found else opener
        if state.step == "blocks":
            if found:
                self.fields.say(found[1], "nobody has initiative while blockers are declared")
            state.initiative = -1
        passed = self.fields.one(EVERYBODY, "Passed")
        if passed is not None and fold(passed[0]) != "nobody":
            seats = [self.fields.player(name.strip(), passed[1]) for name in passed[0].split(",")]
            state.passed = [seat for seat in seats if seat >= 0]
            if state.step == "blocks" or state.phase == "start":
                self.fields.say(passed[1], "nobody has passed: nobody has had initiative in this step")
        played = self.fields.one(EVERYBODY, "Played")
        if played is not None and fold(played[0]) not in ("nobody", "no"):
            seat = self.fields.player(*played)
            state.played = True
            if seat != state.initiative:
                self.fields.say(played[1], "Played names who has initiative and has made a play since receiving it")

    def _doom(self, state: EpicState, text: str, spot: Spot) -> None:
        found = _DOOM.match(text)
        if not found:
            self.fields.say(spot, "write `End of turn: Anna breaks Kong (by Surprise Attack)`")
            return
        seat, card = self.fields.player(found[1], spot), self.told.card(found[3], spot)
        if seat < 0 or card is None:
            return
        try:
            names = [] if fold(found[2]) == "nothing" else split_names(found[2], lambda _: False)
            doomed = tuple(find(state, name, in_play(state)) for name in names)
        except AnswerError as error:
            self.fields.say(spot, str(error))
            return
        # Which of several copies it was makes no difference: the source is only named.
        same = [cid for cid in state.owners if state.table[cid].name == card.name]
        source = min([cid for cid in same if state.owners[cid] == seat] or same, default=0)
        if not source:
            self.fields.say(spot, f"no {card.name} is told of that could have done this")
            return
        state.delayed.append(Trigger(seat, source, source, DELAYED, {"doomed": doomed}))

    def _look_at_champions(self, state: EpicState) -> None:
        """Say what cannot be so of champions in play."""
        spots = [spot for champions in self.told.champions for _, _, spot in champions]
        for champion, spot in zip((c for seat in state.seats for c in seat.champions), spots, strict=False):
            name = state.table[champion.cid].name
            if (champion.attacking or champion.blocking) and state.phase != "battle":
                self.fields.say(spot, f"{name} is in a battle, but the phase is {state.phase}")
            elif champion.attacking and champion.blocking:
                self.fields.say(spot, f"{name} cannot attack and block at the same time")
            elif champion.attacking and champion.controller != state.turn:
                self.fields.say(spot, f"{name} cannot be attacking: it is not its controller's turn (4.4.1)")
            elif champion.blocking and champion.controller != state.defender:
                self.fields.say(spot, f"{name} cannot be blocking: its controller is not attacked (4.4.6[1])")
            elif champion.blocking and state.step != "before-damage":
                self.fields.say(spot, f"{name} cannot be blocking before blockers are declared (4.4.6[1])")
            elif champion.attacked and champion.controller != state.turn:
                self.fields.say(spot, f"{name} cannot have attacked in a turn that is not its controller's (4.4.1)")
            if champion.damage > max(champion.hurt, 0):
                self.fields.say(spot, f"{name} has more damage than it suffered this turn")
            now = view(state, champion)
            if champion.damage >= now.defense and not has(state, champion, Keyword.UNBREAKABLE):
                self.fields.say(
                    spot,
                    f"{name} has {champion.damage} damage and defense {now.defense}: it would have broken (5.16.3)",
                )


class _Cards:
    """The cards of a game that have no place yet; each name uses up the lowest numbers first."""

    def __init__(self, state: EpicState) -> None:
        self._left: list[dict[str, list[int]]] = [{} for _ in state.seats]
        for cid in sorted(state.owners, reverse=True):
            self._left[state.owners[cid]].setdefault(state.table[cid].name, []).append(cid)

    def take(self, owner: int, name: str) -> int:
        """Return the next card of ``owner`` that is called ``name``."""
        return self._left[owner][name].pop()
