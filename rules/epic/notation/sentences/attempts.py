"""Attempts to apply plays, powers and choices to a copy of the game.

Their complements are applied too.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from rules.engine.decision import (
    ActionError,
    AmbiguousActionError,
    UndeterminedError,
)
from rules.engine.ids import FIRST_CARD
from rules.epic.engine import ENGINE
from rules.epic.notation.modes import match_mode, mode_texts
from rules.epic.notation.names import references
from rules.epic.notation.names.cards import find_card
from rules.epic.notation.names.references import side_in_play
from rules.epic.notation.reading import read
from rules.epic.notation.sentences.applying import AppliedComplements
from rules.epic.notation.sentences.choices import Attempt, parse_action
from rules.epic.notation.sentences.claims import (
    came_true,
    merged_shares,
)
from rules.epic.notation.sentences.clauses import PICKS, Clause, FalseStatementError, NotTrueError
from rules.epic.notation.sentences.complements import ONCE, Complement
from rules.epic.notation.sentences.grammar import complement_of
from rules.epic.notation.sentences.outcomes import ObservedOutcome
from rules.epic.notation.sentences.trials import Trial, apply_action
from rules.epic.state import EpicState

MAX_PICKS: Final = 60
"""Maximum number of picks that are tried to make a stated result occur."""


class Attempts(AppliedComplements):
    """Applies the lines that a clause may stand for to copies of the game."""

    def _complements(self, clause: Clause) -> list[Complement]:
        text = self.nouns.tokens.slice(clause.start, clause.end)
        made = merged_shares([*complement_of({**clause.rule.fixed, **clause.bindings}, text), *clause.extras])
        made += [Complement("cost", bindings.get("cost", 1), text) for kind, bindings in clause.times if kind == "cost"]
        self._check_entered(made)
        kinds = [each.kind for each in made]
        twice = next((each for index, each in enumerate(made) if each.kind in ONCE & set(kinds[:index])), None)
        if twice is not None:
            message = f"“{twice.text.strip(' ,')}” contradicts what comes before it"
            raise FalseStatementError(message, unparsed=twice.text)
        return made

    @staticmethod
    def _check_entered(made: Sequence[Complement]) -> None:
        """Reject ``into play`` unless it follows the played card or a created token."""
        for previous, each in itertools.pairwise(made):
            if each.kind == "entered" and previous.kind != "happens":
                raise NotTrueError("this is not said of the card that is played", unparsed=each.text)

    def _in_hand(self, name: str) -> bool:
        """Return True if a card of this name may be in the player's hand.

        An unknown card may be it.
        """
        hand = self.state.seats[self.seat].hand
        if references.matches(self.state, name, hand):
            return True
        try:
            copy = ENGINE.copy(self.state)
            return find_card(copy, list(hand), self.seat, name, ()) in hand
        except ActionError:
            return False

    def _own_objects(self) -> list[int]:
        seat = self.state.seats[self.seat]
        return [*side_in_play(self.state, self.seat), *seat.gods, *seat.discard]

    def _has_object(self, name: str) -> bool:
        """Return True if the player has an object of this name that can have powers."""
        return bool(references.matches(self.state, name, self._own_objects()))

    def _has_power(self, name: str) -> bool:
        matches = references.matches(self.state, name, self._own_objects())
        return any(
            self.state.printed_of(each.ref).powers or self.state.printed_of(each.ref).grey_powers for each in matches
        )

    def _find_source(self, name: str) -> int | None:
        """Return the card of this name that is the source of a decision or event.

        The decision is pending, the event recent.
        """
        decision, state = self.state.pending, self.state
        refs = [decision.source] if decision is not None and decision.source >= FIRST_CARD else []
        for event in state.log[last_action_index(state) :]:
            refs += [arg for arg in event.args[:2] if isinstance(arg, int) and arg >= FIRST_CARD]
        matches = references.matches(state, name, list(dict.fromkeys(refs)))
        return state.card_of(matches[0].ref) if matches else None

    def _plays(self, name: str, complements: Sequence[Complement]) -> Iterator[Attempt]:
        copy = ENGINE.copy(self.state)
        cid = copy.card_of(find_card(copy, copy.seats[self.seat].hand, self.seat, name, ()))
        texts = mode_texts(copy, cid) if cid in copy.table else []
        options = self._remaining_modes(texts, complements)
        remaining = [each for each in complements if each.kind not in {"option", "mode", "from hand"}]
        for option in options:
            words = f"play {name}, mode {option + 1}" if len(texts) > 1 else f"play {name}"
            yield self._attempt(words, remaining, cid)
        if not options:
            chosen_option = next(each for each in complements if each.kind in {"option", "mode"})
            yield Attempt(Trial(self.state, self.seat), f"{name} has no such effect", chosen_option.text)

    @staticmethod
    def _remaining_modes(texts: Sequence[str], complements: Sequence[Complement]) -> list[int]:
        """Return the modes of a card that are consistent with the complements."""
        options = list(range(max(len(texts), 1)))
        for each in complements:
            if each.kind == "option":
                options = [option for option in options if option == each.value - 1]
            elif each.kind == "mode":
                called = match_mode(texts, each.value)
                options = [option for option in options if option == called]
        return options

    def _powers(self, name: str, complements: Sequence[Complement], nth: int | None) -> Iterator[Attempt]:
        number = next((each.value for each in complements if each.kind == "option"), nth)
        remaining = [each for each in complements if each.kind not in {"option", "mode"}]
        words = f"use {name}" + (f", power {number}" if number else "")
        try:
            source = self.state.card_of(read(self.state, self.seat, words).action.refs[0])
        except AmbiguousActionError as error:
            powered = [f"use {each}" for each in error.candidates] if number is None else []
            answers = [(line, action) for line in powered if (action := parse_action(self.state, self.seat, line))]
            if not answers or not remaining:
                raise
            for line, action in answers:
                yield self._attempt(line, remaining, self.state.card_of(action.refs[0]))
            return
        yield self._attempt(words, remaining, source)

    def _picks(self, complements: Sequence[Complement], source: int | None) -> Attempt:
        trial = Trial(self.state, self.seat, mark=last_action_index(self.state))
        remaining = self._replace_pronouns(complements)
        return self._without_ability(remaining, source) or self._apply_complements(
            trial, remaining, source, last_action_index(self.state)
        )

    def _attempt(self, words: str, complements: Sequence[Complement], source: int) -> Attempt:
        trial = Trial(self.state, self.seat)
        start = len(self.state.log)
        trial.apply_play(words)
        remaining = self._replace_pronouns(complements)
        return self._without_ability(remaining, source) or self._apply_complements(trial, remaining, source, start)

    def _choose_attempt(self, attempts: Sequence[Attempt], clause: Clause) -> list[str]:
        """Return the lines of the intended attempt.

        Raises:
            AmbiguousActionError: several attempts are possible. NotTrueError: none is possible.
        """
        chosen = [each for each in attempts if not each.wrong]
        chosen = [each for each in chosen if each.trial.legal] or chosen
        # If claims are true immediately in some attempts, attempts that no choice would make true are not intended.
        if any(not each.open for each in chosen):
            chosen = [each for each in chosen if not each.open or self._may_come_true(each)]
        fitting = [each.trial for each in chosen]
        by_end = {each.game.digest(): each for each in reversed(fitting)}
        if len(by_end) > 1:
            text = self.nouns.tokens.slice(clause.start, clause.end)
            raise AmbiguousActionError(text, [self.display_lines(each.lines) for each in reversed(by_end.values())])
        if chosen and chosen[0].open:
            raise NotTrueError(f"say first what is picked for `{self.display_lines(fitting[0].lines)}`")
        if by_end:
            return next(iter(by_end.values())).lines
        several = [reading for each in attempts for reading in each.readings]
        if several:
            raise AmbiguousActionError(self.nouns.tokens.slice(clause.start, clause.end), several)
        failed = next((each for each in attempts if each.wrong), None)
        if failed is None:
            raise NotTrueError(f"{clause.bindings['card']} is not there to be played or used")
        raise (FalseStatementError if failed.false else NotTrueError)(failed.wrong, unparsed=failed.part)

    def _may_come_true(self, attempt: Attempt) -> bool:
        """Return True if the claims are true after some choice at the pending decision."""
        for action in itertools.islice(ENGINE.legal(attempt.trial.game), MAX_PICKS):
            try:
                copy = apply_action(attempt.trial.game, action)
            except UndeterminedError:
                return True
            if copy.pending is not None and copy.pending.seat == self.seat and copy.pending.kind in PICKS:
                return True
            observed = ObservedOutcome(self.state, copy, self.seat, attempt.start)
            if all(came_true(observed, each) is not False for each in attempt.claims):
                return True
        return False


def last_play_index(state: EpicState) -> int:
    """Return the log index of the last card played, power used or attack declared."""
    kinds = {"play", "play-free", "use", "attack"}
    return next((event.seq for event in reversed(state.log) if event.kind in kinds), len(state.log))


def last_action_index(state: EpicState) -> int:
    """Return the log index of the last action of a player."""
    return next((event.seq for event in reversed(state.log) if event.cause == -1), 0)
