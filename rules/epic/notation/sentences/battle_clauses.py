"""Conversion of clauses about attacks and blocks to canonical lines."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.engine.decision import (
    Action,
    AmbiguousActionError,
)
from rules.epic.board.continuous import current_values, has_keyword
from rules.epic.engine import ENGINE
from rules.epic.notation.combatants import able_champions
from rules.epic.notation.names import references
from rules.epic.notation.names.references import labels, side_in_play, split_names
from rules.epic.notation.sentences.attempts import Attempts, parse_action
from rules.epic.notation.sentences.clauses import Clause, NotTrueError
from rules.epic.notation.sentences.complements import Complement
from rules.epic.notation.sentences.everything import Everything
from rules.epic.players.seats import attackable_seats
from rules.epic.traits import AIRBORNE

_ATTACK: Final = frozenset({"it", "them"})
"""Pronouns for what attacks."""


class BattleClauses(Attempts):
    """Converts clauses about attacks and blocks to canonical lines."""

    def attack(self, clause: Clause) -> list[str]:
        """Return the line of an attack."""
        whom = clause.found.get("whom", "")
        names = clause.found["who"] if "who" in clause.found else self._all_except(clause, "attack")
        names = self._resolve_able(names, "attack", whom)
        line = f"attack {whom} with {names}" if whom else f"attack with {names}"
        for each in self._complements(clause):
            if each.kind in {"home", "airborne"}:
                self._check_attackers(each, line)
                continue
            offense = sum(self._offenses(parse_action(self.state, self.seat, line)))
            if each.kind != "amount" or each.value != offense:
                known = f"; the attackers have {offense} offense in all" if each.kind == "amount" else ""
                raise NotTrueError(f"this cannot be said of an attack as it is declared{known}", unparsed=each.text)
        return [line]

    def attacked(self, clause: Clause) -> list[str]:
        """Return the line of an attack on the player whom the clause names."""
        return self.attack(replace(clause, found={**clause.found, "whom": clause.found["victim"]}))

    def _check_attackers(self, statement: Complement, line: str) -> None:
        """Compare statements about the attackers (airborne, staying home) with the champions."""
        answer = parse_action(self.state, self.seat, line)
        refs = answer.refs if answer is not None else ()
        if statement.kind == "airborne":
            champions = [champion for ref in refs if (champion := self.state.find(ref)) is not None]
            if not champions or not all(has_keyword(self.state, champion, AIRBORNE) for champion in champions):
                raise NotTrueError("not all of the attackers are airborne", unparsed=statement.text)
            return
        own = side_in_play(self.state, self.seat)
        for name in split_names(self.state.cards, statement.value, lambda _: False):
            home = [each.ref for each in references.matches(self.state, name, own)]
            if not home or set(home) & set(refs):
                raise NotTrueError(f"{name} cannot stay at home in this attack", unparsed=statement.text)

    def _offenses(self, answer: Action | None) -> Iterator[int]:
        for ref in answer.refs if answer is not None else ():
            champion = self.state.find(ref)
            if champion is not None:
                yield current_values(self.state, champion).offense

    def _resolve_able(self, names: str, verb: str, whom: str = "") -> str:
        """Resolve ``2 Human Token`` to two of the champions that may act, if these are indistinguishable."""
        parts: list[str] = []
        for part in names.split(", "):
            count, _, name = part.partition(" ")
            many = int(count) if count.isdecimal() else 1
            own = side_in_play(self.state, self.seat)
            named = [each.ref for each in references.matches(self.state, name if count.isdecimal() else part, own)]
            if len(named) <= many or "#" in part:
                parts.append(part)
                continue
            able = [oid for oid in self._able_champions(verb, whom) if oid in named]
            things = references.things(self.state, able)
            alike = all(references.called(self.state.cards).alike(self.state, things[0], each) for each in things[1:])
            same = len({each.name for each in things}) == 1 and alike
            parts.append(labels(self.state, able[:many], own) if same and len(able) >= many else part)
        return ", ".join(parts)

    def _able_champions(self, verb: str, whom: str = "") -> tuple[int, ...]:
        """Return the champions that may attack or block, or all of them if none may."""
        state = self.state
        if verb == "attack":
            attacked = [state.names.index(whom)] if whom in state.names else attackable_seats(state, self.seat)
            return able_champions(state, self.seat, verb, attacked[0] if len(attacked) == 1 else -1)
        if state.step == "before-blocks" and self._is_asked("act"):
            # The pass before the blocks is implied.
            state = ENGINE.copy(state)
            ENGINE.apply(state, Action(self.seat, "pass"))
        return able_champions(state, self.seat, verb, 0)

    def _all_except(self, clause: Clause, verb: str) -> str:
        """Return the attackers or blockers for ``all``, with or without exceptions."""
        able = self._able_champions(verb, clause.found.get("whom", ""))
        if clause.found.get("count", len(able)) != len(able):
            raise NotTrueError(f"{len(able)} champions can {verb}, not {clause.found['count']}")
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
                raise AmbiguousActionError(name, [references.label(self.state, ref, own) for ref in named])
            without.update(named)
        if len(without) < len(split_names(self.state.cards, but, lambda _: False)):
            raise NotTrueError(f"{but} is not among them", unparsed=but)
        left = [oid for oid in able if oid not in without]
        if not left:
            raise NotTrueError(f"nothing is left without {but}", unparsed=but)
        return labels(self.state, left, side_in_play(self.state, self.seat))

    def _check_everything(self, everything: Everything, able: Sequence[int]) -> None:
        """Reject a group without champions that may attack or block, or with a wrong number."""
        own = set(everything.seats) <= {self.seat} and everything.kind in {"champions", "ready"}
        if not own or everything.with_players or everything.number not in (0, len(able)):
            raise NotTrueError("these are not the champions that can do that")

    def block(self, clause: Clause) -> list[str]:
        """Return the line of a block."""
        names = clause.found["who"] if "who" in clause.found else self._all_except(clause, "block")
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
        left_out = split_names(self.state.cards, clause.found["not"], lambda _: False) if "not" in clause.found else []
        blocking = [each.ref for name in called for each in references.matches(self.state, name, own)]
        for name in left_out:
            left = {each.ref for each in references.matches(self.state, name, own)} - set(blocking)
            if len(left) < left_out.count(name):
                raise NotTrueError(f"{name} is not left out of this block", unparsed=name)
        if clause.found.get("whose", -1) not in (-1, self.seat):
            raise NotTrueError(f"the blockers of {self.state.names[clause.found['whose']]} are not declared now")
        names = self._resolve_able(names, "block")
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
        """Compare the stated damage and health with what the unblocked attackers deal."""
        amount, left = clause.found.get("amount"), clause.found.get("left")
        attacking = [c for seat in self.state.seats for c in seat.champions if c.attacking]
        offense = sum(current_values(self.state, champion).offense for champion in attacking)
        if amount is not None and amount != offense:
            raise NotTrueError(f"the attackers do not have {amount} offense in all")
        health = self.state.teams[self.state.seats[self.seat].team].health
        if left is not None and (not attacking or left != max(health - offense, 0)):
            raise NotTrueError(f"unblocked, the attackers leave {max(health - offense, 0)} health, not {left}")

    def take_damage(self, clause: Clause) -> list[str]:
        """Return the line of a defender who takes the damage of an attack."""
        state, decision = self.state, self.state.pending
        attacking = [c for seat in state.seats for c in seat.champions if c.attacking]
        amount = clause.found.get("amount")
        if not attacking and not self._is_asked("may"):
            raise NotTrueError("nothing attacks at this moment")
        self._check_suffered(clause)
        if decision is None or state.step in {"before-blocks", "blocks"}:
            return self.no_block(clause)
        if self._is_asked("act") and state.step == "before-damage" and not state.blocked:
            return ["pass"]
        if self._is_asked("may") and amount is None and "left" not in clause.found:
            return ["yes"]
        raise NotTrueError("no attack can be let through at this moment")
