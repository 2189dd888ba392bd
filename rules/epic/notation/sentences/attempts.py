"""Attempts to apply plays, powers and choices to a copy of the game.

Their complements are applied too.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

from rules.engine.decision import (
    Action,
    ActionError,
    AmbiguousActionError,
    UndeterminedError,
)
from rules.engine.ids import FIRST_CARD, is_seat
from rules.epic.effects import Ally, Loyalty, Tribute
from rules.epic.engine import ENGINE
from rules.epic.notation.lines.several import remaining_amounts
from rules.epic.notation.modes import match_mode, mode_texts
from rules.epic.notation.names import references
from rules.epic.notation.names.cards import find_card
from rules.epic.notation.names.references import in_play, side_in_play, split_names
from rules.epic.notation.reading import read
from rules.epic.notation.sentences.claims import (
    ANSWERS,
    came_true,
    count_of,
    each_share,
    merged_shares,
    not_true,
    targets_of,
    words_for,
)
from rules.epic.notation.sentences.clauses import PICKS, Clause, FalseStatementError, NotTrueError
from rules.epic.notation.sentences.complements import ONCE, Complement
from rules.epic.notation.sentences.grammar import complement_of
from rules.epic.notation.sentences.nouns import Nouns
from rules.epic.notation.sentences.outcomes import ObservedOutcome
from rules.epic.notation.sentences.trials import Trial, apply_action
from rules.epic.notation.words import wanted
from rules.epic.state import EpicState
from rules.epic.text.rendering import render_card

MAX_ORDERS: Final = 24
"""Maximum number of trigger orders that are tried to make a stated result occur."""
MAX_PICKS: Final = 60
"""Maximum number of picks that are tried to make a stated result occur."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Lines that a clause may stand for, applied to a copy of the game.

    Attributes:
        trial: the game after the lines.
        wrong: why the lines cannot be intended; empty if they can.
        part: the words of the sentence that are wrong.
        open: whether a choice is missing before the claims can be checked.
        readings: the possible lines, if a name fits several objects.
        false: whether a stated result does not happen (rather than a complement that fits no decision).
        claims: the stated results, to compare with the log from ``start`` on.
    """

    trial: Trial
    wrong: str = ""
    part: str = ""
    open: bool = False
    readings: tuple[str, ...] = ()
    false: bool = False
    claims: tuple[Complement, ...] = ()
    start: int = 0


class Attempts:
    """Applies the lines that a clause may stand for to copies of the game.

    Args:
        state: the game; not changed.
        seat: the acting player.
        nouns: the nouns of the sentence.
    """

    def __init__(self, state: EpicState, seat: int, nouns: Nouns) -> None:
        self.state = state
        self.seat = seat
        self.nouns = nouns

    def _is_asked(self, *kinds: str) -> bool:
        decision = self.state.pending
        return decision is not None and decision.seat == self.seat and decision.kind in kinds

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
            elif each.kind in {"fate", "change", "strength", "offense"}:
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

    def _without_ability(self, remaining: Sequence[Complement], source: int | None) -> Attempt | None:
        """Return a failed attempt for a declined ability that the card lacks.

        The ability is a loyalty or tribute.
        """
        if source is None or source not in self.state.table:
            return None
        abilities = {"reveal": "loyalty", "declined": "tribute"}
        for each in remaining:
            if each.kind == "target of ability" and not has_ability(self.state, source, each.value[1]):
                message = f"{self.state.table[source].name} has no {each.value[1]}"
                return Attempt(Trial(self.state, self.seat), message, each.text, false=True)
            word = abilities.get(each.kind, "") if each.kind == "declined" or not each.value else ""
            has_it = has_ability(self.state, source, word)
            if word and has_it and each.kind == "declined" and has_ability(self.state, source, "loyalty"):
                # "No" would decline the loyalty as well.
                message = f"write `no` where the tribute of {self.state.table[source].name} is offered"
                return Attempt(Trial(self.state, self.seat), message, each.text, false=True)
            if word and not has_it:
                message = f"{self.state.table[source].name} has no {word}"
                return Attempt(Trial(self.state, self.seat), message, each.text, false=True)
        return None

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

    @staticmethod
    def _unchecked(trial: Trial, observed: ObservedOutcome, stated: Sequence[Complement]) -> Attempt | None:
        """Return a failed attempt if a missing choice prevents checking a claim.

        ``None`` otherwise.
        """
        claims = (each for each in stated if each.kind not in ANSWERS and came_true(observed, each) is False)
        is_open = trial.legal and trial.stopped and all(each.kind != "reveal" for each in stated)
        claim = next(claims, None) if is_open else None
        if claim is None:
            return None
        text = claim.text.strip(" ,;:")
        message = f"“{text}” cannot be checked: something is missing before it: {wanted(trial.game)}"
        return Attempt(trial, message, claim.text)

    def _has_pending_choice(self, trial: Trial, source: int | None) -> bool:
        """Return True if the pending decision is a choice by this player for ``source``."""
        decision = trial.game.pending
        return (
            source is not None and decision is not None and decision.seat == self.seat and decision.kind in PICKS
            and trial.game.card_of(decision.source) == source
        )  # fmt: skip

    def _refuse_complements(self, trial: Trial, remaining: list[Complement], source: int | None) -> Attempt:
        """Return the attempt for complements that fit no decision.

        It has illegal choices, or it failed.
        """
        for each in remaining:
            if self._contradicts_amounts(trial.game, each):
                amounts = ", then ".join(map(str, remaining_amounts(trial.game)))
                message = f"“{each.text.strip(' ,;:')}” is not how the damage is dealt: {amounts}"
                return Attempt(trial, message, each.text, false=True)
            words = next(iter(words_for(each, trial.game, source)), "")
            if not words or not self._illegal_pick(trial, each, words, source):
                if trial.ambiguous is not None:
                    lines_text = [
                        self.display_lines([*trial.lines, f"target {name}"]) for name in trial.ambiguous.candidates
                    ]
                    return Attempt(trial, not_true(each), each.text, readings=tuple(lines_text))
                return Attempt(trial, not_true(each), each.text, false=each.kind not in ANSWERS)
        return Attempt(trial)

    def _illegal_pick(self, trial: Trial, each: Complement, words: str, source: int | None) -> bool:
        if not trial.legal and trial.lines and trial.lines[-1].startswith(("target", "choose")):
            return False
        if trial.stopped or not trial.legal:
            # The play is illegal and cannot be applied: the card text shows which choices it would require.
            asks_targets = source is not None and asks_for_targets(trial.game, source)
            trial.lines += [words] if asks_targets else []
            return asks_targets
        if source is not None and trial.was_automatic(source):
            # No choice was possible, so no decision was made: the legality check reports why.
            trial.lines.append(words)
            trial.legal = False
            return True
        if each.kind == "effect" and not self._can_be_chosen(trial, each):
            return False
        kinds = {"reveal": ("reveal",), "number": ("number",), "shares": ("assign", *PICKS)}.get(each.kind, PICKS)
        return trial.record_illegal(words, kinds, source)

    def _can_be_chosen(self, trial: Trial, effect: Complement) -> bool:
        """Return False if too few objects can be chosen.

        There are only players, or fewer objects than the effect names.
        """
        decision = trial.game.pending
        if decision is None:
            return True
        names = split_names(self.state.cards, targets_of(effect), lambda _: False)
        return not all(map(is_seat, decision.candidates)) and count_of(names) <= max(decision.high, 1)

    def _apply_complement(self, trial: Trial, complement: Complement, source: int | None) -> bool:
        if trial.stopped or self._contradicts_amounts(trial.game, complement):
            return False
        for words in words_for(complement, trial.game, source):
            if trial.apply_line(words, source):
                return True
        names = targets_of(complement)
        if not names:
            return False
        if self._choose_owner_then_card(trial, names, source):
            return True
        each = split_names(self.state.cards, names, lambda _: False)
        if complement.kind == "shares":  # The smallest amount is dealt first, whatever the order of the words.
            each = [target for _, target in sorted(each_share(trial.game, complement.value), key=itemgetter(0))]
        probe = trial.copy()
        if len(each) > 1 and all(probe.apply_line(f"target {name}", source) for name in each):
            trial.game, trial.lines, trial.mark = probe.game, probe.lines, probe.mark
            return True
        return len(each) > 1 and complement.kind != "shares" and self._choose_one_of_alike(trial, each, source)

    def _choose_one_of_alike(self, trial: Trial, names: Sequence[str], source: int | None) -> bool:
        """Choose the first of several targets if all of them are affected.

        For example ``withers the Zombies``.
        """
        probe = trial.copy()
        is_alike = len({name.partition("#")[0] for name in names}) == 1
        if not is_alike or not probe.apply_line(f"target {names[0]}", source):
            return False
        observed = ObservedOutcome(trial.game, probe.game, self.seat)
        if not observed.happened_to_objects("affect", ", ".join(names)):
            return False
        trial.game, trial.lines, trial.mark = probe.game, probe.lines, probe.mark
        return True

    @staticmethod
    def _contradicts_amounts(game: EpicState, complement: Complement) -> bool:
        """Return True if the damage shares differ from those to be chosen next.

        The latter are those of the next targets.
        """
        amounts = remaining_amounts(game)
        if complement.kind != "shares" or not amounts:
            return False
        stated_amounts = sorted(amount for amount, _ in each_share(game, complement.value))
        return stated_amounts != list(amounts[: len(stated_amounts)])

    def _choose_owner_then_card(self, trial: Trial, names: str, source: int | None) -> bool:
        """Choose the player, then the card, for ``Medusa in Ben's discard pile``."""
        decision = trial.game.pending
        if decision is None or not decision.candidates or not all(map(is_seat, decision.candidates)):
            return False
        owners = {
            seat
            for seat, bare_name, _, zone in references.readings(self.state, names)
            if seat is not None and (zone or self._is_only_in_pile(seat, names, bare_name))
        }
        probe = trial.copy()
        owner_names = [self.state.names[seat] for seat in owners]
        if (
            len(owner_names) != 1
            or not probe.apply_line(f"target {owner_names[0]}", source)
            or not probe.apply_line(f"target {names}", source)
        ):
            return False
        trial.game, trial.lines, trial.mark = probe.game, probe.lines, probe.mark
        return True

    def _is_only_in_pile(self, seat: int, name: str, bare_name: str) -> bool:
        """Return True if the card is only in the player's discard pile.

        The player has no such champion.
        """
        matches = references.matches(self.state, name, in_play(self.state))
        return not matches and bool(references.matches(self.state, bare_name, self.state.seats[seat].discard))

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

    def display_lines(self, lines: Sequence[str]) -> str:
        """Return lines for a list of alternatives: a mode is shown by its text."""
        if not lines:
            return "nothing more"
        first, *rest = lines
        action = parse_action(self.state, self.seat, first)
        if action is not None and action.verb == "play" and first.rpartition(", mode ")[0]:
            texts = mode_texts(self.state, action.refs[0]) if action.refs[0] in self.state.table else []
            if action.option < len(texts):
                first = f"{first.rpartition(', mode ')[0]}: {texts[action.option]}"
        return "; ".join([first, *rest])


