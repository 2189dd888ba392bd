"""Checks of stated results against the log.

``killing Kong``, ``for nine``, ``and draws two cards``.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rules.decks.names import fold
from rules.engine.ids import FIRST_OBJECT, FIRST_TOKEN_KIND, is_object, is_seat
from rules.engine.log import Event
from rules.epic.board.continuous import current_values
from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play, split_names
from rules.epic.notation.sentences.card_names import singulars
from rules.epic.players.seats import are_allied
from rules.epic.state import EXPENDED, EpicState

if TYPE_CHECKING:
    from rules.epic.notation.sentences.everything import Everything

OF_OBJECT: Final[Mapping[str, Mapping[str, int]]] = {
    "break": {"break": 1},
    "banish": {"banish": 1, "banish-card": 1, "banish-hand": 1, "banish-revealed": 1, "banish-played": 1},
    "bounce": {"bounce": 1, "to-hand": 1},
    "regain": {"to-hand": 1, "recall": 1, "bounce": 1, "enter": 1},
    "reanimate": {"enter": 1, "enter-expended": 1},
    "damage": {"damage": 1},
    "clear": {"break": 1, "banish": 1, "bounce": 1, "transform": 1},
    "pump": {"modify": 0, "counters": 0},
    "shrink": {"modify": 0, "uncounter": 0},
    "exhaust": {"expend": 1},
    "steal": {"seize": 1, "enter": 1},
    "transform": {"transform": 1},
    "blink": {"blink": 1},
    "prepare": {"prepare": 1},
    "protect": {"modify": 0},
    "affect": {
        "damage": 1, "break": 1, "banish": 1, "banish-card": 1, "bounce": 1, "to-hand": 1, "expend": 1, "seize": 1,
        "transform": 1, "modify": 0,
    },
}  # fmt: skip
"""Kinds of log entries by group of effects, each with the index of the object among the arguments."""


_LEAVING: Final = frozenset({"break", "banish", "bounce"})
_NEAR: Final = 4
"""Maximum number of log entries between a play and the entry of its champion."""
_IN_PLAY: Final = frozenset(OF_OBJECT) - {"affect", "banish", "bounce", "reanimate", "regain", "steal"}
"""Groups of effects that affect only champions in play."""
_DAMAGING: Final = frozenset({"damage", "affect"})
WHERE: Final[Mapping[str, frozenset[str]]] = {
    "hand": frozenset({"bounce", "to-hand", "recall"}),
    "play": frozenset({"enter", "enter-expended", "seize"}),
}


class ObservedOutcome:
    """The events between two moments of a game.

    Args:
        before: the game before.
        after: the game after it, with a log that continues that of ``before``.
        seat: the acting player.
        start: the index of the first log entry to check; by default the first one after ``before``.
    """

    def __init__(self, before: EpicState, after: EpicState, seat: int, start: int | None = None) -> None:
        self.before = before
        self.after = after
        self.seat = seat
        self.start = start
        self.events: Sequence[Event] = after.log[len(before.log) if start is None else start :]

    def happened_to_objects(self, group: str, names: str, amount: int | None = None, place: str = "") -> bool:
        """Return True if the effect happened to every named object.

        Args:
            group: the group of effects, as in ``OF_OBJECT``.
            names: the objects.
            amount: for damage, how much each object was dealt.
            place: the destination, ``hand`` or ``play``; empty for any.
        """
        argument_index = WHERE.get(place.partition(":")[0], OF_OBJECT[group])
        kinds = {kind: ref for kind, ref in OF_OBJECT[group].items() if kind in argument_index}
        if place and not kinds:
            return False
        met = [event for event in self.events if event.kind in kinds and self._has_direction(group, event)]
        if group == "regain":
            met = [event for event in met if self._is_taken_back(_ref(event, kinds), event, elsewhere=bool(place))]
        used: list[Event] = []
        met_cards: set[int] = set()
        place, _, owner = place.partition(":")
        for name in split_names(self.after.cards, names, lambda _: False):
            if group in _IN_PLAY and self._lies_in_pile(name):
                return False
            if self._is_player_hit(group, name):
                continue
            entry = next(
                (
                    event
                    for event in met
                    if self._card(_ref(event, kinds)) not in met_cards
                    and self._concerns(group, name, event, kinds)
                    and (not owner or self._owner(_ref(event, kinds)) == int(owner))
                ),
                None,
            )
            if entry is None:
                return False
            used.append(entry)
            met_cards.add(self._card(_ref(entry, kinds)))
        if amount is None:
            return True
        if group in _DAMAGING:
            return all(event.kind == "damage" and event.args[2] == amount for event in used)
        return amount == self.damage()

    def count_affected(self, group: str, names: str = "") -> int:
        """Return the number of different objects to which the effect happened.

        Of all names or the given ones.
        """
        kinds = OF_OBJECT[group]
        refs = {
            _ref(event, kinds) for event in self.events if event.kind in kinds and self._has_direction(group, event)
        }
        called = split_names(self.after.cards, names, lambda _: False)
        return sum(not called or self._is_any(called, ref) for ref in refs)

    def _card(self, ref: int) -> int:
        """Return the card of a champion, which stays the same across zones.

        Else ``ref`` itself.
        """
        card = self.after.card_of(ref) if not is_seat(ref) else ref
        return ref if card >= FIRST_TOKEN_KIND else card

    def _owner(self, ref: int) -> int:
        return self.after.owners.get(self.after.card_of(ref), -1) if not is_seat(ref) else ref

    def _lies_in_pile(self, name: str) -> bool:
        """Return True if ``name`` is that of a card in a discard pile."""
        return any(zone == "discard" for _, _, _, zone in references.readings(self.after, name))

    def _is_taken_back(self, ref: int, event: Event, *, elsewhere: bool) -> bool:
        """Return True if a log entry counts as the return of an object.

        False for a token, a champion just played, or a card that another player gets back.

        Args:
            ref: the object of the log entry.
            event: the log entry.
            elsewhere: whether a destination is stated, which may be another player's.
        """
        card, log = self.after.card_of(ref), self.after.log
        if not event.kind.startswith("enter"):
            return elsewhere or self.after.owners.get(card, -1) == self.seat
        was_played = any(
            other.kind in {"play", "play-free"} and self.after.card_of(int(other.args[1])) == card
            for other in log[max(event.seq - _NEAR, 0) : event.seq]
        )
        return card < FIRST_TOKEN_KIND and not was_played

    def _is_player_hit(self, group: str, name: str) -> bool:
        """Return True if the player is out of the game or loses the discard pile.

        The whole discard pile is banished.
        """
        seat = self._seat_called(name)
        if seat is None:
            return False
        if group == "break":
            return self.after.seats[seat].out or self.after.teams[self.after.seats[seat].team].health <= 0
        pile = {self.before.card_of(cid) for cid in self.before.seats[seat].discard}
        gone = {self.after.card_of(int(event.args[1])) for event in self.events if event.kind == "banish-card"}
        return group == "banish" and bool(pile) and pile <= gone

    def _seat_called(self, name: str) -> int | None:
        bare_name = name.removeprefix("player ")
        return next((seat for seat, each in enumerate(self.after.names) if fold(each) == fold(bare_name)), None)

    def happened_to_all(self, group: str, whom: "Everything", amount: int | None = None) -> bool:
        """Return True if the effect happened to the group and not to the exceptions.

        Args:
            group: the group of effects, as in ``OF_OBJECT``, or ``change`` for a change of strength.
            whom: the group of objects.
            amount: of damage to each object, or of the change.
        """
        meant, spared = whom.objects(self.before), whom.exceptions(self.before)
        if not whom.has_exceptions(self.before):
            return False
        met: set[int] = set()
        if group == "change":
            met = {
                int(event.args[0]) for event in self.events if event.kind == "modify" and _is_change(event, amount or 0)
            }
        else:
            kinds = OF_OBJECT[group]
            for event in self.events:
                fits = event.kind in kinds and self._has_direction(group, event)
                if fits and (amount is None or (event.kind == "damage" and event.args[2] == amount)):
                    met.add(_ref(event, kinds))
        meant = {ref for ref in meant if self._can_be_affected(group, ref)} or meant
        seats = whom.players(self.before) if group in _DAMAGING else set()
        counted = whom.number in (0, len(seats if whom.kind == "players" else meant))
        return counted and bool(meant | seats) and meant | seats <= met and not spared & met

    def _can_be_affected(self, group: str, ref: int) -> bool:
        """Return False for a champion that the effect cannot change.

        It is unbanishable, or already expended.
        """
        champion = self.before.find(ref)
        if group == "exhaust" and champion is not None and champion.stance == EXPENDED:
            return False
        return not any(event.kind == f"un{group}able" and ref in event.args for event in self.events)

    def is_overpaid(self, name: str) -> bool:
        """Return True if more gold than the printed cost was paid for the card.

        Of any name if ``name`` is empty.
        """
        card = self._played_card()
        if card is None or (name and not self.is_called(name, card)):
            return False
        printed = self.before.printed_of(card).card.cost
        return (self.paid() or 0) > (printed or 0)

    def is_offered_payment(self) -> bool:
        """Return True if the played card has an effect for additional gold."""
        card = self._played_card()
        return card is not None and any(mode.gold for mode in self.before.printed_of(card).modes)

    def _played_card(self) -> int | None:
        played = (event for event in self.events if event.kind in {"play", "play-free"})
        return next((int(event.args[1]) for event in played), None)

    def entered(self) -> bool:
        """Return True if a champion entered play."""
        return any(event.kind in {"enter", "enter-expended"} for event in self.events)

    def draws(self, player: str = "") -> bool:
        """Return True if the player drew cards."""
        seat = self.seat if not player else self.after.names.index(player)
        return any(event.kind == "draw" and event.args[0] == seat for event in self.events)

    @staticmethod
    def _has_direction(group: str, event: Event) -> bool:
        """Return True if a modifier has the direction of the group: increase or decrease."""
        if event.kind != "modify":
            return True
        numbers = [value for value in event.args[3::2] if isinstance(value, int)]
        gets_more = not numbers or any(value > 0 for value in numbers)
        if group == "affect":
            return any(value < 0 for value in numbers)
        return group == "protect" or (gets_more if group == "pump" else any(value < 0 for value in numbers))

    def is_called(self, name: str, ref: int) -> bool:
        """Return True if ``name`` can mean ``ref`` before or after the events."""
        existed = not is_object(ref) or ref - FIRST_OBJECT < len(self.before.entered)
        states = (self.before, self.after) if existed else (self.after,)
        if any(references.matches(state, name, [ref]) for state in states):
            return True
        owner = self.after.owners.get(self.after.card_of(ref), -1) if not is_seat(ref) else -1
        return any(
            zone and seat in (None, owner) and references.matches(self.after, bare_name, [ref])
            for seat, bare_name, _, zone in references.readings(self.after, name)
        )

    def paid(self) -> int | None:
        """Return the gold paid for the play or power, or ``None`` if there was none."""
        events = [event for event in self.events if event.kind in {"play", "play-free", "use"}]
        if not events:
            return None
        return 0 if events[0].kind == "play-free" else int(events[0].args[3])

    def damage(self) -> int:
        """Return the total damage dealt."""
        return sum(int(event.args[2]) for event in self.events if event.kind == "damage")

    def were_broken_by(self, victims: str, fighters: str) -> bool:
        """Return True if all victims broke and each fighter dealt damage to one of them."""
        names = split_names(self.after.cards, victims, lambda _: False)
        hits = [event for event in self.events if event.kind == "damage"]
        dealt = all(
            any(
                self.is_called(fighter, int(event.args[0])) and self._is_any(names, int(event.args[1]))
                for event in hits
            )
            for fighter in split_names(self.after.cards, fighters, lambda _: False)
        )
        return dealt and self.happened_to_objects("break", victims)

    def survives(self, names: str) -> bool:
        """Return True if every named object is in play afterwards."""
        called = split_names(self.after.cards, names, lambda _: False)
        there = [{each.ref for each in references.matches(self.after, name, in_play(self.after))} for name in called]
        return (
            bool(called)
            and all(len(refs) >= called.count(name) for name, refs in zip(called, there, strict=True))
            and not self.happened_to_objects("break", names)
        )

    def _is_any(self, names: Sequence[str], ref: int) -> bool:
        return any(self.is_called(name, ref) for name in names)

    def is_hit(self, seat: int) -> bool:
        """Return True if the player was dealt damage."""
        return any(event.kind == "damage" and event.args[1] == seat for event in self.events)

    def has_taken_damage(self, seat: int, amount: int) -> bool:
        """Return True if the player was dealt this total damage."""
        hits = [event for event in self.events if event.kind == "damage" and event.args[1] == seat]
        return bool(hits) and sum(int(event.args[2]) for event in hits) == amount

    def total(self, health: int, player: str = "") -> bool:
        """Return True if the player has this health afterwards.

        Without a player, any player whose health changed.
        """
        seats = range(len(self.after.seats)) if not player else [self.after.names.index(player)]
        before, after = (_health_by_seat(state) for state in (self.before, self.after))
        return any(after[seat] == health and (player or before[seat] != health) for seat in seats)

    def has_dealt(self, amount: int) -> bool:
        """Return True if this amount of damage was dealt or health gained.

        In total or to each.
        """
        if any(event.kind == "gain" and event.args[1] == amount for event in self.events):
            return True
        dealt = [int(event.args[2]) for event in self.events if event.kind == "damage"]
        return bool(dealt) and (sum(dealt) == amount or all(each == amount for each in dealt))

    def _concerns(self, group: str, name: str, event: Event, kinds: Mapping[str, int]) -> bool:
        """Return True if a log entry is about the named object.

        Except for damage, that player's champion counts too.
        """
        ref = _ref(event, kinds)
        return self.is_called(name, ref) or (group != "damage" and self._is_champion_of(name, ref))

    def _is_champion_of(self, name: str, ref: int) -> bool:
        """Return True if ``name`` is a player and ``ref`` a champion of that player."""
        champion = self.after.find(ref) if is_object(ref) else None
        return champion is not None and fold(name) == fold(self.after.names[champion.controller])

    def has_changed_strength(self, names: str, by: "int | tuple[int, int]") -> bool:
        """Return True if the strength of the named objects changed by this number."""
        if not names:
            return any(event.kind == "modify" and _is_change(event, by) for event in self.events)
        for name in split_names(self.after.cards, names, lambda _: False):
            modifications = [
                event for event in self.events if event.kind == "modify" and self.is_called(name, int(event.args[0]))
            ]
            if not any(_is_change(event, by) for event in modifications):
                return False
        return bool(names)

    def strength(self, name: str) -> tuple[int, int] | None:
        """Return the offense and defense of the named object afterwards.

        ``None`` if it is not in play.
        """
        matches = references.matches(self.after, name, references.in_play(self.after))
        champion = self.after.find(matches[0].ref) if matches else None
        if champion is None:
            return None
        now = current_values(self.after, champion)
        return now.offense, now.defense

    def has_to_discard(self, player: str, number: int) -> bool:
        """Return True if the player discards this number of cards next."""
        pending = self.after.pending
        if pending is None or pending.kind != "discard" or player not in self.after.names:
            return False
        return self.after.names.index(player) == pending.seat and pending.low == pending.high == number

    def remaining_defense(self, name: str) -> int | None:
        """Return the defense of the named champion less its damage.

        ``None`` if it is not in play.
        """
        matches = references.matches(self.after, name, references.in_play(self.after)) if name else []
        champion = self.after.find(matches[0].ref) if len(matches) == 1 else None
        return None if champion is None else current_values(self.after, champion).defense - champion.damage

    def has_control(self, names: str, *, lasting: bool) -> bool:
        """Return True if control or strength of the champion changed for so long.

        For good if ``lasting``, else until the end of the turn.
        """
        kinds = {event.kind for event in self.events if event.kind in {"seize", "modify", "counters"}}
        if "seize" not in kinds and kinds:
            return kinds == {"counters" if lasting else "modify"}
        seized = [event for event in self.events if event.kind == "seize" and event.args[0] == self.seat]
        champions = [
            self.after.find(int(e.args[1])) for e in seized if not names or self.is_called(names, int(e.args[1]))
        ]
        return bool(champions) and all(each is not None and (each.keeper == self.seat) == lasting for each in champions)

    def has_gained(self, names: str, keyword: str) -> bool:
        """Return True if the named champion gained a keyword.

        Without a name, the champion that was played.
        """
        if not names:
            return self._has_entered_with(keyword)
        matches = references.matches(self.after, names, references.in_play(self.after)) if names else []
        champions = [champion for each in matches if (champion := self.after.find(each.ref)) is not None]
        before = [champion for each in champions if (champion := self.before.find(each.oid)) is not None]
        return (
            len(champions) == len(before) == 1
            and keyword in current_values(self.after, champions[0]).keywords
            and keyword not in current_values(self.before, before[0]).keywords
        )

    def _has_entered_with(self, keyword: str) -> bool:
        """Return True if the champion that entered play has gained a keyword."""
        entered = [event for event in self.events if event.kind in {"enter", "loyalty"}]
        champions = [self.after.find(int(event.args[1])) for event in entered if is_object(int(event.args[1]))]
        return len(champions) == 1 and all(
            each is not None
            and keyword in current_values(self.after, each).keywords
            and keyword not in self.after.printed_of(each.oid).card.keywords
            for each in champions
        )

    def has_harmed(self) -> bool:
        """Return True if damage was dealt or a champion left play."""
        return any(event.kind in {"damage", *_LEAVING} for event in self.events)

    def has_wiped_board(self) -> bool:
        """Return True if all opposing champions left play without having been chosen."""
        gone = [event for event in self.events if event.kind in _LEAVING]
        picked = any(event.kind in {"target", "choose"} for event in self.events)
        opposing = [
            champion.oid
            for seat, each in enumerate(self.before.seats)
            for champion in each.champions
            if not are_allied(self.before, seat, self.seat)
        ]
        return bool(gone) and not picked and all(self.after.find(oid) is None for oid in opposing)

    def _count_created(self, name: str, seat: int | None = None) -> int:
        """Return the number of champions of a name that entered play.

        Of all players, or one.
        """
        entered = [
            event for event in self.events
            if event.kind in {"enter", "enter-expended"} and seat in (None, event.args[0])
        ]  # fmt: skip
        return max(
            sum(self.is_called(each, int(event.args[1])) for event in entered) for each in (name, *singulars(name))
        )

    def count(self, kind: str, amount: int, name: str = "", player: str = "") -> bool:
        """Return True if this number of cards, health or tokens was gained.

        Cards are drawn, and tokens ``name`` created.
        """
        if player:
            seat = self.after.names.index(player)
            if kind == "create":
                return self._count_created(name, seat) == amount
            return ObservedOutcome(self.before, self.after, seat, self.start).count(kind, amount, name)
        if kind == "gain":
            gained = [event for event in self.events if event.kind == "gain" and event.args[0] == self.seat]
            return sum(int(event.args[1]) for event in gained) == amount
        if kind == "draw":
            drawn = [event for event in self.events if event.kind == "draw" and event.args[0] == self.seat]
            return len(drawn) == amount or (amount < 0 and bool(drawn))
        if self._lies_in_pile(name):
            return False
        created = self._count_created(name)
        return created > 1 if amount < 0 else created == amount


def _is_change(event: Event, by: int | tuple[int, int]) -> bool:
    """Return True if a modifier changes a strength by ``by``.

    A pair means offense and defense.
    """
    changes = dict(zip(event.args[2::2], event.args[3::2], strict=True))
    if isinstance(by, int):
        return by in changes.values()
    return (changes.get("offense", 0), changes.get("defense", 0)) == by


def _health_by_seat(state: EpicState) -> dict[int, int]:
    return {seat: state.teams[each.team].health for seat, each in enumerate(state.seats)}


def _ref(event: Event, kinds: Mapping[str, int]) -> int:
    return int(event.args[kinds[event.kind]])
