"""Interpretation of sentences.

It chooses the intended parse and returns its canonical lines.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.decks.names import nearest
from rules.engine.decision import Action, ActionError, AmbiguousActionError, InvalidActionError, UndeterminedError
from rules.engine.game import Line
from rules.engine.ids import CHANCE
from rules.epic.notation.lines.stated_results import append_result, split_result
from rules.epic.notation.names import references
from rules.epic.notation.sentences.acting import SUFFERED
from rules.epic.notation.sentences.battle_results import is_possible
from rules.epic.notation.sentences.clauses import (
    Clause,
    FalseStatementError,
    NotTrueError,
    UnnamedSourceError,
    most_specific_error,
)
from rules.epic.notation.sentences.consecutive_clauses import ATTACKS, BLOCKS, ConsecutiveClauses, is_plain_pass
from rules.epic.notation.sentences.joint_divisions import ASSIGN, check_complete, is_joint_division, may_continue
from rules.epic.notation.sentences.nouns import Nouns
from rules.epic.notation.sentences.parsing import Parse
from rules.epic.notation.sentences.resolving import Resolver
from rules.epic.notation.sentences.rewording import MisspeltError, correct_spelling, reorder
from rules.epic.notation.sentences.tokens import Tokens, tokens
from rules.epic.notation.sentences.trials import Trial, apply_action
from rules.epic.notation.sentences.vocabulary import NUMBERS, VERBS
from rules.epic.notation.words import wanted
from rules.epic.state import EpicState


class PartlyReadError(InvalidActionError):
    """Part of a sentence was not understood.

    The message names it and suggests alternatives.
    """


MAX_CLAUSES: Final = 30
"""Maximum number of clauses of a sentence that are tried in the game."""
MAX_REMOVED_WORDS: Final = 16
"""Maximum number of words removed from the end of a sentence to find the part that was not understood."""
MAX_TRIED: Final = 8
MAX_WORDS: Final = 60


_NEVER_DOUBLED: Final = frozenset(NUMBERS).union(*VERBS.values())


def _is_doubled(word: str, after: str) -> bool:
    return word.casefold() == after.casefold() and word.casefold() in _NEVER_DOUBLED


def interpret(state: EpicState, seat: int | None, text: str, *, corrects: bool = True) -> list[Line]:
    """Return the lines that a sentence stands for.

    The last may be the unparsed rest of the sentence. The rest is parsed after the lines before it have been applied.

    Args:
        state: the game; not changed.
        seat: the acting player; ``None`` if the sentence names one or only one player can act.
        text: the sentence, without the name and colon before it.
        corrects: whether to suggest corrections of misspelt words.

    Raises:
        InvalidActionError: part of it is not understood, or it contradicts the game.
        AmbiguousActionError: it has several meanings; the message lists them as lines.
    """
    return _Sentence(state, seat, tokens(text), corrects=corrects).lines()


class _Sentence(ConsecutiveClauses):
    def __init__(self, state: EpicState, seat: int | None, tokens: Tokens, *, corrects: bool = True) -> None:
        super().__init__(state, seat, tokens)
        self.corrects = corrects
        # Results of clauses by their id; `_found` keeps the clauses alive.
        self._resolved_clauses: dict[int, list[str] | ActionError] = {}
        # Lines that stand for clauses so far; other lines are sentences not parsed yet.
        self._canonical: set[str] = set()

    def lines(self) -> list[Line]:
        words = self.tokens.words
        if words and len(words) > 1 and len(words[-1]) > 1 and words[-1].endswith("?"):
            raise InvalidActionError(f"{self.tokens.text[:60]!r} is a question, not a play", unparsed="?")
        if not words or len(words) > MAX_WORDS:
            raise InvalidActionError(f"{self.tokens.text[:60]!r} is not understood", unparsed=self.tokens.text)
        doubled = next((word for word, after in itertools.pairwise(words) if _is_doubled(word, after)), None)
        if doubled is not None:
            raise InvalidActionError(f"“{doubled}” stands twice in a row", unparsed=doubled)
        parses = self._parses(len(words))
        if not parses:
            self._raise_if_either()
            in_order = self._in_order()
            if in_order is not None:
                return in_order
            self._raise_if_misspelt()
            raise self._not_understood_error()
        return self._lines_of_likeliest(parses)

    def _lines_of_likeliest(self, parses: Sequence[Parse]) -> list[Line]:
        """Return the legal lines with the fewest clauses.

        If none are legal, return the lines with the fewest clauses. A list that would make a play illegal may be two
        clauses: ``Lash on Muse, Rage on Kong``. A false claim stays false in every parse.
        """
        illegal: list[Line] | None = None
        failed: ActionError | None = None
        for count in sorted({len(parse.clauses) for parse in parses}):
            try:
                lines = self._lines_of_simplest([parse for parse in parses if len(parse.clauses) == count])
            except (FalseStatementError, AmbiguousActionError):
                if illegal is None:
                    raise
                continue
            except ActionError as error:
                failed = failed or error
                continue
            if self._is_legal(lines):
                return lines
            illegal = illegal or lines
        if illegal is None:
            raise failed or InvalidActionError(f"{self.tokens.text[:60]!r} is not understood")
        return illegal

    def _is_legal(self, lines: Sequence[Line]) -> bool:
        """Return True if the canonical lines among ``lines`` are legal in sequence."""
        trial: Trial | None = None
        for line in lines:
            if line.words not in self._canonical:
                continue
            if trial is None or trial.seat != line.seat:
                trial = Trial(self.state if trial is None else trial.game, line.seat)
            if not trial.apply_line(line.words, None):
                return False
        return True

    def _lines_of_simplest(self, parses: Sequence[Parse]) -> list[Line]:
        """Return the lines of the parses with the fewest complements that are valid."""
        by_count: dict[int, list[Parse]] = {}
        for parse in parses:
            by_count.setdefault(sum(len(clause.extras) for clause in parse.clauses), []).append(parse)
        failed: list[InvalidActionError] = []
        unnamed: UnnamedSourceError | None = None
        for count in sorted(by_count):
            try:
                lines = self._lines_of_parses(by_count[count])
            except UnnamedSourceError as error:
                # More complements may name the source: "Transform Kong" is a card as well as a verb.
                unnamed = unnamed or error
            except InvalidActionError as error:
                failed.append(error)
            else:
                if unnamed is None or self._is_legal(lines):
                    return lines
        raise unnamed or most_specific_error(failed)

    def _lines_of_parses(self, parses: Sequence[Parse]) -> list[Line]:
        alternatives: dict[tuple[Line, ...], tuple[Line, ...]] = {}
        failed: list[ActionError] = []
        for parse in parses:
            try:
                first, rest = self._resolve_first_clause(parse)
            except ActionError as error:
                failed.append(error)
                continue
            # The same lines with another connective before the rest are equivalent.
            if first not in alternatives or _length(rest) < _length(alternatives[first]):
                alternatives[first] = rest
        alternatives = {
            first: rest for first, rest in alternatives.items() if not self._is_without_result(first, alternatives)
        }
        legal = (
            {first: rest for first, rest in alternatives.items() if self._is_legal(first)}
            if len(alternatives) > 1
            else alternatives
        )
        ambiguous = next((error for error in failed if isinstance(error, AmbiguousActionError)), None)
        if ambiguous is not None and not any(self._is_legal(first) for first in alternatives):
            raise ambiguous
        meant = self._distinct_outcomes(legal or alternatives)
        if len(meant) > 1:
            raise AmbiguousActionError(
                self.tokens.text, ["; ".join(self._display_line(line) for line in lines) for lines in meant]
            )
        for first, rest in meant.items():
            return [*first, *rest]
        others = [error for error in failed if not isinstance(error, InvalidActionError)]
        raise (others[0] if others else most_specific_error([e for e in failed if isinstance(e, InvalidActionError)]))

    @staticmethod
    def _is_without_result(lines: tuple[Line, ...], found: Mapping[tuple[Line, ...], object]) -> bool:
        """Return True if another parse has the same lines and a battle result.

        The remaining words are that result.
        """
        plain = [(*each[:-1], each[-1]._replace(words=split_result(each[-1].words)[0])) for each in found if each]
        return any(each != lines and other == lines for each, other in zip(filter(None, found), plain, strict=True))

    def _distinct_outcomes(
        self, meant: Mapping[tuple[Line, ...], tuple[Line, ...]]
    ) -> Mapping[tuple[Line, ...], tuple[Line, ...]]:
        """Remove lines that lead to the same game and the same remaining lines as others."""
        if len(meant) < 2:
            return meant
        outcomes: dict[object, tuple[tuple[Line, ...], tuple[Line, ...]]] = {}
        for first, rest in meant.items():
            game = self._game_after(first) if first and all(line.words in self._canonical for line in first) else None
            outcomes.setdefault((game.digest(), rest) if game is not None else first, (first, rest))
        return dict(outcomes.values())

    def _display_line(self, line: Line) -> str:
        return line.words if line.seat == self.seat else f"{self.state.names[line.seat]}: {line.words}"

    def _resolve_first_clause(self, parse: Parse) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
        """Return the lines of the first clause and the rest of the sentence."""
        clause, *later = parse.clauses
        rest: tuple[Line, ...] = ()
        if clause.rule.kind in {"both keep", "both pass"}:
            return self._lines_of_both(parse)
        if later and self._are_reversed_passes(clause, later[0]):
            # Both pass; the order in which a line says so does not matter.
            lines, acting_seat = self._passes_of_all(), self._acting_player(clause)
            self._canonical.add("pass")
            if len(later) > 1:
                passes, acting_seat = self._passes_before(later[1], parse.rests[1], later[0], acting_seat, lines)
                rest = (*passes, self._rest_line(later[1], acting_seat, parse.rests[1]))
            return lines, rest
        seat = self._acting_player(clause)
        self._reject_contradictory_clauses(parse.clauses, seat)
        own_lines, joined = self._joint_division(self._lines_of(clause, seat), later, seat)
        later, rests = later[joined:], parse.rests[joined:]
        lines = tuple(Line(seat, words) for words in own_lines)
        self._canonical |= {line.words for line in lines}
        if later and (result := self._battle_result(clause, later, lines)) is not None:
            self._canonical.add(lines[-1].words)
            game = self._game_after(lines)
            stated = self.tokens.slice(later[0].start, later[0].end)
            if any(kind == "response" for kind, _bindings in later[0].times):
                raise NotTrueError(f"“{stated}” states a result of the battle, not a response", unparsed=stated)
            possible = is_possible(self.state, game, seat, result) if game is not None else True
            if possible is None:
                message = f"“{stated}” cannot be checked yet: the battle can end in too many ways; leave it out"
                raise NotTrueError(message, unparsed=stated)
            if not possible:
                raise NotTrueError(f"as the battle stands, “{stated}” does not come true", unparsed=stated)
            return (*lines[:-1], Line(seat, append_result(lines[-1].words, result))), ()
        if later:
            self._check_picked(lines, later[0])
            self._check_same_turn(clause, lines, later[0])
            passes, passing_seat = self._passes_before(later[0], rests[0], clause, seat, lines)
            rest = (*passes, self._rest_line(later[0], passing_seat, rests[0], clause))
        return lines, rest

    def _lines_of_both(self, parse: Parse) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
        """Return the lines of a clause about both players, and the rest."""
        clause, *later = parse.clauses
        if clause.rule.kind == "both keep":
            if any(kind != "filler" for kind, _bindings in clause.times):
                raise NotTrueError("opening hands are decided about before the first turn, in response to nothing")
            self._canonical.add("keep")
            return self._keeps_of_both(later), ()
        lines = self._passes_of_all()
        self._check_both_named(clause, lines)
        first = lines[0].seat
        Resolver(self.state, first, self._nouns_of(first)).check_times(clause, ["pass"])
        if later:
            self._canonical.add("pass")
            self._check_same_turn(clause, lines, later[0])
        speaker = self.seat if self.seat is not None else lines[-1].seat
        return lines, (self._rest_line(later[0], speaker, parse.rests[0]),) if later else ()

    def _joint_division(self, lines: list[str], later: Sequence[Clause], seat: int) -> tuple[list[str], int]:
        """Add the damage of further champions, and return the number of clauses used.

        They are the next clauses, which state the damage.
        """
        if not is_joint_division(self.state, lines):
            return lines, 0
        parts = list(lines)
        for clause in itertools.takewhile(may_continue, later):
            further = self._lines_of(clause, seat)
            if not is_joint_division(self.state, further):
                break
            parts.append(further[0].removeprefix(ASSIGN))
        joined = "; ".join(parts)
        check_complete(self.state, seat, joined)
        return [joined], len(parts) - 1

    def _passes_before(
        self, after: Clause, word: int, clause: Clause, seat: int, lines: Sequence[Line]
    ) -> tuple[tuple[Line, ...], int]:
        """Return the implied passes before a clause, and its acting player.

        The clause is that of another player. ``Anna attacks with Kong, Ben blocks with Muse``: Anna passes before Ben
        blocks. Passes lead to the next turn only if the clause before ends the turn.
        """
        actor, blocks = after.seat, after.rule.kind in BLOCKS and clause.rule.kind not in BLOCKS
        leads_to_blocks = clause.rule.kind in ATTACKS or [line.words for line in lines] == ["pass"]
        if actor is None and not (blocks and leads_to_blocks):
            actor = seat
        game = None if actor == seat and not blocks else self._game_after(lines)
        if game is None or (actor is not None and self._needs_no_pass(game, after, word, actor)):
            return (), seat if actor is None else actor
        turn, passes = game.turn, list[Line]()
        least: tuple[tuple[Line, ...], int] | None = None
        while len(passes) <= 2 * len(game.seats) + 2 and game.pending is not None and game.pending.seat != CHANCE:
            pending_seat = game.pending.seat
            if pending_seat != seat if actor is None else pending_seat == actor:
                least = least or (tuple(passes), pending_seat)
                if self._is_legal_at(game, pending_seat, self._rest_line(after, pending_seat, word, clause).words):
                    return tuple(passes), pending_seat
            if game.pending.kind != "act":
                if passes and pending_seat != actor and not blocks and clause.rule.fixed.get("words") == "end turn":
                    raise NotTrueError(f"something is missing before what follows: {wanted(game)}")
                break
            passes.append(Line(pending_seat, "pass"))
            try:
                game = apply_action(game, Action(pending_seat, "pass"))
            except (ActionError, UndeterminedError):
                break
            if game.turn != turn and clause.rule.fixed.get("words") != "end turn":
                break
        return least or ((), seat if actor is None else actor)

    def _needs_no_pass(self, game: EpicState, after: Clause, word: int, actor: int) -> bool:
        """Return True if no pass is implied before a clause.

        It states a past event, or passes in reverse order.
        """
        if after.rule.kind not in {"stated", "through"} and not is_plain_pass(after):
            return False
        try:
            sentence = _Sentence(game, actor, tokens(self._rest_line(after, actor, word).words))
            lines = sentence.lines()
        except (ActionError, UndeterminedError):
            return False
        done = [line for line in lines if line.words in sentence._canonical]
        return not done if after.rule.kind != "line" else sentence._is_legal(lines)

    @staticmethod
    def _is_legal_at(game: EpicState, seat: int, text: str) -> bool:
        """Return True if the first clause of a sentence is legal at this moment."""
        try:
            sentence = _Sentence(game, seat, tokens(text))
            return sentence._is_legal(sentence.lines())
        except (ActionError, UndeterminedError):
            return False

    def _rest_line(self, clause: Clause, seat: int, word: int, before: Clause | None = None) -> Line:
        """Return the rest of the sentence as a line of its acting player.

        A block without a blocker is that of the champion which the clause before it played.
        """
        actor = seat if clause.seat is None else clause.seat
        card = before.bindings.get("card") if before is not None and before.rule.kind in {"play", "card"} else None
        held = references.matches(self.state, card, self.state.seats[actor].hand) if card else []
        blocks = clause.rule.kind == "block played" and clause.end == len(self.tokens.words)
        if blocks and any(not self.state.table[each.ref].is_event for each in held):
            return Line(actor, f"block with {card}")
        return Line(actor, self._text_from_word(word, actor))

    def _lines_of(self, clause: Clause, seat: int) -> list[str]:
        """Return the canonical lines of a clause.

        Cached, because many parses share clauses.
        """
        if id(clause) not in self._resolved_clauses:
            if len(self._resolved_clauses) == MAX_CLAUSES:
                raise InvalidActionError(f"{self.tokens.text[:60]!r} can be taken apart in too many ways")
            resolver = Resolver(self.state, seat, self.nouns if self.nouns.seat == seat else self._nouns_of(seat))
            victim = clause.seat if clause.seat is not None else self.seat
            resolved = clause
            if clause.rule.kind in SUFFERED and victim is not None:
                resolved = replace(clause, bindings={**clause.bindings, "victim": self.state.names[victim]})
            try:
                self._resolved_clauses[id(clause)] = resolver.lines(resolved)
            except ActionError as error:
                self._resolved_clauses[id(clause)] = error
        lines = self._resolved_clauses[id(clause)]
        if isinstance(lines, ActionError):
            raise lines
        return lines

    def _text_from_word(self, word: int, seat: int) -> str:
        """Return the sentence from a word on, without the name of the acting player."""
        words, name = self.tokens.words, self.state.names[seat].casefold().split()
        word += words[word].casefold() == "who"
        end = word + len(name)
        if [each.casefold() for each in words[word:end]] == name and end < len(words):
            word = end + (words[end] in {",", ":"})
        return self.tokens.text[self.tokens.spans[word][0] :]

    def _nouns_of(self, seat: int) -> Nouns:
        nouns = Nouns(self.state, seat, self.tokens)
        nouns.strengths = self.nouns.strengths
        return nouns

    # Errors for what was not understood.

    def _raise_if_either(self) -> None:
        """Raise with both meanings of a sentence that offers alternatives with "or"."""
        words = self.tokens.words
        position = next((index for index, word in enumerate(words) if word.casefold() == "or" and index), None)
        if position is None:
            return
        lefts = [
            start for start in range(position) if any(end == position for end, _ in self.nouns.target(words, start))
        ]
        rights = [end for end, _ in self.nouns.target(words, position + 1)]
        if not lefts or not rights:
            return
        start, end = lefts[0], rights[0]
        begin = start - (start > 0 and words[start - 1].casefold() == "either")
        head, tail = self.tokens.slice(0, begin), self.tokens.slice(end, len(words))
        each = [self.tokens.slice(start, position), self.tokens.slice(position + 1, end)]
        alternatives = [
            interpret(self.state, self.seat, " ".join(filter(None, (head, alternative, tail)))) for alternative in each
        ]
        raise AmbiguousActionError(
            self.tokens.text, ["; ".join(map(self._display_line, lines)) for lines in alternatives]
        )

    def _in_order(self) -> list[Line] | None:
        """Return the lines of a sentence with ``after`` in chronological order.

        ``None`` for other sentences.
        """
        for text in reorder(self.nouns, self.tokens.words):
            try:
                return interpret(self.state, self.seat, text)
            except ActionError:
                continue
        return None

    def _raise_if_misspelt(self) -> None:
        """Raise with the corrected sentence if misspelt words can be corrected.

        The corrected sentence must be understood.
        """
        misspelt, texts = correct_spelling(self.nouns, self.tokens.words) if self.corrects else ("", [])
        understood: dict[tuple[str, ...], str] = {}
        for text in texts:
            try:
                understood.setdefault(
                    tuple(line.words for line in interpret(self.state, self.seat, text, corrects=False)), text
                )
            except ActionError:
                continue
        if understood:
            raise MisspeltError(misspelt, list(understood.values()))

    def _misspelt_question(self, start: int) -> str:
        """Return a question for the first misspelt name from a word on.

        Empty if there is none.
        """
        words = self.tokens.words
        names = self.nouns.known_names
        for index in range(start, len(words)):
            for end in range(min(len(words), index + 4), index, -1):
                text = self.tokens.slice(index, end)
                if len(text) < 4 or self.nouns.called(text):
                    continue
                meant = nearest(text, names)
                if meant is not None:
                    return f": “{text}” names nothing; did you mean {meant}?"
        return ""

    def _not_understood_error(self) -> InvalidActionError:
        """Return the error that marks the part of the sentence that was not understood."""
        total = len(self.tokens.words)
        text = self.tokens.text
        for end in range(total - 1, max(0, total - MAX_REMOVED_WORDS), -1):
            parses = self._parses(end)[:MAX_TRIED]
            if not parses:
                continue
            part = text[self.tokens.spans[end][0] :]
            try:
                lines = self._lines_of_likeliest(parses)
            except AmbiguousActionError:
                return PartlyReadError(f"“{part}” is not understood{self._misspelt_question(end)}", unparsed=part)
            except ActionError:
                continue
            read = "; ".join(self._display_line(line) for line in lines)
            hint = self._misspelt_question(end) or f"; the rest would be read as `{read}`"
            return PartlyReadError(f"“{part}” is not understood{hint}", unparsed=part)
        hint = self._misspelt_question(0)
        if hint:
            return PartlyReadError(f"“{text[:120]}” is not understood{hint}", unparsed=text)
        reached = min(self.reader.reached, total - 1)
        part = text[self.tokens.spans[reached][0] :] if reached else text
        return InvalidActionError(f"{text[:120]!r} is not understood; {wanted(self.state)}", unparsed=part)


def _length(lines: Sequence[Line]) -> int:
    return sum(len(line.words) for line in lines)
