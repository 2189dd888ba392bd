"""A clause as canonical lines: what it says is tried on the game, and what it states has to come true."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.engine.decision import (
    AmbiguousAnswerError,
    Answer,
    AnswerError,
    InvalidAnswerError,
    UndeterminedError,
    detail,
)
from rules.engine.ids import FIRST_CARD, is_seat
from rules.epic.board.continuous import has, values_of
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.engine import ENGINE
from rules.epic.notation.fighting import champions_able
from rules.epic.notation.modes import mode_called, mode_texts, offered_texts
from rules.epic.notation.names import references
from rules.epic.notation.names.cards import card_in
from rules.epic.notation.names.references import in_play, labels, side_in_play, split_names
from rules.epic.notation.reading import read
from rules.epic.notation.sentences.battle_results import BattleResult
from rules.epic.notation.sentences.complements import ONCE, Complement
from rules.epic.notation.sentences.everything import Everything
from rules.epic.notation.sentences.grammar import Rule, complement_of
from rules.epic.notation.sentences.nouns import ALL, LETHAL, REST, Nouns, Share, champions_named
from rules.epic.notation.sentences.outcomes import Happened
from rules.epic.notation.sentences.trying import Trial, applied
from rules.epic.players.seats import allied, attackable
from rules.epic.state import EpicState
from rules.epic.text.rendering import render_card
from rules.epic.traits import AIRBORNE

_PAID: Final = frozenset({"play", "card", "use", "subject", "recall"})
"""Kinds of clauses that may be said to cost gold."""
_ATTACK: Final = frozenset({"it", "them"})
"""Pronouns for what attacks."""
MOST_PICKS: Final = 60
"""Picks that are tried to see whether what a sentence states may come true."""
PICKS: Final = ("target", "choose")


class NotTrueError(InvalidAnswerError):
    """A sentence states something that the game contradicts."""


class FalseStatementError(NotTrueError):
    """A sentence states a result that does not come about; it stays false however the sentence is taken apart."""


class UnnamedSourceError(AmbiguousAnswerError):
    """A sentence says what happens, and not which card does it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sentence.

    Attributes:
        rule: the way in which it is said. found: what its slots stand for. extras: its complements.
        start, end: its words. seat: who acts by its own words, ``None`` where they do not say.
        times: what it says of the moment: the key in ``TIMES`` and what its slots stand for.
    """

    rule: Rule
    found: Mapping[str, Any]
    extras: tuple[Complement, ...]
    start: int
    end: int
    seat: int | None
    times: tuple[tuple[str, Mapping[str, Any]], ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """Lines that a clause may stand for.

    Attributes:
        trial: the game after them. wrong: why they cannot be meant, empty where they can.
        part: the words that are wrong. open: whether something is still to be picked before it can be said.
        readings: the lines that it may mean, where a name fits several things. false: whether a result is stated
            that does not come about, rather than something said that nothing asks for. claims: what is stated, of the
            log from ``start`` on.
    """

    trial: Trial
    wrong: str = ""
    part: str = ""
    open: bool = False
    readings: tuple[str, ...] = ()
    false: bool = False
    claims: tuple[Complement, ...] = ()
    start: int = 0


class Resolver:
    """Finds the lines of the clauses of one sentence.

    Args:
        state: the game; it stays as it is.
        seat: who acts.
        nouns: the nouns of the sentence.
    """

    def __init__(self, state: EpicState, seat: int, nouns: Nouns) -> None:
        self.state = state
        self.seat = seat
        self.nouns = nouns

    def lines(self, clause: Clause) -> list[str]:
        """Return the canonical lines of a clause.

        Raises:
            InvalidAnswerError: it means nothing here, or says something that is not so.
            AmbiguousAnswerError: it means several things.
        """
        lines = _RESOLVE[clause.rule.kind](self, clause)
        self._check_times(clause, lines)
        self._check_strengths()
        return lines

    # What the sentence says beside the play.

    def _asked(self, *kinds: str) -> bool:
        decision = self.state.pending
        return decision is not None and decision.seat == self.seat and decision.kind in kinds

    def _check_times(self, clause: Clause, lines: Sequence[str]) -> None:
        """Compare the moment that a clause names with the game, if the player may act at all."""
        state = self.state
        if state.pending is None or state.pending.seat != self.seat:
            return
        others_passed = state.turn in state.passed or state.phase == "end"
        for kind, found in clause.times:
            if kind == "end of turn" and not (others_passed and state.phase in {"main", "end"}):
                raise NotTrueError(f"it is not the end of the turn yet: {state.names[state.turn]} has not passed")
            if kind == "before attack" and (state.step or state.turn != self.seat):
                raise NotTrueError("an attack is under way, or it is not the turn of the player")
            if kind == "hand size" and not self._asked("discard"):
                raise NotTrueError("no cards are to be discarded at this moment")
            if kind == "cost" and clause.rule.kind not in _PAID:
                raise NotTrueError("this costs nothing")
            if kind == "before blocks" and state.step != "before-blocks":
                raise NotTrueError("blockers are not about to be declared at this moment")
            if kind == "after blocks" and state.step != "before-damage":
                raise NotTrueError("this is not the moment between blocks and damage")
            if kind == "turn" and found.get("whose", -1) not in (-1, state.turn):
                raise NotTrueError(f"it is the turn of {state.names[state.turn]}")
            if kind == "response" and "to" in found and not self._was_last_played(found["to"]):
                raise NotTrueError(f"{found['to']} is not what was played last")
        if lines == ["nothing"] and any(kind not in {"filler", "response"} for kind, _ in clause.times):
            raise NotTrueError("a pass needs no time of its own")

    def _was_last_played(self, name: str) -> bool:
        played = [event for event in self.state.log if event.kind in {"play", "play-free", "use", "attack", "trigger"}]
        refs = [int(arg) for arg in (played[-1].args[1:2] if played else ())]
        return not played or any(references.matches(self.state, name, [ref]) for ref in refs if ref >= FIRST_CARD)

    def _check_strengths(self) -> None:
        for name, offense, defense in self.nouns.strengths:
            found = [self.state.find(oid) for oid in champions_named(self.state, name)]
            now = [values_of(self.state, champion) for champion in found if champion is not None]
            if now and (offense, defense) not in [(each.offense, each.defense) for each in now]:
                there = " or ".join(dict.fromkeys(f"{each.offense}/{each.defense}" for each in now))
                raise NotTrueError(f"{name} is {there} on the board, not {offense}/{defense}")

    # Plays, powers and picks.

    def play(self, clause: Clause) -> list[str]:
        """Return the lines of a card played from hand."""
        return self._best(list(self._plays(clause.found["card"], self._complements(clause))), clause)

    def use(self, clause: Clause) -> list[str]:
        """Return the lines of a power used; of a card in hand that is "used", of its play."""
        name = clause.found["card"]
        if clause.rule.fixed.get("offered"):
            self._check_offered(name, clause.found["targets"])
        if not self._has(name) and self._in_hand(name):
            held = references.matches(self.state, name, self.state.seats[self.seat].hand)
            if held and self.state.printed_of(held[0].ref).powers:
                raise NotTrueError(
                    f"{held[0].name} is in hand, not in play: write `play {held[0].name}` if that is meant"
                )
            return self.play(clause)
        return self._best(list(self._powers(name, self._complements(clause), clause.found.get("nth"))), clause)

    def _check_offered(self, name: str, offered: str) -> None:
        """Refuse that something is sacrificed to a card that is not in play, or that the player does not have."""
        own = side_in_play(self.state, self.seat)
        names = split_names(self.state.cards, offered, lambda _: False)
        if not self._has(name) or not all(references.matches(self.state, each, own) for each in names):
            raise NotTrueError(f"{offered} cannot be sacrificed to {name}")

    def card(self, clause: Clause) -> list[str]:
        """Return the lines of what a card does that may be in hand or in play."""
        name, complements = clause.found["card"], self._complements(clause)
        self._check_owner(name)
        if clause.found.get("other") and clause.found["targets"] == self.state.names[self.seat]:
            raise NotTrueError("whose card it is, is not said")
        played = list(self._plays(name, complements)) if self._in_hand(name) or not self._has(name) else []
        used = list(self._powers(name, complements, None)) if self._has_power(name) else []
        if not played and not used:
            raise NotTrueError(f"{name} is not in hand and has no power")
        return self._best([*played, *used], clause)

    def _check_owner(self, name: str) -> None:
        """Refuse another player's card, unless the player has it: a stolen champion."""
        owners = {owner for owner, *_ in references.readings(self.state, name) if owner is not None}
        if owners - {self.seat} and not self._has(name):
            raise NotTrueError(f"{name} is not a card of {self.state.names[self.seat]}", unparsed=name)

    def subject(self, clause: Clause) -> list[str]:
        """Return the lines of what a card is said to do: a pick that it asks for, or its play or power."""
        name, complements = clause.found["card"], self._complements(clause)
        if self._asked("assign") and any(_as_shares(each) is not each for each in complements):
            complements = _merged([_as_shares(each) for each in complements])
            if [each.kind for each in complements] == ["shares"]:
                dealt = sum(amount for amount, _ in _each_share(self.state, complements[0].value))
                if dealt != _dealt_in_all(self.state):
                    raise NotTrueError("it is not said how all of the damage is divided")
        if self._asked("assign") and [each.kind for each in complements] == ["shares"]:
            shares = _each_share(self.state, complements[0].value)
            return [f"assign {name}: {', '.join(f'{_amount(n)} to {target}' for n, target in shares)}"]
        waiting = self._picks(complements, self._source_called(name)) if self._source_called(name) else None
        if waiting is not None and not waiting.wrong:
            return waiting.trial.lines
        if waiting is not None and self._asked(*PICKS, "may", "assign"):
            raise NotTrueError(waiting.wrong, unparsed=waiting.part)
        others = self.card(clause) if self._in_hand(name) or self._has_power(name) else None
        if others is not None:
            return others
        raise NotTrueError(waiting.wrong if waiting is not None else f"{name} does nothing of the kind at this moment")

    def suffer(self, clause: Clause) -> list[str]:
        """Return the lines of another player's card that the player whom the clause names is the target of."""
        name = clause.found["victim"]
        if clause.found["card"].endswith((" in hand", " in deck")):
            raise NotTrueError(f"{clause.found['card']} is not said to be played")
        key = "player" if "number" in clause.found else "targets"
        return self.card(replace(clause, found={**clause.found, key: name}))

    def recall(self, clause: Clause) -> list[str]:
        """Return the line of a card taken back: by its own power, or as what something asks for."""
        name = clause.found["card"]
        claimed = Complement("effect", ("regain", name, None, ""), self.nouns.tokens.slice(clause.start, clause.end))
        if not self._asked("act"):
            return self.pick(replace(clause, found={**clause.found, "group": "regain", "targets": name}))
        there = name if "discard" in name else f"{name} in discard pile"
        return self._best(list(self._powers(there, [claimed, *clause.extras], None)), clause)

    def pay_for(self, clause: Clause) -> list[str]:
        """Return the lines of what is paid for: a card that is played, or a trigger that offers something."""
        name = clause.found["card"]
        answer = "no" if clause.rule.fixed.get("refused") else "yes"
        if "amount" in clause.found and not self._offers_for(name, clause.found["amount"]):
            raise NotTrueError(f"{name} does not ask for {clause.found['amount']} health")
        if clause.rule.fixed.get("elided") and not self._asked("order", "may"):
            raise NotTrueError("nothing is offered at this moment")
        if self._asked("order"):
            return [f"resolve {name}", answer]
        if self._asked("may") and self._source_called(name) is not None:
            return [answer]
        if answer == "no":
            raise NotTrueError(f"{name} offers nothing at this moment")
        return self.play(clause)

    def _offers_for(self, name: str, health: int) -> bool:
        """Return True if a card of this name in play, or one that has just been played, asks for so much health."""
        cards = [each.ref for each in references.matches(self.state, name, [*self._own(), *in_play(self.state)])]
        texts = [" ".join(render_card(self.state.printed_of(ref).card)) for ref in cards]
        return any(f"pay {health} health" in text for text in texts)

    def nothing_picked(self, _clause: Clause) -> list[str]:
        """Return the line of a player who picks nothing at the pending decision."""
        if not self._asked("may", *PICKS):
            raise NotTrueError("nothing is to be picked at this moment")
        return ["no"]

    def pick(self, clause: Clause) -> list[str]:
        """Return the lines of what is picked for what is under way."""
        complements = self._complements(clause)
        made = self._picks(complements, None)
        if made.readings:
            raise AmbiguousAnswerError(self.nouns.tokens.slice(clause.start, clause.end), list(made.readings))
        if made.wrong and self._asked("act"):
            self._offer_sources(clause, complements)
        if made.wrong:
            raise NotTrueError(made.wrong, unparsed=made.part)
        return made.trial.lines

    def _offer_sources(self, clause: Clause, complements: Sequence[Complement]) -> None:
        """Raise with the plays and powers that do what a clause says without naming what does it, if there are any."""
        if len(complements) > 2 or not any(each.kind in {"effect", "shares", "happens"} for each in complements):
            return
        seat = self.state.seats[self.seat]
        names = dict.fromkeys(references.thing(self.state, ref).name for ref in [*seat.hand, *self._own()])
        found: list[str] = []
        for name in names:
            if name == UNKNOWN_NAME:
                continue
            try:
                attempts = [*self._plays(name, complements)] if self._in_hand(name) else []
                attempts += [*self._powers(name, complements, None)] if self._has_power(name) else []
            except AnswerError:
                continue
            found += [self.shown(each.trial.lines) for each in attempts if each.trial.legal and not each.wrong]
        if found:
            raise UnnamedSourceError(self.nouns.tokens.slice(clause.start, clause.end), found)

    def _complements(self, clause: Clause) -> list[Complement]:
        text = self.nouns.tokens.slice(clause.start, clause.end)
        made = _merged([*complement_of({**clause.rule.fixed, **clause.found}, text), *clause.extras])
        made += [Complement("cost", found.get("cost", 1), text) for kind, found in clause.times if kind == "cost"]
        kinds = [each.kind for each in made]
        twice = next((each for index, each in enumerate(made) if each.kind in ONCE & set(kinds[:index])), None)
        if twice is not None:
            said = f"“{twice.text.strip(' ,')}” comes on top of something that it contradicts"
            raise FalseStatementError(said, unparsed=twice.text)
        return made

    def _in_hand(self, name: str) -> bool:
        """Return True if a card of this name, or an unknown one that can be it, is in the hand of the player."""
        hand = self.state.seats[self.seat].hand
        if references.matches(self.state, name, hand):
            return True
        try:
            then = ENGINE.copy(self.state)
            return card_in(then, list(hand), self.seat, name, ()) in hand
        except AnswerError:
            return False

    def _own(self) -> list[int]:
        seat = self.state.seats[self.seat]
        return [*side_in_play(self.state, self.seat), *seat.gods, *seat.discard]

    def _has(self, name: str) -> bool:
        """Return True if the player has something of this name that can have powers."""
        return bool(references.matches(self.state, name, self._own()))

    def _has_power(self, name: str) -> bool:
        found = references.matches(self.state, name, self._own())
        return any(
            self.state.printed_of(each.ref).powers or self.state.printed_of(each.ref).grey_powers for each in found
        )

    def _source_called(self, name: str) -> int | None:
        """Return the card of this name that asks for something now or has just done something."""
        decision, state = self.state.pending, self.state
        refs = [decision.source] if decision is not None and decision.source >= FIRST_CARD else []
        for event in state.log[_last_decision(state) :]:
            refs += [arg for arg in event.args[:2] if isinstance(arg, int) and arg >= FIRST_CARD]
        named = references.matches(state, name, list(dict.fromkeys(refs)))
        return state.card_of(named[0].ref) if named else None

    def _plays(self, name: str, complements: Sequence[Complement]) -> Iterator[Attempt]:
        then = ENGINE.copy(self.state)
        cid = then.card_of(card_in(then, then.seats[self.seat].hand, self.seat, name, ()))
        texts = mode_texts(then, cid) if cid in then.table else []
        options = self._options(texts, complements)
        left = [each for each in complements if each.kind not in {"option", "mode", "from hand"}]
        for option in options:
            words = f"play {name}, mode {option + 1}" if len(texts) > 1 else f"play {name}"
            yield self._attempt(words, left, cid)
        if not options:
            said = next(each for each in complements if each.kind in {"option", "mode"})
            yield Attempt(Trial(self.state, self.seat), f"{name} has no such effect", said.text)

    @staticmethod
    def _options(texts: Sequence[str], complements: Sequence[Complement]) -> list[int]:
        """Return the effects of a card that its complements leave open."""
        options = list(range(max(len(texts), 1)))
        for each in complements:
            if each.kind == "option":
                options = [option for option in options if option == each.value - 1]
            elif each.kind == "mode":
                called = mode_called(texts, each.value)
                options = [option for option in options if option == called]
        return options

    def _powers(self, name: str, complements: Sequence[Complement], nth: int | None) -> Iterator[Attempt]:
        number = next((each.value for each in complements if each.kind == "option"), nth)
        left = [each for each in complements if each.kind not in {"option", "mode"}]
        words = f"use {name}" + (f", power {number}" if number else "")
        try:
            source = self.state.card_of(read(self.state, self.seat, words).answer.refs[0])
        except AmbiguousAnswerError as error:
            powered = [f"use {each}" for each in error.candidates] if number is None else []
            answers = [(line, answer) for line in powered if (answer := _answer(self.state, self.seat, line))]
            if not answers or not left:
                raise
            for line, answer in answers:
                yield self._attempt(line, left, self.state.card_of(answer.refs[0]))
            return
        yield self._attempt(words, left, source)

    def _picks(self, complements: Sequence[Complement], source: int | None) -> Attempt:
        trial = Trial(self.state, self.seat, mark=_last_decision(self.state))
        return self._completed(trial, self._with_it(complements), source, _last_decision(self.state))

    def _attempt(self, words: str, complements: Sequence[Complement], source: int) -> Attempt:
        trial = Trial(self.state, self.seat)
        start = len(self.state.log)
        trial.begin(words)
        return self._completed(trial, self._with_it(complements), source, start)

    def _with_it(self, complements: Sequence[Complement]) -> list[Complement]:
        """Return complements in which "it" is what was targeted before."""
        found: list[Complement] = []
        for each in complements:
            before = next((_targets_of(other) for other in reversed(found) if _targets_of(other)), "")
            if each.kind == "effect-on-it" and before:
                found.append(Complement("effect", (each.value[0], before, None, each.value[1]), each.text))
            elif each.kind == "fate" and each.value == "both":
                both = len(split_names(self.state.cards, before, lambda _: False)) == 2
                found.append(Complement("fate", (True, before if both else ""), each.text))
            elif each.kind in {"fate", "change", "strength"}:
                found.append(Complement(each.kind, (each.value, before), each.text))
            else:
                found.append(each)
        return found

    def _completed(self, trial: Trial, left: list[Complement], source: int | None, start: int) -> Attempt:
        """Take the picks among the complements as they are asked for, then check what the rest states."""
        stated = list(left)
        while (taken := next((each for each in left if self._taken(trial, each, source)), None)) is not None:
            left.remove(taken)
        happened = Happened(self.state, trial.game, self.seat, start)
        if not trial.legal or trial.stopped:
            return self._refused(trial, left, source)
        left = [each for each in left if _came_true(happened, each) is not True]
        if self._waits(trial, source):
            stated_only = [each for each in left if _came_true(happened, each) is not None]
            picks = [each for each in left if each not in stated_only or any(_words_for(each, trial.game, source))]
            if picks:
                return self._refused(trial, picks, source)
            paid = next((each for each in stated if each.kind == "cost" and not _came_true(happened, each)), None)
            if paid is not None:
                return Attempt(trial, _not_so(paid), paid.text)
            is_open = any(_came_true(happened, each) is False for each in stated)
            return Attempt(trial, open=is_open, claims=tuple(stated), start=start)
        if left:
            return self._refused(trial, left, source)
        false = next((each for each in stated if _came_true(happened, each) is False), None)
        return Attempt(trial) if false is None else Attempt(trial, _not_so(false), false.text, false=True)

    def _waits(self, trial: Trial, source: int | None) -> bool:
        """Return True if the player has still to pick something for what was played."""
        decision = trial.game.pending
        return (
            source is not None and decision is not None and decision.seat == self.seat and decision.kind in PICKS
            and trial.game.card_of(decision.source) == source
        )  # fmt: skip

    def _refused(self, trial: Trial, left: list[Complement], source: int | None) -> Attempt:
        """Return what becomes of complements that cannot be taken: they are illegal picks, or cannot be meant."""
        for each in left:
            words = next(iter(_words_for(each, trial.game, source)), "")
            if not words or not self._illegal_pick(trial, each, words, source):
                if trial.ambiguous is not None:
                    said = [self.shown([*trial.lines, f"target {name}"]) for name in trial.ambiguous.candidates]
                    return Attempt(trial, _not_so(each), each.text, readings=tuple(said))
                return Attempt(trial, _not_so(each), each.text, false=each.kind not in _NOT_ASKED)
        return Attempt(trial)

    def _illegal_pick(self, trial: Trial, each: Complement, words: str, source: int | None) -> bool:
        if not trial.legal and trial.lines and trial.lines[-1].startswith(("target", "choose")):
            return False
        if trial.stopped or not trial.legal:
            # The play is illegal and cannot be carried out: the text of the card says what it would have picked.
            if source is not None and _asks_for_targets(trial.game, source):
                trial.lines.append(words)
                return True
            return False
        if source is not None and trial.was_settled(source):
            # Nothing could be picked, so that nobody was asked: why this cannot be picked is for the checker to say.
            trial.lines.append(words)
            trial.legal = False
            return True
        decision = trial.game.pending
        if each.kind == "effect" and decision is not None and all(map(is_seat, decision.candidates)):
            return False  # what happens to a champion is no pick of a player
        named = split_names(self.state.cards, _targets_of(each), lambda _: False)
        if each.kind == "effect" and decision is not None and _count(named) > max(decision.high, 1):
            return False  # what happens to several is no pick of one
        kinds = {"reveal": ("reveal",), "number": ("number",), "shares": ("assign", *PICKS)}.get(each.kind, PICKS)
        return trial.refuse(words, kinds, source)

    def _taken(self, trial: Trial, complement: Complement, source: int | None) -> bool:
        if trial.stopped:
            return False
        for words in _words_for(complement, trial.game, source):
            if trial.take(words, source):
                return True
        names = _targets_of(complement)
        if not names:
            return False
        if self._with_owner(trial, names, source):
            return True
        each = split_names(self.state.cards, names, lambda _: False)
        probe = trial.copy()
        if len(each) > 1 and all(probe.take(f"target {name}", source) for name in each):
            trial.game, trial.lines, trial.mark = probe.game, probe.lines, probe.mark
            return True
        return False

    def _with_owner(self, trial: Trial, names: str, source: int | None) -> bool:
        """Take ``Medusa in Ben's discard pile`` as the player whose pile it is, and then as the card."""
        decision = trial.game.pending
        if decision is None or not decision.candidates or not all(map(is_seat, decision.candidates)):
            return False
        owners = {
            seat
            for seat, bare, _, zone in references.readings(self.state, names)
            if seat is not None and (zone or self._is_only_in_pile(seat, names, bare))
        }
        probe = trial.copy()
        whose = [self.state.names[seat] for seat in owners]
        if len(whose) != 1 or not probe.take(f"target {whose[0]}", source) or not probe.take(f"target {names}", source):
            return False
        trial.game, trial.lines, trial.mark = probe.game, probe.lines, probe.mark
        return True

    def _is_only_in_pile(self, seat: int, name: str, bare: str) -> bool:
        """Return True if a card of this name is in the discard pile of a player who has no champion of the name."""
        there = references.matches(self.state, name, in_play(self.state))
        return not there and bool(references.matches(self.state, bare, self.state.seats[seat].discard))

    def _best(self, attempts: Sequence[Attempt], clause: Clause) -> list[str]:
        """Return the lines of the attempt that is meant.

        Raises:
            AmbiguousAnswerError: several can be. NotTrueError: none can be.
        """
        chosen = [each for each in attempts if not each.wrong]
        chosen = [each for each in chosen if each.trial.legal] or chosen
        # What is stated is true at once in some readings: those in which no pick would make it true are not meant.
        if any(not each.open for each in chosen):
            chosen = [each for each in chosen if not each.open or self._may_come_true(each)]
        fitting = [each.trial for each in chosen]
        by_end = {each.game.digest(): each for each in reversed(fitting)}
        if len(by_end) > 1:
            text = self.nouns.tokens.slice(clause.start, clause.end)
            raise AmbiguousAnswerError(text, [self.shown(each.lines) for each in reversed(by_end.values())])
        if chosen and chosen[0].open:
            raise NotTrueError(f"say first what is picked for `{self.shown(fitting[0].lines)}`")
        if by_end:
            return next(iter(by_end.values())).lines
        several = [reading for each in attempts for reading in each.readings]
        if several:
            raise AmbiguousAnswerError(self.nouns.tokens.slice(clause.start, clause.end), several)
        wrong = next((each for each in attempts if each.wrong), None)
        if wrong is None:
            raise NotTrueError(f"{clause.found['card']} is not there to be played or used")
        raise (FalseStatementError if wrong.false else NotTrueError)(wrong.wrong, unparsed=wrong.part)

    def _may_come_true(self, attempt: Attempt) -> bool:
        """Return True if what is stated comes true after some pick at the pending decision."""
        for answer in itertools.islice(ENGINE.legal(attempt.trial.game), MOST_PICKS):
            try:
                then = applied(attempt.trial.game, answer)
            except UndeterminedError:
                return True
            if then.pending is not None and then.pending.seat == self.seat and then.pending.kind in PICKS:
                return True
            happened = Happened(self.state, then, self.seat, attempt.start)
            if all(_came_true(happened, each) is not False for each in attempt.claims):
                return True
        return False

    def shown(self, lines: Sequence[str]) -> str:
        """Return lines for a choice between readings: a mode is shown by its text."""
        if not lines:
            return "nothing more"
        first, *rest = lines
        answer = _answer(self.state, self.seat, first)
        if answer is not None and answer.verb == "play" and first.rpartition(", mode ")[0]:
            texts = mode_texts(self.state, answer.refs[0]) if answer.refs[0] in self.state.table else []
            if answer.option < len(texts):
                first = f"{first.rpartition(', mode ')[0]}: {texts[answer.option]}"
        return "; ".join([first, *rest])

    # Battle.

    def attack(self, clause: Clause) -> list[str]:
        """Return the line of an attack."""
        whom = clause.found.get("whom", "")
        names = clause.found["who"] if "who" in clause.found else self._all_but(clause, "attack")
        names = self._able_ones(names, "attack", whom)
        line = f"attack {whom} with {names}" if whom else f"attack with {names}"
        for each in self._complements(clause):
            if each.kind in {"home", "airborne"}:
                self._check_attackers(each, line)
                continue
            offense = sum(self._offenses(_answer(self.state, self.seat, line)))
            if each.kind != "amount" or each.value != offense:
                known = f"; the attackers have {offense} offense in all" if each.kind == "amount" else ""
                raise NotTrueError(f"this cannot be said of an attack as it is declared{known}", unparsed=each.text)
        return [line]

    def _check_attackers(self, said: Complement, line: str) -> None:
        """Compare what is said of the attackers with the champions: that they fly, or who does not attack."""
        answer = _answer(self.state, self.seat, line)
        refs = answer.refs if answer is not None else ()
        if said.kind == "airborne":
            champions = [champion for ref in refs if (champion := self.state.find(ref)) is not None]
            if not champions or not all(has(self.state, champion, AIRBORNE) for champion in champions):
                raise NotTrueError("not all of the attackers are airborne", unparsed=said.text)
            return
        own = side_in_play(self.state, self.seat)
        for name in split_names(self.state.cards, said.value, lambda _: False):
            home = [each.ref for each in references.matches(self.state, name, own)]
            if not home or set(home) & set(refs):
                raise NotTrueError(f"{name} cannot stay at home in this attack", unparsed=said.text)

    def _offenses(self, answer: Answer | None) -> Iterator[int]:
        for ref in answer.refs if answer is not None else ():
            champion = self.state.find(ref)
            if champion is not None:
                yield values_of(self.state, champion).offense

    def _able_ones(self, names: str, verb: str, whom: str = "") -> str:
        """Return a list in which ``2 Human Token`` are two of those that are able to, where these are all alike."""
        parts: list[str] = []
        for part in names.split(", "):
            count, _, name = part.partition(" ")
            many = int(count) if count.isdecimal() else 1
            own = side_in_play(self.state, self.seat)
            named = [each.ref for each in references.matches(self.state, name if count.isdecimal() else part, own)]
            if len(named) <= many or "#" in part:
                parts.append(part)
                continue
            able = [oid for oid in self._able(verb, whom) if oid in named]
            things = references.things(self.state, able)
            alike = all(references.called(self.state.cards).alike(self.state, things[0], each) for each in things[1:])
            same = len({each.name for each in things}) == 1 and alike
            parts.append(labels(self.state, able[:many], own) if same and len(able) >= many else part)
        return ", ".join(parts)

    def _able(self, verb: str, whom: str = "") -> tuple[int, ...]:
        """Return the champions that may attack or block; all of them where none may."""
        state = self.state
        if verb == "attack":
            attacked = [state.names.index(whom)] if whom in state.names else attackable(state, self.seat)
            return champions_able(state, self.seat, verb, attacked[0] if len(attacked) == 1 else -1)
        if state.step == "before-blocks" and self._asked("act"):
            # The pass that leads to the blocks goes without saying.
            state = ENGINE.copy(state)
            ENGINE.apply(state, Answer(self.seat, "pass"))
        return champions_able(state, self.seat, verb, 0)

    def _all_but(self, clause: Clause, verb: str) -> str:
        """Return who attacks or blocks where all do, or all but those named."""
        able = self._able(verb, clause.found.get("whom", ""))
        everything: Everything | None = clause.found.get("all")
        if everything is not None:
            self._check_everything(everything, able)
        but = clause.found.get("but", everything.but if everything is not None else "")
        if not but:
            return "all"
        own = side_in_play(self.state, self.seat)
        names = split_names(self.state.cards, but, lambda _: False)
        without: set[int] = set()
        for name in dict.fromkeys(names):
            named = [each.ref for each in references.matches(self.state, name, own)]
            if len(named) > names.count(name):
                raise AmbiguousAnswerError(name, [references.label(self.state, ref, own) for ref in named])
            without.update(named)
        if len(without) < len(split_names(self.state.cards, but, lambda _: False)):
            raise NotTrueError(f"{but} is not among them", unparsed=but)
        left = [oid for oid in able if oid not in without]
        if not left:
            raise NotTrueError(f"nothing is left without {but}", unparsed=but)
        return labels(self.state, left, side_in_play(self.state, self.seat))

    def _check_everything(self, everything: Everything, able: Sequence[int]) -> None:
        """Refuse what is no group of the champions that can attack or block, or a number that is not theirs."""
        own = set(everything.seats) <= {self.seat} and everything.kind in {"champions", "ready"}
        if not own or everything.with_players or everything.number not in (0, len(able)):
            raise NotTrueError("these are not the champions that can do that")

    def block(self, clause: Clause) -> list[str]:
        """Return the line of a block."""
        names = clause.found["who"] if "who" in clause.found else self._all_but(clause, "block")
        many = clause.rule.fixed.get("many")
        called = split_names(self.state.cards, names, lambda _: False)
        if many and len(called) != many:
            raise NotTrueError(f"{len(called)} blockers are named, not {many}", unparsed=names)
        own = side_in_play(self.state, self.seat)
        attacking = [c.oid for seat in self.state.seats for c in seat.champions if c.attacking]
        if "what" not in clause.found and any(
            references.matches(self.state, name, attacking) and not references.matches(self.state, name, own)
            for name in called
        ):
            raise NotTrueError(f"{names} attacks: who blocks is missing, write `block with ...`")
        kept_out = split_names(self.state.cards, clause.found["not"], lambda _: False) if "not" in clause.found else []
        for name in kept_out:
            if not references.matches(self.state, name, own) or name in called:
                raise NotTrueError(f"{name} is not left out of this block", unparsed=name)
        if clause.found.get("whose", -1) not in (-1, self.seat):
            raise NotTrueError(f"the blockers of {self.state.names[clause.found['whose']]} are not declared now")
        names = self._able_ones(names, "block")
        what = "" if clause.found.get("what", "it") in _ATTACK else f" {clause.found['what']}"
        return [f"block{what} with {names}"]

    def no_block(self, clause: Clause) -> list[str]:
        """Return the line of a defender who does not block."""
        self._check_suffered(clause)
        if clause.found.get("what", "it") in _ATTACK:
            return ["no block"]
        named = split_names(self.state.cards, clause.found["what"], lambda _: False)
        attacking = [c.oid for seat in self.state.seats for c in seat.champions if c.attacking]
        if all(references.matches(self.state, name, attacking) for name in named) and len(named) < len(attacking):
            raise NotTrueError("the attack is blocked or not as a whole", unparsed=clause.found["what"])
        return [f"no block {clause.found['what']}"]

    def _check_suffered(self, clause: Clause) -> None:
        """Compare the damage and the health that a clause states with what the attackers deal if they go unblocked."""
        amount, left = clause.found.get("amount"), clause.found.get("left")
        attacking = [c for seat in self.state.seats for c in seat.champions if c.attacking]
        offense = sum(values_of(self.state, champion).offense for champion in attacking)
        if amount is not None and amount != offense:
            raise NotTrueError(f"the attackers do not have {amount} offense in all")
        health = self.state.teams[self.state.seats[self.seat].team].health
        if left is not None and (not attacking or left != max(health - offense, 0)):
            raise NotTrueError(f"unblocked, the attackers leave {max(health - offense, 0)} health, not {left}")

    def through(self, clause: Clause) -> list[str]:
        """Return the line of a defender who takes the damage of an attack."""
        state, decision = self.state, self.state.pending
        attacking = [c for seat in state.seats for c in seat.champions if c.attacking]
        amount = clause.found.get("amount")
        self._check_suffered(clause)
        if not attacking and not self._asked("may"):
            raise NotTrueError("nothing attacks at this moment")
        if decision is None or state.step in {"before-blocks", "blocks"}:
            return self.no_block(clause)
        if self._asked("act") and state.step == "before-damage" and not state.blocked:
            return ["pass"]
        if self._asked("may") and amount is None and "left" not in clause.found:
            return ["yes"]
        raise NotTrueError("no attack can be let through at this moment")

    # The rest.

    def line(self, clause: Clause) -> list[str]:
        """Return a line that stands for itself."""
        return [clause.rule.fixed["words"]]

    def passing(self, clause: Clause) -> list[str]:
        """Return a pass, to another player where one is named."""
        player = clause.found.get("player")
        if player is None:
            return ["pass"]
        trial = Trial(self.state, self.seat)
        trial.begin("pass")
        seat = self.state.names.index(player)
        if seat == self.seat or (trial.legal and not allied(self.state, seat, trial.game.initiative)):
            raise NotTrueError(f"{player} does not get initiative with this pass", unparsed=player)
        return ["pass"]

    def nothing(self, clause: Clause) -> list[str]:
        """Return the line of a player who makes no play, or picks nothing."""
        if clause.rule.fixed.get("ends"):
            trial = Trial(self.state, self.seat)
            trial.begin("pass")
            if trial.legal and not any(e.kind == "end-phase" for e in trial.game.log[len(self.state.log) :]):
                raise NotTrueError("the turn does not end with that")
        return ["nothing"]

    def agree(self, _clause: Clause) -> list[str]:
        """Return the line of a player who agrees."""
        return ["ok"]

    def keep_but(self, clause: Clause) -> list[str]:
        """Return the line of a player who keeps all cards but those named: discards or replaces these."""
        but, verb = clause.found["but"], "mulligan" if self._asked("mulligan") else "discard"
        if not self._asked("mulligan", "discard", "keep"):
            raise NotTrueError("no cards are kept at this moment")
        return [f"{verb} {but}"] if but else ["keep"]

    def peaceful_end(self, _clause: Clause) -> list[str]:
        """Return the line of a turn that ends without an attack."""
        log = self.state.log
        start = next((event.seq for event in reversed(log) if event.kind == "turn"), 0)
        if any(event.kind == "attack" and event.args[0] == self.seat for event in log[start:]):
            raise NotTrueError("there was an attack this turn")
        return ["end turn"]

    def hand(self, clause: Clause) -> list[str]:
        """Return the line of cards discarded, revealed or replaced."""
        verb = clause.rule.fixed["verb"]
        if verb == "shed":
            if not self._asked("discard"):
                raise NotTrueError("no cards are to be discarded at this moment")
            verb = "discard"
        if clause.extras:
            shown = Complement("reveal", clause.found["things"], clause.found["things"])
            made = self._picks([shown, *clause.extras], None)
            if made.wrong:
                raise NotTrueError(made.wrong, unparsed=made.part)
            return made.trial.lines
        if verb == "reveal" and "card" in clause.found and self._source_called(clause.found["card"]) is None:
            raise NotTrueError(f"{clause.found['card']} asks for no loyalty at this moment")
        if verb == "discard" and self._asked("choose", "target"):
            return [f"choose {clause.found['things']}"]
        return [f"{verb} {clause.found['things']}"]

    def stated(self, clause: Clause) -> list[str]:
        """Return no line: what a clause states has to have happened at the last play."""
        happened = Happened(self.state, self.state, self.seat, _last_play(self.state))
        what, found = clause.rule.fixed["what"], clause.found
        if what == "home":
            self._check_home(found["home"])
            return []
        if what in {"trades", "kills", "takes", "total"}:
            is_so = self._is_battle_result(what, found, happened)
        elif what in {"dies", "survives"} and "targets" not in found:
            is_so = False
        elif what in {"dies", "survives"}:
            is_so = happened.to_objects("break", found["targets"]) == (what == "dies")
        else:
            is_so = happened.count(what, found.get("number", 1), found.get("thing", ""))
        if not is_so:
            raise NotTrueError(f"“{self.nouns.tokens.slice(clause.start, clause.end)}” is not what happened")
        return []

    def _is_battle_result(self, what: str, found: Mapping[str, Any], happened: Happened) -> bool:
        """Return True if the last play or battle came out as a clause states."""
        if what == "takes":
            return happened.taken(self.seat, found["points"])
        if what == "total":
            return happened.is_hit(self.seat) and happened.total(found["number"], self.state.names[self.seat])
        result = BattleResult(what, found.get("who", ""), found.get("targets", ""))
        return bool(result.fighters and result.victims) and result.is_true(happened)

    def _check_home(self, names: str) -> None:
        """Refuse that champions stay at home where they attack, or where nothing attacks."""
        own = side_in_play(self.state, self.seat)
        attacking = [c.oid for seat in self.state.seats for c in seat.champions if c.attacking]
        for name in split_names(self.state.cards, names, lambda _: False):
            home = references.matches(self.state, name, own)
            if not attacking or not home or any(each.ref in attacking for each in home):
                raise NotTrueError(f"{name} does not stay at home", unparsed=names)

    def choose(self, clause: Clause) -> list[str]:
        """Return the line of cards chosen."""
        return [f"choose {clause.found['things']}"]

    def offer(self, clause: Clause) -> list[str]:
        """Return the answer to an offer."""
        words: str = clause.rule.fixed["words"]
        if words == "yes" and not self._asked("may"):
            raise NotTrueError("nothing is offered at this moment")
        return [words]

    def pay_health(self, clause: Clause) -> list[str]:
        """Return the line of health paid: a number that is chosen, or what a card offers."""
        amount = clause.found.get("amount", 1)
        if self._asked("number"):
            return [f"choose {amount}"]
        decision = self.state.pending
        if self._asked("may") and decision is not None:
            text = " ".join(render_card(self.state.printed_of(decision.source).card))
            created = clause.found.get("created", "")
            if f"pay {amount} health" in text and (not created or self._creates(created)):
                return ["yes"]
        raise NotTrueError("nothing asks for health at this moment")

    def _creates(self, name: str) -> bool:
        """Return True if taking what is offered creates one of what is named."""
        trial = Trial(self.state, self.seat)
        trial.begin("yes")
        return Happened(self.state, trial.game, self.seat).count("create", 1, name)

    def mode(self, clause: Clause) -> list[str]:
        """Return the effect that is chosen where a text asks for one."""
        texts = offered_texts(self.state) if self._asked("mode") else []
        option = mode_called(texts, clause.found["effect"])
        if option is None:
            raise NotTrueError("no effect of this text can be chosen at this moment")
        return [f"choose mode {option + 1}"]

    def resolve(self, clause: Clause) -> list[str]:
        """Return which trigger resolves next."""
        what = clause.found.get("ability", "")
        number = f" {clause.found['nth']}" if "nth" in clause.found else ""
        return [f"resolve {clause.found['card']}: {what}{number}" if what else f"resolve {clause.found['card']}"]

    def misses(self, clause: Clause) -> list[str]:
        """Return that a trigger was forgotten."""
        return [f"misses {clause.found['card']}: {clause.found['ability']}"]


