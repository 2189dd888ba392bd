"""Words of the sentence grammar, which cannot be shortened card names."""

from typing import Final

from rules.epic.notation.sentences.vocabulary import FILLERS, NUMBERS, VERBS

GRAMMAR_WORDS: Final = frozenset(FILLERS).union(
    NUMBERS,
    {"with", "on", "onto", "at", "against", "to", "into", "in", "over", "for", "by", "of", "from", "and"},
    {"but", "or", "not", "no", "all", "both", "each", "every", "everything", "everyone", "it", "them", "him"},
    {"her", "he", "she", "they", "me", "i", "his", "its", "their", "the", "a", "an", "back", "hand", "face"},
    {"off", "up", "down", "out", "through", "as", "without", "using", "except", "target", "targets", "mode"},
    {"power", "ability", "effect", "loyalty", "tribute", "ally", "trigger", "turn", "end", "phase", "step"},
    {"health", "damage", "gold", "free", "block", "blocks", "blocker", "blockers", "attack", "attacks"},
    {"attacker", "attackers", "response", "responses", "then", "that", "which", "is", "are", "was", "were"},
    {"be", "gets", "got", "does", "did", "do", "has", "have", "x", "player", "opponent", "board", "table"},
    {"discard", "pile", "graveyard", "deck", "card", "cards", "champion", "champions", "token", "tokens"},
    {"while", "after", "before", "during", "when", "until", "instead", "unless", "only", "just", "this"},
    {"these", "those"},
)  # fmt: skip
"""Words of the grammar that are not abbreviations of card names."""


VERB_WORDS: Final = frozenset(word for forms in VERBS.values() for form in forms for word in form.split())
"""Words of all forms of all verbs."""
