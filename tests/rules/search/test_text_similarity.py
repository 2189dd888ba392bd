"""Text similarity: equal subjects are similar, shared everyday words are not enough."""

import pytest

from rules.games import EPIC
from rules.search.text_similarity import TextSimilarity

OF_EPIC = TextSimilarity(unit.text for book in EPIC.rulebooks.values() for unit in book.units)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("May Kong attack while deploying?", "Kong attacks only when it is not deploying."),
        ("Can a deploying champion block?", "A deploying champion may block."),
        ("graveyard", "Yes, and from the graveyard too."),
        ("Is tribute optional?", "Tribute is not optional: it has to be carried out."),
    ],
)
def test_texts_about_same_subject_are_similar(one: str, other: str) -> None:
    assert OF_EPIC.is_similar(one, other)
    assert OF_EPIC.is_similar(other, "zebra", one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("May Kong attack while deploying?", "A player who attacks has to name the champion and the player."),
        ("Was the block legal? Ben's Palace Guard may block: it is prepared.", "The player draws one card too many."),
        ("Recycle two cards from the discard pile", "A champion in the discard pile goes back to its owner."),
        ("zebra", "A champion attacks."),
        ("", "A champion attacks."),
    ],
)
def test_texts_sharing_everyday_words_are_not_similar(one: str, other: str) -> None:
    assert not OF_EPIC.is_similar(one, other)


def test_similarity_is_symmetric_and_1_for_equal_words() -> None:
    one, other = "Kong breaks two champions.", "Two champions break."
    assert OF_EPIC.score(one, other) == pytest.approx(OF_EPIC.score(other, one))
    assert OF_EPIC.score(one, one) == pytest.approx(1)


def test_rulings_on_different_subjects_are_not_similar() -> None:
    rulings = list(EPIC.precedents.values())
    pairs = [
        (one.id, other.id)
        for one in rulings
        for other in rulings
        if one.id < other.id and OF_EPIC.is_similar(f"{one.title} {one.question}", f"{other.title} {other.question}")
    ]
    assert len(pairs) <= len(rulings) // 4