_RESOLVE: Final[Mapping[str, Callable[[Resolver, Clause], list[str]]]] = {
    "line": Resolver.line, "pass": Resolver.passing, "nothing": Resolver.nothing, "agree": Resolver.agree,
    "hand": Resolver.hand, "attack": Resolver.attack, "attack all": Resolver.attack, "block": Resolver.block,
    "block all": Resolver.block, "no block": Resolver.no_block, "through": Resolver.through, "play": Resolver.play,
    "card": Resolver.card, "use": Resolver.use, "subject": Resolver.subject, "pick": Resolver.pick,
    "choose": Resolver.choose, "offer": Resolver.offer, "pay health": Resolver.pay_health, "mode": Resolver.mode,
    "stated": Resolver.stated, "recall": Resolver.recall, "pay for": Resolver.pay_for,
    "nothing picked": Resolver.nothing_picked, "suffer": Resolver.suffer, "keep but": Resolver.keep_but,
    "peaceful end": Resolver.peaceful_end,
    "resolve": Resolver.resolve, "misses": Resolver.misses,
}  # fmt: skip


def _merged(complements: Sequence[Complement]) -> list[Complement]:
    """Return complements in which all shares of damage are one."""
    shares = [each for each in complements if each.kind == "shares"]
    if len(shares) < 2:
        return list(complements)
    every = tuple(share for each in shares for share in each.value)
    one = Complement("shares", every, " ".join(each.text for each in shares))
    return [one if each is shares[0] else each for each in complements if each not in shares[1:]]


