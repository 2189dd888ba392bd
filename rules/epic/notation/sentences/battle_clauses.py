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
from rules.epic.notation.sentences.attempts import Attempts
from rules.epic.notation.sentences.choices import parse_action
from rules.epic.notation.sentences.clauses import Clause, NotTrueError
from rules.epic.notation.sentences.complements import Complement
from rules.epic.notation.sentences.everything import Everything
from rules.epic.players.seats import attackable_seats
from rules.epic.traits import AIRBORNE

_ATTACK: Final = frozenset({"it", "them"})
"""Pronouns for the attackers."""


class BattleClauses(Attempts):
    """Converts clauses about attacks and blocks to canonical lines."""

    def attack(self, clause: Clause) -> list[str]:
        """Return the line of an attack."""
        whom = clause.bindings.get("whom", "")
        names = clause.bindings["who"] if "who" in clause.bindings else self._all_except(clause, "attack")
        names = ", ".join(filter(None, (names, clause.bindings.get("also", ""))))
        names = self._resolve_able(names, "attack", whom)
        line = f"attack {whom} with {names}" if whom else f"attack with {names}"
        for each in self._complements(clause):
            if each.kind in {"home", "rest", "airborne"}:
                self._check_attackers(each, line)
                continue
            offense = sum(self._offenses(parse_action(self.state, self.seat, line)))
            if each.kind != "amount" or each.value != offense:
                suffix = f"; the attackers have {offense} offense in all" if each.kind == "amount" else ""
                raise NotTrueError(f"this cannot be said of an attack as it is declared{suffix}", unparsed=each.text)
        return [line]

    def attacked(self, clause: Clause) -> list[str]:
        """Return the line of an attack on the player whom the clause names."""
        return self.attack(replace(clause, bindings={**clause.bindings, "whom": clause.bindings["victim"]}))

    def _check_attackers(self, complement: Complement, line: str) -> None:
        """Compare statements about the attackers with the champions.

        They are, for example, airborne or staying home.
        """
        action = parse_action(self.state, self.seat, line)
        refs = action.refs if action is not None else ()
        if complement.kind == "airborne":
            champions = [champion for ref in refs if (champion := self.state.find(ref)) is not None]
            if not champions or not all(has_keyword(self.state, champion, AIRBORNE) for champion in champions):
                raise NotTrueError("not all of the attackers are airborne", unparsed=complement.text)
            return
        own_champions = side_in_play(self.state, self.seat)
        if complement.kind == "rest":
            if not set(own_champions) - set(refs):
                raise NotTrueError("no champion is left to stay at home", unparsed=complement.text)
            return
        for name in split_names(self.state.cards, complement.value, lambda _: False):
            home = [each.ref for each in references.matches(self.state, name, own_champions)]
            if not home or set(home) & set(refs):
                raise NotTrueError(f"{name} cannot stay at home in this attack", unparsed=complement.text)

    def _offenses(self, action: Action | None) -> Iterator[int]:
        for ref in action.refs if action is not None else ():
            champion = self.state.find(ref)
            if champion is not None:
                yield current_values(self.state, champion).offense

    def _resolve_able(self, names: str, verb: str, whom: str = "") -> str:
        """Resolve ``2 Human Token`` to two of the champions that may act.

        These must be indistinguishable.
        """
        parts: list[str] = []
        for part in names.split(", "):
            count, _, name = part.partition(" ")
            many = int(count) if count.isdecimal() else 1
            own_champions = side_in_play(self.state, self.seat)
            refs = [
                each.ref for each in references.matches(self.state, name if count.isdecimal() else part, own_champions)
            ]
            if len(refs) <= many or "#" in part:
                parts.append(part)
                continue
            able = [oid for oid in self._able_champions(verb, whom) if oid in refs]
            things = references.things(self.state, able)
            alike = all(references.called(self.state.cards).alike(self.state, things[0], each) for each in things[1:])
            same = len({each.name for each in things}) == 1 and alike
            parts.append(labels(self.state, able[:many], own_champions) if same and len(able) >= many else part)
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
        able = self._able_champions(verb, clause.bindings.get("whom", ""))
        if clause.bindings.get("count", len(able)) != len(able):
            raise NotTrueError(f"{len(able)} champions can {verb}, not {clause.bindings['count']}")
        everything: Everything | None = clause.bindings.get("all")
        if everything is not None:
            self._check_everything(everything, able)
        but = clause.bindings.get("but", everything.but if everything is not None else "")
        if not but:
            return "all"
        own_champions = side_in_play(self.state, self.seat)
        names = split_names(self.state.cards, but, lambda _: False)
        without: set[int] = set()
        for name in dict.fromkeys(names):
            refs = [each.ref for each in references.matches(self.state, name, own_champions)]
            if len(refs) > names.count(name):
                raise AmbiguousActionError(name, [references.label(self.state, ref, own_champions) for ref in refs])
            without.update(refs)
        if len(without) < len(split_names(self.state.cards, but, lambda _: False)):
            raise NotTrueError(f"{but} is not among them", unparsed=but)
        remaining = [oid for oid in able if oid not in without]
        if not remaining:
            raise NotTrueError(f"nothing is left without {but}", unparsed=but)
        return labels(self.state, remaining, side_in_play(self.state, self.seat))

    def _check_everything(self, everything: Everything, able: Sequence[int]) -> None:
        """Reject a wrong group of attackers or blockers.

        It has none that may attack or block, or a wrong number.
        """
        is_own = set(everything.seats) <= {self.seat} and everything.kind in {"champions", "ready"}
        if not is_own or everything.with_players or everything.number not in (0, len(able)):
            raise NotTrueError("these are not the champions that can do that")

    def block_played(self, _clause: Clause) -> list[str]:
        """Reject a block that names no blocker, unless it follows the play of one."""
        raise NotTrueError("who blocks is missing, write `block with ...`")

    def block(self, clause: Clause) -> list[str]:
        """Return the line of a block."""
        names = clause.bindings["who"] if "who" in clause.bindings else self._all_except(clause, "block")
        many = clause.rule.fixed.get("many")
        called = split_names(self.state.cards, names, lambda _: False)
        if many and len(called) != many:
            raise NotTrueError(f"{len(called)} blockers are named, not {many}", unparsed=names)
        own_champions = side_in_play(self.state, self.seat)
        attacking = [c.oid for seat in self.state.seats for c in seat.champions if c.attacking]
        if "what" not in clause.bindings and any(
            references.matches(self.state, name, attacking) and not references.matches(self.state, name, own_champions)
            for name in called
        ):
            raise NotTrueError(f"{names} attacks: who blocks is missing, write `block with ...`")
        left_out = (
            split_names(self.state.cards, clause.bindings["not"], lambda _: False) if "not" in clause.bindings else []
        )
        blocking = [each.ref for name in called for each in references.matches(self.state, name, own_champions)]
        for name in left_out:
            remaining = {each.ref for each in references.matches(self.state, name, own_champions)} - set(blocking)
            if len(remaining) < left_out.count(name):
                raise NotTrueError(f"{name} is not left out of this block", unparsed=name)
        if clause.bindings.get("whose", -1) not in (-1, self.seat):
            raise NotTrueError(f"the blockers of {self.state.names[clause.bindings['whose']]} are not declared now")
        names = self._resolve_able(names, "block")
        addition = "" if clause.bindings.get("what", "it") in _ATTACK else f" {clause.bindings['what']}"
        return [f"block{addition} with {names}"]

    def no_block(self, clause: Clause) -> list[str]:
        """Return the line of a defender who does not block."""
        self._check_suffered(clause)
        if clause.bindings.get("what", "it") in _ATTACK:
            return ["no block"]
        names = split_names(self.state.cards, clause.bindings["what"], lambda _: False)
        attacking = [c.oid for seat in self.state.seats for c in seat.champions if c.attacking]
        if all(references.matches(self.state, name, attacking) for name in names) and len(names) < len(attacking):
            raise NotTrueError("the attack is blocked or not as a whole", unparsed=clause.bindings["what"])
        return [f"no block {clause.bindings['what']}"]

    def _check_suffered(self, clause: Clause) -> None:
        """Compare the stated damage and health with what the unblocked attackers deal."""
        amount, remaining_health = clause.bindings.get("amount"), clause.bindings.get("left")
        attacking = [c for seat in self.state.seats for c in seat.champions if c.attacking]
        offense = sum(current_values(self.state, champion).offense for champion in attacking)
        if amount is not None and amount != offense:
            raise NotTrueError(f"the attackers do not have {amount} offense in all")
        health = self.state.teams[self.state.seats[self.seat].team].health
        if remaining_health is not None and (not attacking or remaining_health != max(health - offense, 0)):
            raise NotTrueError(
                f"unblocked, the attackers leave {max(health - offense, 0)} health, not {remaining_health}"
            )

    def take_damage(self, clause: Clause) -> list[str]:
        """Return the line of a defender who takes the damage of an attack."""
        state, decision = self.state, self.state.pending
        attacking = [c for seat in state.seats for c in seat.champions if c.attacking]
        amount = clause.bindings.get("amount")
        if clause.bindings.get("count", len(attacking)) != len(attacking):
            raise NotTrueError(f"{len(attacking)} champions attack, not {clause.bindings['count']}")
        if not attacking and not self._is_asked("may"):
            raise NotTrueError("nothing attacks at this moment")
        self._check_suffered(clause)
        if decision is None or state.step in {"before-blocks", "blocks"}:
            return self.no_block(clause)
        if self._is_asked("act") and state.step == "before-damage" and not state.blocked:
            return ["pass"]
        if self._is_asked("may") and amount is None and "left" not in clause.bindings:
            return ["yes"]
        raise NotTrueError("no attack can be let through at this moment")
