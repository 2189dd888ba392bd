"""Conversion of a clause to canonical lines.

Its statements are checked on a copy of the game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.decks.abbreviations import expand
from rules.engine.ids import FIRST_CARD
from rules.epic.board.continuous import current_values
from rules.epic.notation.modes import match_mode, offered_texts
from rules.epic.notation.names import references
from rules.epic.notation.names.references import side_in_play, split_names
from rules.epic.notation.sentences.attempts import last_action_index, last_play_index
from rules.epic.notation.sentences.battle_results import battle_result, is_true
from rules.epic.notation.sentences.card_names import champions_named
from rules.epic.notation.sentences.claims import has_stated_number
from rules.epic.notation.sentences.clauses import PICKS, Clause, NotTrueError
from rules.epic.notation.sentences.hand_clauses import HandClauses
from rules.epic.notation.sentences.outcomes import ObservedOutcome
from rules.epic.notation.sentences.trials import Trial
from rules.epic.players.seats import are_allied
from rules.epic.state import EXPENDED
from rules.epic.text.rendering import render_card

_DECLINABLE: Final = ("choose", "target", "reveal", "block", "mulligan", "order")
"""Kinds of decisions that ``no`` may answer; at the order of triggers it answers the next one."""
_PAID: Final = frozenset({"play", "card", "use", "subject", "recall"})
"""Kinds of clauses with a cost in gold."""


class Resolver(HandClauses):
    """Converts the clauses of one sentence to canonical lines.

    Args:
        state: the game; not changed.
        seat: the acting player.
        nouns: the nouns of the sentence.
    """

    def lines(self, clause: Clause) -> list[str]:
        """Return the canonical lines of a clause.

        Raises:
            InvalidActionError: it has no meaning at this moment, or contradicts the game.
            AmbiguousActionError: it has several meanings.
        """
        lines = _RESOLVE[clause.rule.kind](self, clause)
        self.check_times(clause, lines)
        self._check_strengths()
        return lines

    def check_times(self, clause: Clause, lines: Sequence[str]) -> None:
        """Check the phrases of time of a clause.

        If the player cannot act, only what was played last is checked: a concession and a line with omitted passes are
        legal then, and any other line is illegal whatever the time.
        """
        can_act = self.state.pending is not None and self.state.pending.seat == self.seat
        for kind, bindings in clause.times:
            if not can_act and kind != "response":
                continue
            contradiction = self._contradiction(kind, bindings, clause)
            if contradiction:
                raise NotTrueError(contradiction)
        if can_act and lines == ["nothing"] and any(kind not in {"filler", "response"} for kind, _ in clause.times):
            raise NotTrueError("a pass needs no time of its own")

    def _contradiction(self, kind: str, bindings: Mapping[str, Any], clause: Clause) -> str:
        """Return why a phrase of time is not true; empty if it is."""
        state, owner, to = self.state, bindings.get("whose", -1), bindings.get("to", "")
        others_passed = state.turn in state.passed or state.phase == "end"
        is_end = others_passed and state.phase in {"main", "end"}
        checks = {
            "end of turn": (
                is_end and owner in (-1, state.turn),
                f"it is not the end of the turn yet: {state.names[state.turn]} has not passed"
                if not is_end
                else f"it is the turn of {state.names[state.turn]}",
            ),
            "before attack": (
                not state.step and state.turn == self.seat,
                "an attack is under way, or it is not the turn of the player",
            ),
            "hand size": (self._is_asked("discard"), "no cards are to be discarded at this moment"),
            "instant": (
                state.turn != self.seat or bool(state.step),
                "it is the own turn of the player, outside a battle",
            ),
            "holding": (
                bindings.get("cards") == len(state.seats[self.seat].hand),
                f"{state.names[self.seat]} holds another number of cards",
            ),
            "damage step": (self._is_asked("assign"), "no damage is divided at this moment"),
            "cost": (clause.rule.kind in _PAID, "this costs nothing"),
            "before blocks": (state.step == "before-blocks", "blockers are not about to be declared at this moment"),
            "after blocks": (state.step == "before-damage", "this is not the moment between blocks and damage"),
            "turn begins": (self._may_just_have_begun(), "the turn of the player did not begin just now"),
            "turn": (owner in (-1, state.turn), f"it is the turn of {state.names[state.turn]}"),
            "own turn": (
                state.turn == (self.seat if owner == -1 else owner),
                f"it is the turn of {state.names[state.turn]}",
            ),
            "response": (not to or self._was_last_played(to), f"{to} is not what was played last"),
        }
        is_true, message = checks.get(kind, (True, ""))
        return "" if is_true else message

    def _may_just_have_begun(self) -> bool:
        """Return True at the first play of the player's turn."""
        state = self.state
        start = next((event.seq for event in reversed(state.log) if event.kind == "turn"), 0)
        acted = any(event.cause == -1 for event in state.log[start + 1 :])
        is_first = state.phase == "main" and not state.step and not state.passed and not state.played
        return state.turn == self.seat and is_first and not acted and not state.seats[self.seat].ones_played

    def _was_last_played(self, name: str) -> bool:
        events = [event for event in self.state.log if event.kind in {"play", "play-free", "use", "attack", "trigger"}]
        refs = [int(arg) for arg in (events[-1].args[1:2] if events else self._possible_last_plays())]
        return any(references.matches(self.state, name, [ref]) for ref in refs if ref >= FIRST_CARD)

    def _possible_last_plays(self) -> list[int]:
        """Return cards possibly played before the position.

        They are in battle, used or discarded by opponents.
        """
        indexes: list[int] = []
        if self.state.turn == self.seat and not self.state.step and not self.state.passed:
            return indexes
        for seat, each in enumerate(self.state.seats):
            if not are_allied(self.state, seat, self.seat):
                moved = [
                    c.oid for c in each.champions if c.attacking or c.blocking or c.deploying or c.stance == EXPENDED
                ]
                indexes += [*moved, *each.discard]
        return indexes

    def _check_strengths(self) -> None:
        for name, offense, defense in self.nouns.strengths:
            champions = [self.state.find(oid) for oid in champions_named(self.state, name)]
            now = [current_values(self.state, champion) for champion in champions if champion is not None]
            strengths = [(each.offense, each.defense) for each in now] or self._printed_strengths(name)
            if (offense, defense) not in strengths:
                strength_texts = " or ".join(dict.fromkeys(f"{first}/{second}" for first, second in strengths))
                is_it = (
                    f"{strength_texts} {'on the board' if now else 'as printed'}" if strength_texts else "no champion"
                )
                raise NotTrueError(f"{name} is {is_it}, not {offense}/{defense}", unparsed=f"({offense}/{defense})")

    def _printed_strengths(self, name: str) -> list[tuple[int, int]]:
        """Return the printed offense and defense of the cards that a name can mean.

        They are champion cards.
        """
        names = {
            called for _, bare_name, _, _ in references.readings(self.state, name) for called in self._called(bare_name)
        }
        cards = [card.card for card in self.state.table.values() if card.name in names]
        return [(c.offense, c.defense) for c in cards if c.offense is not None and c.defense is not None]

    def _called(self, bare_name: str) -> list[str]:
        match = self.state.cards.catalogue.find(bare_name)
        return [match.card.name] if match is not None else expand(bare_name, self.nouns.known_names)

    def line(self, clause: Clause) -> list[str]:
        """Return the fixed canonical line of a rule."""
        words: str = clause.rule.fixed["words"]
        if words == "decline" and self._is_asked("may", *PICKS):
            raise NotTrueError("no loyalty is asked for at this moment")
        return [words]

    def passing(self, clause: Clause) -> list[str]:
        """Return a pass, to another player if one is named."""
        if clause.rule.fixed.get("step", self.state.step) != self.state.step:
            raise NotTrueError("no damage is about to be dealt at this moment")
        player = clause.bindings.get("player")
        if player is None:
            return ["pass"]
        trial = Trial(self.state, self.seat)
        trial.apply_play("pass")
        seat = self.state.names.index(player)
        if seat == self.seat or (trial.legal and not are_allied(self.state, seat, trial.game.initiative)):
            raise NotTrueError(f"{player} does not get initiative with this pass", unparsed=player)
        return ["pass"]

    def nothing(self, clause: Clause) -> list[str]:
        """Return the line of a player who makes no play, or chooses nothing."""
        if clause.rule.fixed.get("ends"):
            trial = Trial(self.state, self.seat)
            trial.apply_play("pass")
            if trial.legal and not any(e.kind == "end-phase" for e in trial.game.log[len(self.state.log) :]):
                raise NotTrueError("the turn does not end with that")
        return ["nothing"]

    def agree(self, _clause: Clause) -> list[str]:
        """Return the line of a player who accepts."""
        return ["ok"]

    def peaceful_end(self, clause: Clause) -> list[str]:
        """Return the line of a turn that ends without an attack, or without any play."""
        log = self.state.log
        if clause.rule.fixed.get("idle"):
            is_own = self.state.turn == self.seat == clause.bindings.get("whose", self.seat)
            if not is_own or not self._is_asked("act") or self.state.step or last_play_index(self.state) < len(log):
                raise NotTrueError("the player makes no end of the turn with that", unparsed="nothing")
        start = next((event.seq for event in reversed(log) if event.kind == "turn"), 0)
        if any(event.kind == "attack" and event.args[0] == self.seat for event in log[start:]):
            raise NotTrueError("there was an attack this turn")
        return ["end turn"]

    def stated(self, clause: Clause) -> list[str]:
        """Check a claim about the last play and return no lines."""
        observed = ObservedOutcome(self.state, self.state, self.seat, last_play_index(self.state))
        kind, bindings = clause.rule.fixed["what"], clause.bindings
        if kind == "home":
            self._check_home(bindings["home"])
            return []
        if kind in {"trades", "kills", "takes", "total"}:
            is_so = self._is_battle_result(kind, bindings, observed)
        elif kind in {"dies", "survives"} and "targets" not in bindings:
            is_so = False
        elif kind == "dies":
            is_so = observed.happened_to_objects("break", bindings["targets"]) and has_stated_number(
                observed, "break", bindings["targets"], self.nouns.tokens.slice(clause.start, clause.end)
            )
        elif kind == "survives":
            # Nothing can survive before damage was dealt or a champion left play.
            is_so = observed.survives(bindings["targets"]) and observed.has_harmed()
        else:
            is_so = observed.count(kind, bindings.get("number", 1), bindings.get("thing", ""))
        if not is_so:
            raise NotTrueError(f"“{self.nouns.tokens.slice(clause.start, clause.end)}” is not what happened")
        return []

    def _is_battle_result(self, kind: str, bindings: Mapping[str, Any], observed: ObservedOutcome) -> bool:
        """Return True if the last play or battle ended as a clause states."""
        if kind == "takes":
            return observed.has_taken_damage(self.seat, bindings["points"])
        if kind == "total":
            return observed.is_hit(self.seat) and observed.total(bindings["number"], self.state.names[self.seat])
        result = battle_result(self.state.cards, kind, bindings.get("who", ""), bindings.get("targets", ""))
        return result is not None and is_true(result, observed)

    def _check_home(self, names: str) -> None:
        """Reject ``stays home`` for champions that attack, or if no champion attacks."""
        own_champions = side_in_play(self.state, self.seat)
        attacking = [c.oid for seat in self.state.seats for c in seat.champions if c.attacking]
        for name in split_names(self.state.cards, names, lambda _: False):
            home = references.matches(self.state, name, own_champions)
            if not attacking or not home or any(each.ref in attacking for each in home):
                raise NotTrueError(f"{name} does not stay at home", unparsed=names)

    def choose(self, clause: Clause) -> list[str]:
        """Return the line of a choice of cards."""
        return [f"choose {clause.bindings['things']}"]

    def offer(self, clause: Clause) -> list[str]:
        """Return the line that accepts or declines an offer."""
        words: str = clause.rule.fixed["words"]
        clause_words = [word.casefold() for word in self.nouns.tokens.words[clause.start : clause.end]]
        if "tribute" in clause_words and self._is_asked("reveal"):
            raise NotTrueError("a loyalty is asked for at this moment, not a tribute")
        if not self._is_asked("may", *(_DECLINABLE if words == "no" else ())):
            can_act = self.state.pending is not None and self.state.pending.seat == self.seat
            if words == "yes" or can_act:
                raise NotTrueError("nothing is offered at this moment")
        return [words]

    def pay_health(self, clause: Clause) -> list[str]:
        """Return the line of a health payment.

        It is a chosen number, or the acceptance of an offer.
        """
        amount = clause.bindings.get("amount", 1)
        if self._is_asked("number"):
            return [f"choose {amount}"]
        decision = self.state.pending
        if self._is_asked("may") and decision is not None and self._is_paid_for(clause.bindings.get("thing", "")):
            text = " ".join(render_card(self.state.printed_of(decision.source).card))
            created = clause.bindings.get("created", "")
            if f"pay {amount} health" in text and (not created or self._creates(created)):
                return ["yes"]
        raise NotTrueError("nothing asks for health at this moment")

    def _is_paid_for(self, name: str) -> bool:
        """Return True if the named object offers an effect for health.

        It is the card that offers it, or its token.
        """
        decision = self.state.pending
        if not name or decision is None:
            return not name
        return bool(references.matches(self.state, name, [decision.source])) or self._creates(name)

    def _creates(self, name: str) -> bool:
        """Return True if accepting the pending offer creates an object of this name."""
        trial = Trial(self.state, self.seat)
        trial.apply_play("yes")
        return ObservedOutcome(self.state, trial.game, self.seat).count("create", 1, name)

    def mode(self, clause: Clause) -> list[str]:
        """Return the line that chooses an effect."""
        texts = offered_texts(self.state) if self._is_asked("mode") else []
        option = match_mode(texts, clause.bindings["effect"])
        if option is None:
            raise NotTrueError("no effect of this text can be chosen at this moment")
        return [f"choose mode {option + 1}"]

    def resolve(self, clause: Clause) -> list[str]:
        """Return the line that chooses which trigger resolves next."""
        ability = clause.bindings.get("ability", "")
        number = f" {clause.bindings['nth']}" if "nth" in clause.bindings else ""
        words = f"resolve {clause.bindings['card']}" + (f": {ability}{number}" if ability else "")
        complements = self._complements(clause)
        if not complements:
            return [words]
        trial, start = Trial(self.state, self.seat, mark=len(self.state.log)), last_action_index(self.state)
        if ability == "trigger" and not trial.copy().apply_line(words, None):
            words = f"resolve {clause.bindings['card']}"
        if not trial.apply_line(words, None) or trial.stopped or not trial.legal:
            raise NotTrueError(f"`{words}` is not possible at this moment")
        made = self._apply_complements(trial, self._replace_pronouns(complements), None, start)
        if made.wrong:
            raise NotTrueError(made.wrong, unparsed=made.part)
        return made.trial.lines

    def misses(self, clause: Clause) -> list[str]:
        """Return the line that reports a forgotten trigger."""
        return [f"misses {clause.bindings['card']}: {clause.bindings['ability']}"]


_RESOLVE: Final[Mapping[str, Callable[[Resolver, Clause], list[str]]]] = {
    "line": Resolver.line, "pass": Resolver.passing, "nothing": Resolver.nothing, "agree": Resolver.agree,
    "hand": Resolver.hand, "attack": Resolver.attack, "attack all": Resolver.attack, "block": Resolver.block,
    "block all": Resolver.block, "block played": Resolver.block_played,
    "no block": Resolver.no_block, "through": Resolver.take_damage, "play": Resolver.play,
    "card": Resolver.card, "use": Resolver.use, "subject": Resolver.subject, "pick": Resolver.pick,
    "choose": Resolver.choose, "offer": Resolver.offer, "pay health": Resolver.pay_health, "mode": Resolver.mode,
    "stated": Resolver.stated, "recall": Resolver.recall, "pay for": Resolver.pay_for,
    "nothing picked": Resolver.nothing_picked, "suffer": Resolver.suffer, "attacked": Resolver.attacked,
    "keep but": Resolver.keep_but,
    "peaceful end": Resolver.peaceful_end,
    "resolve": Resolver.resolve, "misses": Resolver.misses,
}  # fmt: skip