def _as_shares(complement: Complement) -> Complement:
    """Return what is said to be killed, where damage is divided, as just as much damage as is needed for it."""
    if complement.kind == "effect" and complement.value[0] == "break":
        return Complement("shares", (Share(LETHAL, complement.value[1]),), complement.text)
    return complement


def _targets_of(complement: Complement) -> str:
    if complement.kind == "target":
        return str(complement.value)
    if complement.kind == "effect":
        return str(complement.value[1])
    if complement.kind == "shares":
        return "" if any(share.each for share in complement.value) else ", ".join(s.target for s in complement.value)
    return ""


def _words_for(complement: Complement, game: EpicState, source: int | None) -> Iterator[str]:
    """Yield the lines that a complement may stand for at the pending decision."""
    targets, kind = _targets_of(complement), game.pending.kind if game.pending is not None else ""
    if targets and complement.kind != "shares":
        yield f"target {targets}"
    elif complement.kind == "shares":
        shares = _each_share(game, complement.value)
        if kind == "assign" and game.pending is not None:
            said = ", ".join(f"{_amount(n)} to {target}" for n, target in shares)
            card = source if source is not None else game.pending.source
            name = references.thing(game, card).name if card >= FIRST_CARD else ""
            yield f"assign {name}: {said}" if name else f"assign {said}"
        else:
            yield f"target {', '.join(target for _, target in shares)}"
    elif complement.kind == "all" and game.pending is not None and all(map(is_seat, game.pending.candidates)):
        yield from (f"target {game.names[seat]}" for seat in complement.value[1].seats[:1] if kind == "target")
    elif complement.kind in _SAID:
        yield from (form.format(complement.value) for form in _SAID[complement.kind])
    elif complement.kind == "reveal":
        yield f"reveal {complement.value}" if complement.value else "decline"
    elif complement.kind in {"number", "amount"} and kind == "number":
        yield f"choose {complement.value}"
    elif complement.kind == "mode" and kind == "mode":
        option = mode_called(offered_texts(game), complement.value)
        if option is not None:
            yield f"choose mode {option + 1}"