def asks_for_targets(game: EpicState, source: int) -> bool:
    """Return True if the text of a card requires the choice of an object."""
    if source not in game.table:
        return False
    text = " ".join(render_card(game.printed_of(source).card)).casefold()
    return any(word in text for word in ("target", "choose", "loyalty"))


def has_ability(game: EpicState, card: int, word: str) -> bool:
    """Return True if a card has an ability of this name.

    It is ``tribute``, ``loyalty``, ``ally`` or ``righteous``.
    """
    kinds = {"tribute": Tribute, "loyalty": Loyalty, "ally": Ally}
    if word not in kinds:
        return True
    return any(isinstance(ability, kinds[word]) for ability in game.table[card].text)


def parse_action(state: EpicState, seat: int, words: str) -> Action | None:
    """Return the action that a canonical line stands for, or ``None``."""
    try:
        return read(state, seat, words).action
    except ActionError:
        return None


def last_play_index(state: EpicState) -> int:
    """Return the log index of the last card played, power used or attack declared."""
    kinds = {"play", "play-free", "use", "attack"}
    return next((event.seq for event in reversed(state.log) if event.kind in kinds), len(state.log))


def last_action_index(state: EpicState) -> int:
    """Return the log index of the last action of a player."""
    return next((event.seq for event in reversed(state.log) if event.cause == -1), 0)
