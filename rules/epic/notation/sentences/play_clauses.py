"""Conversion of clauses about plays, powers and choices to canonical lines."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.decision import (
    ActionError,
    AmbiguousActionError,
)
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.notation.names import references
from rules.epic.notation.names.references import everything, in_play, side_in_play, split_names
from rules.epic.notation.sentences.attempts import last_action_index
from rules.epic.notation.sentences.battle_clauses import BattleClauses
from rules.epic.notation.sentences.choices import has_ability
from rules.epic.notation.sentences.claims import (
    damage_to_divide,
    each_share,
    killed_as_shares,
    merged_shares,
    shown_amount,
)
from rules.epic.notation.sentences.clauses import PICKS, Clause, NotTrueError, UnnamedSourceError
from rules.epic.notation.sentences.complements import Complement
from rules.epic.notation.sentences.trials import Trial
from rules.epic.text.rendering import render_card


class PlayClauses(BattleClauses):
    """Converts clauses about plays, powers and choices to canonical lines."""

    def play(self, clause: Clause) -> list[str]:
        """Return the lines of a card played from hand.

        The effect being resolved may put it into play.
        """
        if self._is_asked("may", *PICKS):
            text = self.nouns.tokens.slice(clause.start, clause.end)
            put = Complement("effect", ("reanimate", clause.bindings["card"], None, ""), text)
            made = self._picks([put, *self._complements(clause)], None)
            if not made.wrong and made.trial.legal:
                return made.trial.lines
        return self._choose_attempt(list(self._plays(clause.bindings["card"], self._complements(clause))), clause)

    def use(self, clause: Clause) -> list[str]:
        """Return the lines of a power; for a card in hand, those of its play."""
        name = clause.bindings["card"]
        if clause.rule.fixed.get("offered"):
            self._check_offered(name, clause.bindings["targets"])
        if not self._has_object(name) and self._in_hand(name):
            held = references.matches(self.state, name, self.state.seats[self.seat].hand)
            if held and self.state.printed_of(held[0].ref).powers:
                raise NotTrueError(
                    f"{held[0].name} is in hand, not in play: write `play {held[0].name}` if that is meant"
                )
            return self.play(clause)
        return self._choose_attempt(
            list(self._powers(name, self._complements(clause), clause.bindings.get("nth"))), clause
        )

    def _check_offered(self, name: str, offered: str) -> None:
        """Reject a sacrifice to a card that the player does not control in play."""
        own_champions = side_in_play(self.state, self.seat)
        names = split_names(self.state.cards, offered, lambda _: False)
        if not self._has_object(name) or not all(references.matches(self.state, each, own_champions) for each in names):
            raise NotTrueError(f"{offered} cannot be sacrificed to {name}")

    def card(self, clause: Clause) -> list[str]:
        """Return the lines of an action of a card that may be in hand or in play."""
        name, complements = clause.bindings["card"], self._complements(clause)
        self._check_owner(name)
        if clause.bindings.get("other") and clause.bindings["targets"] == self.state.names[self.seat]:
            raise NotTrueError("whose card it is, is not said")
        attempts = list(self._plays(name, complements)) if self._in_hand(name) or not self._has_object(name) else []
        used = list(self._powers(name, complements, None)) if self._has_power(name) else []
        if self._is_in_play_only(name):
            # An unknown card in hand is not meant if an object of this name is in play, unless it can be played.
            attempts = [each for each in attempts if each.trial.legal]
        if not attempts and not used:
            raise NotTrueError(f"{name} is not in hand and has no power")
        return self._choose_attempt([*attempts, *used], clause)

    def _is_in_play_only(self, name: str) -> bool:
        """Return True if an object of this name is in play and not in the hand.

        No known card in hand has the name.
        """
        held = references.matches(self.state, name, self.state.seats[self.seat].hand)
        return not held and bool(references.matches(self.state, name, side_in_play(self.state, self.seat)))

    def _check_owner(self, name: str) -> None:
        """Reject a card of another player, unless this player controls it."""
        owners = {owner for owner, *_ in references.readings(self.state, name) if owner is not None}
        if owners - {self.seat} and not self._has_object(name):
            raise NotTrueError(f"{name} is not a card of {self.state.names[self.seat]}", unparsed=name)

    def subject(self, clause: Clause) -> list[str]:
        """Return the lines for a card as subject.

        A choice for its effect, or its play or power.
        """
        name, complements = clause.bindings["card"], self._complements(clause)
        self._check_ability(name, clause.bindings.get("ability", ""))
        if self._is_asked("assign") and any(killed_as_shares(each) is not each for each in complements):
            complements = merged_shares([killed_as_shares(each) for each in complements])
            if [each.kind for each in complements] == ["shares"]:
                dealt = sum(amount for amount, _ in each_share(self.state, complements[0].value))
                if dealt != damage_to_divide(self.state):
                    raise NotTrueError("it is not said how all of the damage is divided")
        if self._is_asked("assign") and [each.kind for each in complements] == ["shares"]:
            shares = each_share(self.state, complements[0].value)
            return [f"assign {name}: {', '.join(f'{shown_amount(n)} to {target}' for n, target in shares)}"]
        waiting = self._picks(complements, self._find_source(name)) if self._find_source(name) else None
        if waiting is not None and not waiting.wrong:
            return waiting.trial.lines
        if waiting is not None and self._is_asked(*PICKS, "may", "assign"):
            raise NotTrueError(waiting.wrong, unparsed=waiting.part)
        if self._is_asked("order") and (ordered := self._resolved_next(clause, complements)):
            return ordered
        others = self.card(clause) if self._in_hand(name) or self._has_power(name) else None
        if others is not None:
            return others
        raise NotTrueError(waiting.wrong if waiting is not None else f"{name} does nothing of the kind at this moment")

    def _resolved_next(self, clause: Clause, complements: list[Complement]) -> list[str]:
        """Return the lines of a waiting trigger of the named card with its choices.

        Empty if it cannot resolve next, or the choices do not fit.
        """
        ability, start = clause.bindings.get("ability", ""), last_action_index(self.state)
        trial = Trial(self.state, self.seat, mark=len(self.state.log))
        words = f"resolve {clause.bindings['card']}" + (f": {ability}" if ability else "")
        if not complements or not trial.apply_line(words, None) or trial.stopped or not trial.legal:
            return []
        made = self._apply_complements(trial, self._replace_pronouns(complements), None, start)
        return [] if made.wrong or made.open else made.trial.lines

    def _check_ability(self, name: str, ability: str) -> None:
        """Reject an ability that the card does not have.

        For example loyalty of a champion with tribute.
        """
        cards = {self.state.card_of(each.ref) for each in references.matches(self.state, name, everything(self.state))}
        in_game = [card for card in cards if card in self.state.table]
        if ability and in_game and not any(has_ability(self.state, card, ability) for card in in_game):
            raise NotTrueError(f"{name} has no {ability}", unparsed=ability)

    def suffer(self, clause: Clause) -> list[str]:
        """Return the lines of another player's card that targets the named player."""
        name = clause.bindings["victim"]
        if clause.bindings["card"].endswith((" in hand", " in deck")):
            raise NotTrueError(f"{clause.bindings['card']} is not said to be played")
        key = "player" if "number" in clause.bindings else "targets"
        return self.card(replace(clause, bindings={**clause.bindings, key: name}))

    def recall(self, clause: Clause) -> list[str]:
        """Return the line of a recalled card: by its own power, or as a choice."""
        name = clause.bindings["card"]
        claimed = Complement("effect", ("regain", name, None, ""), self.nouns.tokens.slice(clause.start, clause.end))
        if not self._is_asked("act"):
            return self.pick(replace(clause, bindings={**clause.bindings, "group": "regain", "targets": name}))
        place = name if "discard" in name else f"{name} in discard pile"
        paid = [each for each in self._complements(clause) if each.kind == "cost"]
        return self._choose_attempt(list(self._powers(place, [claimed, *paid, *clause.extras], None)), clause)

    def pay_for(self, clause: Clause) -> list[str]:
        """Return the lines of a payment.

        It is for a card that is played, or for an offer of a trigger.
        """
        name = clause.bindings["card"]
        decision_text = "no" if clause.rule.fixed.get("refused") else "yes"
        if "amount" in clause.bindings and not self._has_offer_for(name, clause.bindings["amount"]):
            raise NotTrueError(f"{name} does not ask for {clause.bindings['amount']} health")
        if clause.rule.fixed.get("elided") and not self._is_asked("order", "may"):
            raise NotTrueError("nothing is offered at this moment")
        if self._is_asked("order"):
            return self._answered_offer(name, [f"resolve {name}"], decision_text, clause)
        if self._is_asked("may") and self._find_source(name) is not None:
            return self._answered_offer(name, [], decision_text, clause)
        if decision_text == "no":
            raise NotTrueError(f"{name} offers nothing at this moment")
        return self.play(clause)

    def _answered_offer(self, name: str, earlier: Sequence[str], decision_text: str, clause: Clause) -> list[str]:
        """Return the lines of an accepted or declined offer.

        Its complements are checked.
        """
        start = last_action_index(self.state)
        trial = Trial(self.state, self.seat)
        for line in earlier:
            if not trial.apply_line(line, None):
                return [*earlier, decision_text]  # The legality check reports why it is illegal.
        pending = trial.game.pending
        offered = pending is not None and pending.seat == self.seat and pending.kind == "may"
        asks_for_payment = any("pay " in text for text in self._texts_of(name))
        if not trial.stopped and not (offered and asks_for_payment):
            raise NotTrueError(f"{name} offers nothing that is paid for", unparsed=name)
        if clause.extras:
            if trial.stopped or not trial.apply_line(decision_text, None):
                raise NotTrueError("this cannot be checked yet: write a line for it", unparsed=clause.extras[0].text)
            made = self._apply_complements(trial, self._replace_pronouns(clause.extras), None, start)
            if made.wrong:
                raise NotTrueError(made.wrong, unparsed=made.part)
            return made.trial.lines
        return [*earlier, decision_text]

    def _has_offer_for(self, name: str, health: int) -> bool:
        """Return True if a card of this name offers an effect for this much health.

        It is in play, or just played.
        """
        return any(f"pay {health} health" in text for text in self._texts_of(name))

    def _texts_of(self, name: str) -> list[str]:
        """Return the texts of cards of this name that are in play or belong to the player."""
        cards = [
            each.ref for each in references.matches(self.state, name, [*self._own_objects(), *in_play(self.state)])
        ]
        return [" ".join(render_card(self.state.printed_of(ref).card)).casefold() for ref in cards]

    def nothing_picked(self, _clause: Clause) -> list[str]:
        """Return the line of a player who chooses nothing at the pending decision."""
        if not self._is_asked("may", *PICKS):
            raise NotTrueError("nothing is to be picked at this moment")
        return ["no"]

    def pick(self, clause: Clause) -> list[str]:
        """Return the lines of the choices for the effect being resolved."""
        complements = self._complements(clause)
        made = self._picks(complements, None)
        if made.readings:
            raise AmbiguousActionError(self.nouns.tokens.slice(clause.start, clause.end), list(made.readings))
        if made.wrong and self._is_asked("act"):
            self._raise_with_sources(clause, complements)
        if made.wrong:
            raise NotTrueError(made.wrong, unparsed=made.part)
        return made.trial.lines

    def _raise_with_sources(self, clause: Clause, complements: Sequence[Complement]) -> None:
        """Raise with the plays and powers that have the stated effect.

        Only if the clause names no source.
        """
        if len(complements) > 2 or not any(each.kind in {"effect", "shares", "happens"} for each in complements):
            return
        seat = self.state.seats[self.seat]
        names = dict.fromkeys(references.thing(self.state, ref).name for ref in [*seat.hand, *self._own_objects()])
        sources: list[str] = []
        for name in names:
            if name == UNKNOWN_NAME:
                continue
            try:
                attempts = [*self._plays(name, complements)] if self._in_hand(name) else []
                attempts += [*self._powers(name, complements, None)] if self._has_power(name) else []
            except ActionError:
                continue
            sources += [
                self.display_lines(each.trial.lines) for each in attempts if each.trial.legal and not each.wrong
            ]
        if sources:
            raise UnnamedSourceError(self.nouns.tokens.slice(clause.start, clause.end), sources)