_SAID: Final[Mapping[str, tuple[str, ...]]] = {
    "recycle": ("choose {}",), "discard": ("discard {}", "choose {}"), "declined": ("{}",),
}  # fmt: skip
"""By kind of complement the lines that it may be."""


def _amount(number: int) -> str:
    return "all" if number == ALL else str(number)


def _each_share(game: EpicState, shares: Sequence[Share]) -> list[tuple[int, str]]:
    """Return the shares with ``2 to each Demon Token`` as one of each of them."""
    found: list[tuple[int, str]] = []
    for amount, target, each in shares:
        if amount == LETHAL:
            found += [(_lethal(game, name), name) for name in split_names(game.cards, target, lambda _: False)]
            continue
        if amount == ALL and _dealt_in_all(game):
            found.append((_dealt_in_all(game), target))
            continue
        if amount == REST:
            found.append((max(_dealt_in_all(game) - sum(n for n, _ in found), 0), target))
            continue
        if not each:
            found.append((amount, target))
            continue
        named = [ref.ref for ref in references.matches(game, target, in_play(game))]
        found += [(amount, labels(game, [ref], in_play(game))) for ref in named]
    return found


def _lethal(game: EpicState, name: str) -> int:
    """Return how much damage breaks the champion that a name means; 0 where it is none, or one of several."""
    named = [ref.ref for ref in references.matches(game, name, in_play(game))]
    champion = game.find(named[0]) if len(named) == 1 else None
    return max(values_of(game, champion).defense - champion.damage, 0) if champion is not None else 0


