"""Complements of a clause, applied as choices or compared with what happened."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.effects import Loyalty
from rules.epic.engine import ENGINE
from rules.epic.notation import trigger_words
from rules.epic.notation.lines.several import remaining_amounts
from rules.epic.notation.names.references import split_names
from rules.epic.notation.sentences.choices import Attempt, ComplementChoices
from rules.epic.notation.sentences.claims import (
    ANSWERS,
    came_true,
    count_of,
    not_true,
    targets_of,
    words_for,
)
from rules.epic.notation.sentences.complements import Complement
from rules.epic.notation.sentences.outcomes import ObservedOutcome
from rules.epic.notation.sentences.trials import Trial, apply_action
from rules.epic.state import EpicState

MAX_ORDERS: Final = 24
"""Maximum number of trigger orders that are tried to make a stated result occur."""


class AppliedComplements(ComplementChoices):
    """Applies the complements of a clause in the order of the decisions."""

    def _replace_pronouns(self, complements: Sequence[Complement]) -> list[Complement]:
        """Replace "it" in complements by the previous target."""
        result: list[Complement] = []
        for each in complements:
            antecedent = next((targets_of(other) for other in reversed(result) if targets_of(other)), "")
            if each.kind == "effect-on-it" and antecedent:
                result.append(Complement("effect", (each.value[0], antecedent, None, each.value[1]), each.text))
            elif each.kind == "gains":
                result.append(Complement("grant", (each.value, antecedent), each.text))
            elif each.kind == "fate" and each.value == "both":
                both = len(split_names(self.state.cards, antecedent, lambda _: False)) == 2
                result.append(Complement("fate", (True, antecedent if both else ""), each.text))
            elif each.kind == "duration":
                result.append(Complement("duration", (antecedent, each.value), each.text))
            elif each.kind == "duration of":
                result += [
                    Complement("target", each.value[0], each.text),
                    Complement("duration", each.value, each.text),
                ]
            elif each.kind == "player and group":
                result.append(Complement("target", each.value[0], each.text))
                result.append(Complement("all", ("affect", each.value[1], None), each.text))
            elif each.kind == "sole target":
                is_one = count_of(split_names(self.state.cards, each.value, lambda _: False)) == 1
                result.append(Complement("target", each.value if is_one else "", each.text))
            elif each.kind in {"fate", "change", "strength", "offense", "remaining"}:
                result.append(Complement(each.kind, (each.value, antecedent), each.text))
            else:
                result.append(each)
        return result

    def _apply_complements(
        self, trial: Trial, remaining: list[Complement], source: int | None, start: int,
        stated: Sequence[Complement] = (), orders: int = MAX_ORDERS,
    ) -> Attempt:  # fmt: skip
        """Apply the complements that are choices, and check the others.

        The order is that of the decisions.

        Args:
            trial: the game so far.
            remaining: the complements not applied yet.
            source: the card whose decisions are accepted; ``None`` for any.
            start: the index of the first log entry to check against.
            stated: all complements, if some are applied already.
            orders: the number of trigger orders that may still be tried.
        """
        stated = stated or list(remaining)
        while (
            taken := next((each for each in remaining if self._apply_complement(trial, each, source)), None)
        ) is not None:
            remaining.remove(taken)
        if trial.legal and not trial.stopped and self._waits_for_order(trial, remaining, start):
            stated_order = self._with_stated_order(trial, remaining, source, start, stated)
            if stated_order is not None:
                return stated_order
        if trial.stopped and trial.legal and any(each.kind not in ANSWERS for each in stated):
            ordered_attempt = self._try_orders(trial, remaining, source, start, stated, orders)
            # Once the loyalty is stated, only the trigger order is open, and the verdict names that.
            if ordered_attempt is not None and (ordered_attempt.wrong or any(each.kind == "reveal" for each in stated)):
                return ordered_attempt
        observed = ObservedOutcome(self.state, trial.game, self.seat, start)
        if not trial.legal or trial.stopped:
            return self._unchecked(trial, observed, stated) or self._refuse_complements(trial, remaining, source)
        remaining = [each for each in remaining if came_true(observed, each) is not True]
        if self._has_pending_choice(trial, source):
            return self._attempt_without_choice(trial, remaining, source, observed, stated)
        if remaining:
            return self._refuse_complements(trial, remaining, source)
        # If more targets are to be chosen, the damage is not dealt yet; its amounts were compared at each choice.
        waits = bool(remaining_amounts(trial.game))
        stated_now = [each for each in stated if each.kind != "shares" or not waits]
        false = next((each for each in stated_now if came_true(observed, each) is False), None)
        return Attempt(trial) if false is None else Attempt(trial, not_true(false), false.text, false=True)

    def _waits_for_order(self, trial: Trial, remaining: Sequence[Complement], start: int) -> bool:
        """Return True if a complement has not come true before the next trigger."""
        observed = ObservedOutcome(self.state, trial.game, self.seat, start)
        return any(came_true(observed, each) is not True for each in remaining)

    def _with_stated_order(
        self, trial: Trial, remaining: Sequence[Complement], source: int | None, start: int,
        stated: Sequence[Complement],
    ) -> Attempt | None:  # fmt: skip
        """Return the attempt whose next trigger makes the claims come true, or ``None``.

        A loyalty of the card that can be paid is not passed over: with it, other claims may be true.
        """
        decision = trial.game.pending
        if decision is None or decision.kind != "order" or decision.seat != self.seat:
            return None
        if source is not None and self._can_pay_loyalty(trial.game, source):
            return None
        fitting: dict[str, Attempt] = {}
        orders = list(itertools.islice(ENGINE.legal(trial.game), MAX_ORDERS))
        # The next trigger is rather that of the card itself.
        for action in sorted(orders, key=lambda each: trial.game.card_of(each.refs[0]) != source):
            probe = trial.copy()
            words = trigger_words.words(trial.game, self.seat, action.refs[0], action.option)
            if probe.apply_line(f"resolve {words}", None) and not probe.stopped:
                attempt = self._apply_complements(probe, list(remaining), source, start, stated, 0)
                if not attempt.wrong and not attempt.open:
                    fitting.setdefault(attempt.trial.game.digest(), attempt)
        if len(fitting) == len(orders) > 1 and all(each.kind not in ANSWERS for each in remaining):
            return Attempt(trial)  # They come true whatever the order, which stays open.
        return next(iter(fitting.values())) if len(fitting) == 1 else None

    def _can_pay_loyalty(self, game: EpicState, source: int) -> bool:
        """Return True if the player may hold enough cards to pay the loyalty of a card."""
        loyalty = next((each for each in game.table[source].text if isinstance(each, Loyalty)), None)
        if loyalty is None:
            return False
        alignments = set(game.printed_of(source).card.alignments)
        held = [game.table[card] for card in game.seats[self.seat].hand]
        fitting = [card for card in held if card.name == UNKNOWN_NAME or alignments & set(card.card.alignments)]
        return len(fitting) >= max(loyalty.count or 1, 1)

    def _try_orders(
        self, trial: Trial, remaining: Sequence[Complement], source: int | None, start: int,
        stated: Sequence[Complement], orders: int,
    ) -> Attempt | None:  # fmt: skip
        """Try trigger orders.

        Return the first attempt in which all claims are true, or a failed one. Returns ``None`` if no trigger order is
        pending. The lines do not include the order: the record leaves it open.
        """
        decision = trial.game.pending
        if decision is None or decision.kind != "order" or decision.seat != self.seat or orders <= 0:
            return None
        failed: Attempt | None = None
        answers = list(itertools.islice(ENGINE.legal(trial.game), orders))
        for action in answers:
            copy = replace(trial.copy(), game=apply_action(trial.game, action), stopped=False)
            result = self._apply_complements(
                copy, list(remaining), source, start, stated, orders // max(len(answers), 1)
            )
            if not result.wrong:
                return result
            failed = failed or result
        return failed

    def _attempt_without_choice(
        self, trial: Trial, remaining: Sequence[Complement], source: int | None, observed: ObservedOutcome,
        stated: Sequence[Complement],
    ) -> Attempt:  # fmt: skip
        """Return the attempt for a missing choice.

        Claims that depend on the choice stay open.
        """
        stated_only = [each for each in remaining if came_true(observed, each) is not None]
        picks = [each for each in remaining if each not in stated_only or any(words_for(each, trial.game, source))]
        if picks:
            return self._refuse_complements(trial, picks, source)
        paid = next((each for each in stated if each.kind == "cost" and not came_true(observed, each)), None)
        if paid is not None:
            return Attempt(trial, not_true(paid), paid.text)
        is_open = any(came_true(observed, each) is False for each in stated)
        return Attempt(trial, open=is_open, claims=tuple(stated), start=observed.start or 0)
