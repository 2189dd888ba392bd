"""What the words of a question mean, where the documents say it otherwise."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """Phrases of questions and what is searched for.

    Attributes:
        synonyms: pairs of a phrase and what the documents call it; the answer says that it was read so.
        paraphrases: pairs of a plain phrase and words to search for beside it, without a word about it.
        in_context: a phrase, words of which one has to stand in the same question, and the words to search for then,
            instead of what the phrase means elsewhere ("die" beside "roll").
    """

    synonyms: tuple[tuple[str, str], ...] = ()
    paraphrases: tuple[tuple[str, str], ...] = ()
    in_context: tuple[tuple[str, str, str], ...] = ()
