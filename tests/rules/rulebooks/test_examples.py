"""Examples use existing cards and our own player names."""

import re

from rules.epic.cards import CATALOGUE
from rules.epic.rulebooks import RULEBOOKS

PEOPLE = {"Anna", "Ben", "Carla", "Dana"}
WORDS = {
    *PEOPLE, "Epic", "Human", "Humans", "Dragon", "Dragons", "Zombie", "Wolf", "Demon", "Good", "Evil", "Sage", "Wild",
    "Vampire", "Knight", "Troll", "Champion", "Hydra", "Main", "Phase", "Start", "Battle", "End", "Swiss", "OR",
}  # fmt: skip
"""Capitalised words that are not, or not only, names of cards."""
_CARDS = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(CATALOGUE.names, key=len, reverse=True)))
_CAPITALISED = re.compile(r"(?<=[^.?!:] )[A-Z][\w-]*")


def test_capitalised_names_in_examples_are_cards_or_terms():
    unknown = [
        (rule.id, word)
        for book in RULEBOOKS.values()
        for rule in book.rules
        for example in rule.examples
        for word in _CAPITALISED.findall(_CARDS.sub("a card", example))
        if word not in WORDS
    ]
    assert unknown == []


def test_rules_that_need_one_have_an_example():
    """The printed document has an example at these; each has one of ours."""
    complete = RULEBOOKS["epic-complete"]
    printed = (
        "1.7.2", "1.8.3", "1.10.2", "2.1.4", "2.3.5a", "2.5.3", "2.7[2]", "3.2.2", "3.2.3c", "3.2.3d", "3.2.5b",
        "3.3.1", "3.4.1", "3.5.3", "4.4.6[2]", "4.4.11a", "5.0.3", "5.0.5", "5.4.3", "5.5.6", "5.6.2", "5.6.4",
        "5.10.2", "5.12.2", "5.12.3", "5.17.2", "5.18.3", "5.20.7", "5.21.4",
    )  # fmt: skip
    assert [rule for rule in printed if not complete.get(rule).examples] == []