def _dealt_in_all(game: EpicState) -> int:
    """Return how much damage is divided at the pending decision; 0 where several champions deal it."""
    decision = game.pending
    if decision is None or decision.kind != "assign":
        return 0
    if amount := detail(decision, "amount"):
        return int(amount)
    offenses = [int(value) for key, value in decision.detail if key.startswith("offense ")]
    return offenses[0] if len(offenses) == 1 else 0


def _came_true(happened: Happened, complement: Complement) -> bool | None:
    """Return whether what a complement states happened; ``None`` where it states nothing."""
    check = _CHECKS.get(complement.kind)
    return None if check is None else check(happened, complement.value)


def _share_came_true(happened: Happened, shares: Sequence[Share]) -> bool | None:
    if any(share.amount < 0 or share.each for share in shares):
        return None
    return all(happened.to_objects("damage", share.target, share.amount) for share in shares)


_CHECKS: Final[Mapping[str, Callable[[Happened, Any], bool | None]]] = {
    "effect": lambda happened, value: happened.to_objects(*value),
    "effect-on-source": lambda happened, value: happened.to_objects(*value),
    "all": lambda happened, value: happened.to_all(*value),
    "amount": Happened.dealt,
    "shares": _share_came_true,
    "happens": lambda happened, value: happened.count(*value),
    "fate": lambda happened, value: bool(value[1]) and happened.to_objects("break", value[1]) == value[0],
    "change": lambda happened, value: happened.changed(value[1], value[0]),
    "strength": lambda happened, value: happened.strength(value[1]) == value[0],
    "wipe": lambda happened, _value: happened.wiped(),
    "cost": lambda happened, value: happened.paid() == value,
    "kicked": lambda happened, value: happened.overpaid(value),
    "entered": lambda happened, _value: happened.entered(),
    "total": lambda happened, value: happened.total(*value),
}
"""By kind of complement what compares it with what happened."""


