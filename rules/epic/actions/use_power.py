"""Using a power (3.5): ``use``. Conditions are in ``rules.epic.plays.powers``."""

import random
from collections.abc import Iterable, Iterator
from typing import Final

from rules.engine.action_types import ONE_AND_OPTION
from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.engine.ids import is_card, is_object, is_seat
from rules.engine.randomness import choose_one
from rules.epic.actions.action_type import absent_champions
from rules.epic.actions.initiative_action import InitiativeActionType
from rules.epic.board.interchangeable import preferred_copies
from rules.epic.plays.costs import cost_violations
from rules.epic.plays.powers import find_power, power_violations, usable_powers, use_power
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name, player_name
from rules.notation.english import possessive


class Use(InitiativeActionType):
    """Use of a power of a champion, god or discarded card; the option is its index."""

    def validate(self, state: EpicState, action: Action) -> None:
        """Raise if the action refers to a player."""
        super().validate(state, action)
        if is_seat(action.refs[0]):
            raise InvalidActionError("'use' refers to a champion in play or a card in a discard pile")

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the power cannot be used."""
        return power_violations(state, action.seat, action.refs[0], action.option)

    def apply(self, state: EpicState, action: Action) -> None:
        """Pay for the power and push its effects."""
        state.cause = -1
        use_power(state, action)

    def legal_for(self, state: EpicState, seat: int) -> Iterable[Action]:
        """Return the uses of powers that are legal for ``seat``."""
        powers = usable_powers(state, seat)
        return [Action(seat, self.name, (source,), option) for source, option in powers] if powers else ()

    def sample_for(self, state: EpicState, seat: int, member: int, chance: random.Random) -> Action | None:
        """Return the use of a random power of ``member``, or ``None``."""
        allowed = usable_powers(state, member)
        if not allowed:
            return None
        source, option = choose_one(chance, allowed)
        return Action(member, self.name, (source,), option)

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the source; in a discard pile, the card that represents its name."""
        if not is_card(action.refs[0]):
            return action.refs
        return preferred_copies(state, action.refs, state.seats[action.seat].discard, action.seat)

    def specific_impossibilities(self, state: EpicState, action: Action) -> Iterator[str]:
        """Yield a sentence if there is no such power, or its cost cannot be paid at all."""
        source = action.refs[0]
        power = find_power(state.printed_of(source), action.option, grey=is_card(source))
        if power is None:
            yield f"{display_name(state, source)} has no such power there."
        elif is_object(source):
            yield from absent_champions(state, action.seat, action.refs)
        elif source not in state.seats[action.seat].discard:
            yield f"{display_name(state, source)} is not in {possessive(player_name(state, action.seat))} discard pile."
        if power is not None and not power.cost.is_plain:
            yield from (fault.text for fault in cost_violations(state, action.seat, source, power.cost))


USE: Final = Use("use", "act", ONE_AND_OPTION, "use a power")
