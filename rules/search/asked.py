"""Questions known to be answered by a document, and how like them a new question is.

A collection of questions finds what words in common with the text do not: people ask in the words of people who asked
before. Likeness is the cosine of the two questions' stems, each weighed by its rarity (Salton and Buckley,
"Term-weighting approaches in automatic text retrieval", 1988).
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping


class AskedBefore:
    """The known questions of an index.

    Args:
        questions: for each the position of the document that answers it, and the worth of its stems.
    """

    def __init__(self, questions: Iterable[tuple[int, Mapping[str, float]]]) -> None:
        self._postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        self._answers: list[int] = []
        for answer, worth in questions:
            length = _length(worth)
            if length:
                for stem, value in worth.items():
                    self._postings[stem].append((len(self._answers), value / length))
                self._answers.append(answer)

    def likeness(self, worth: Mapping[str, float]) -> dict[int, float]:
        """Return, by position, how like a question is to the nearest one that the document answers: 0 to 1."""
        length = _length(worth)
        products: defaultdict[int, float] = defaultdict(float)
        for stem, value in worth.items():
            for question, share in self._postings.get(stem, ()):
                products[question] += share * value / length
        nearest: dict[int, float] = {}
        for question, product in products.items():
            answer = self._answers[question]
            nearest[answer] = max(nearest.get(answer, 0.0), product)
        return nearest


def _length(worth: Mapping[str, float]) -> float:
    return math.sqrt(sum(value * value for value in worth.values()))
