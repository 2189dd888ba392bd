"""Conversion of clauses about cards in hand to canonical lines."""

import re
from typing import Final

from rules.epic.notation.names import references
from rules.epic.notation.names.references import split_names
from rules.epic.notation.sentences.claims import count_of
from rules.epic.notation.sentences.clauses import Clause, NotTrueError
from rules.epic.notation.sentences.complements import Complement
from rules.epic.notation.sentences.play_clauses import PlayClauses

_IN_PILE: Final = re.compile(r" in (?:(?:the|his|her|their) )?(?:discard pile|discard|graveyard)$")


class HandClauses(PlayClauses):
    """Converts clauses about cards in hand to canonical lines."""

    def keep_but(self, clause: Clause) -> list[str]:
        """Return the line of a player who keeps all cards except those named."""
        if "all_back" in clause.bindings:
            return self._all_replaced(clause.bindings["all_back"])
        but, verb = clause.bindings["but"], "mulligan" if self._is_asked("mulligan") else "discard"
        if not self._is_asked("mulligan", "discard", "keep"):
            raise NotTrueError("no cards are kept at this moment")
        return [f"{verb} {but}"] if but else ["keep"]

    def _all_replaced(self, number: int) -> list[str]:
        """Return the line of a player who replaces the whole opening hand."""
        hand = self.state.seats[self.seat].hand
        if not self._is_asked("mulligan") or number not in (-1, True, len(hand)):
            raise NotTrueError("no opening hand of this size is replaced at this moment")
        return [f"mulligan {references.labels(self.state, list(hand), hand)}"]

    def hand(self, clause: Clause) -> list[str]:
        """Return the line of cards discarded, revealed or replaced."""
        verb = clause.rule.fixed["verb"]
        cards: str = clause.bindings["things"]
        self._check_cards(clause, cards)
        first = self.nouns.tokens.words[clause.start].casefold()
        if verb == "mulligan" and not first.startswith("mull") and not self._is_asked("mulligan"):
            raise NotTrueError("no cards of an opening hand are replaced at this moment")
        if verb == "pile":
            if not _IN_PILE.search(cards) or not self._is_asked("discard"):
                raise NotTrueError("these are not cards to be put into the discard pile at this moment")
            return [f"discard {_IN_PILE.sub('', cards)}"]
        if verb == "shed":
            if not self._is_asked("discard"):
                raise NotTrueError("no cards are to be discarded at this moment")
            verb = "discard"
        if clause.extras:
            claim = Complement("reveal", clause.bindings["things"], clause.bindings["things"])
            made = self._picks([claim, *clause.extras], None)
            if made.wrong:
                raise NotTrueError(made.wrong, unparsed=made.part)
            return made.trial.lines
        return self._stated_cards(clause, verb, cards)

    def _stated_cards(self, clause: Clause, verb: str, cards: str) -> list[str]:
        """Return the line of named cards, which belong to the pending decision."""
        if verb == "reveal" and "card" in clause.bindings and self._find_source(clause.bindings["card"]) is None:
            raise NotTrueError(f"{clause.bindings['card']} asks for no loyalty at this moment")
        if verb == "discard" and self._is_asked("choose", "target"):
            return [f"choose {cards}"]
        return [f"{verb} {cards}"]

    def _check_cards(self, clause: Clause, cards: str) -> None:
        """Compare the stated numbers and the stated alignment with the named cards."""
        named = count_of(split_names(self.state.cards, cards, lambda _: False))
        held = len(self.state.seats[self.seat].hand)
        if clause.bindings.get("count", named) != named:
            raise NotTrueError(f"{named} cards are named, not {clause.bindings['count']}", unparsed=cards)
        if clause.bindings.get("kept", held - named) != held - named:
            raise NotTrueError(f"{held - named} other cards are kept, not {clause.bindings['kept']}")
        if "alignment" in clause.bindings:
            self._check_alignment(cards, clause.bindings["alignment"])

    def _check_alignment(self, cards: str, alignment: str) -> None:
        """Reject named cards of a hand that do not have the stated alignment."""
        for name in split_names(self.state.cards, cards, lambda _: False):
            held = references.matches(self.state, name, self.state.seats[self.seat].hand)
            printed = [self.state.printed_of(each.ref).card for each in held]
            if printed and not any(alignment in [own.casefold() for own in card.alignments] for card in printed):
                raise NotTrueError(f"{name} is not {alignment.capitalize()}", unparsed=name)
