"""Choices that complements of a clause stand for, applied to a copy of the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from rules.engine.decision import (
    Action,
    ActionError,
)
from rules.engine.ids import is_seat
from rules.epic.effects import Ally, Loyalty, Tribute
from rules.epic.notation.lines.several import remaining_amounts
from rules.epic.notation.modes import mode_texts
from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play, split_names
from rules.epic.notation.reading import read
from rules.epic.notation.sentences.claims import (
    ANSWERS,
    came_true,
    count_of,
    each_share,
    not_true,
    targets_of,
    words_for,
)
from rules.epic.notation.sentences.clauses import PICKS
from rules.epic.notation.sentences.complements import Complement
from rules.epic.notation.sentences.nouns import Nouns
from rules.epic.notation.sentences.outcomes import ObservedOutcome
from rules.epic.notation.sentences.trials import Trial
from rules.epic.notation.words import wanted
from rules.epic.state import EpicState
from rules.epic.text.rendering import render_card


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


class ComplementChoices:
    """Applies complements of a clause as choices at the pending decision.

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

    def _has_pending_choice(self, trial: Trial, source: int | None) -> bool:
        """Return True if the pending decision is a choice by this player for ``source``."""
        decision = trial.game.pending
        return (
            source is not None and decision is not None and decision.seat == self.seat and decision.kind in PICKS
            and trial.game.card_of(decision.source) == source
        )  # fmt: skip

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
            if each.kind == "reveal" and self._puts_into_play(source):
                continue  # It may be the loyalty of a champion that the event puts into play.
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

    def _puts_into_play(self, source: int) -> bool:
        """Return True for an event whose text puts a champion into play."""
        printed = self.state.printed_of(source)
        return printed.is_event and "into play" in " ".join(render_card(printed.card)).casefold()

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