_NOT_ASKED: Final = frozenset({"target", "number", "reveal", "shares", "recycle", "discard", "declined", "from hand"})
"""Kinds of complements that answer something; the others state a result."""


def _not_so(complement: Complement) -> str:
    text = complement.text.strip(" ,;:")
    if complement.kind in _NOT_ASKED:
        return f"“{text}” is not asked for here"
    return f"“{text}” does not come true here"


def _asks_for_targets(game: EpicState, source: int) -> bool:
    if source not in game.table:
        return False
    text = " ".join(render_card(game.printed_of(source).card)).casefold()
    return any(word in text for word in ("target", "choose", "loyalty"))


def _answer(state: EpicState, seat: int, words: str) -> Answer | None:
    try:
        return read(state, seat, words).answer
    except AnswerError:
        return None


def _count(names: Sequence[str]) -> int:
    """Return how many things a list names: ``2 Wolf Token`` are two."""
    firsts = [name.partition(" ")[0] for name in names]
    return sum(int(first) if first.isdecimal() else 1 for first in firsts)


def _last_play(state: EpicState) -> int:
    """Return the place in the log of the last card played, power used or attack declared."""
    kinds = {"play", "play-free", "use", "attack"}
    return next((event.seq for event in reversed(state.log) if event.kind in kinds), len(state.log))


def _last_decision(state: EpicState) -> int:
    """Return the place in the log of what a player did last."""
    return next((event.seq for event in reversed(state.log) if event.cause == -1), 0)
