"""Prints how often the search finds the right rule first and among the first five, and how long a question takes.

Run with ``python -m tests.benchmarks.search_quality [--missed]``.

The lists are known to whoever tunes the search, so what it prints is better than what a new question meets. Measured
at first sight, each batch of ``unseen_questions`` and ``more_unseen_questions`` before anything was done about it, in
the order in which they were written (right rule first, among the first five):

==================================================  =====  =====  =====
batch                                               count  first  five
==================================================  =====  =====  =====
Complete Rules, short questions                       124   76 %   96 %
Complete Rules, terse questions                        60   72 %   97 %
Complete Rules, scenes told at the table               60   65 %   92 %
after improving by these: mixed questions              62   82 %   97 %
Complete Rules, curt questions                         60   67 %   97 %
after improving by these: plain questions              60   75 %   97 %
Complete Rules, in words of other games                60   75 %   93 %
after improving by these: asked in full                60   78 %   97 %
Rule Book, three batches                               87   82 %   97 %
a hundred as judges hear them (``hundred.toml``)      100   73 %   93 %
==================================================  =====  =====  =====

The second half of the hundred ("held") was never looked at while the search was tuned by the first ("tuned"): it tells
what a new question meets.
"""

import sys
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

from rules.epic.rulebooks import RULEBOOKS
from rules.search import rulebook_index
from tests.rules.search import more_unseen_questions as more_unseen
from tests.rules.search import unseen_questions as unseen
from tests.rules.search.questions import COMPLETE, RULEBOOK

HUNDRED: dict[str, dict[str, set[str]]] = {
    half: {question: set(right) for question, right in questions.items()}
    for half, questions in tomllib.loads(
        (Path(unseen.__file__).parent / "hundred.toml").read_text(encoding="utf-8")
    ).items()
}

LISTS: dict[str, tuple[str, dict[str, set[str]]]] = {
    "Complete Rules": ("epic-complete", COMPLETE),
    "Complete Rules, short": ("epic-complete", unseen.COMPLETE_SHORT),
    "Complete Rules, terse": ("epic-complete", unseen.COMPLETE_TERSE),
    "Complete Rules, scenes": ("epic-complete", more_unseen.COMPLETE_SCENES),
    "Complete Rules, mixed": ("epic-complete", more_unseen.COMPLETE_MIXED),
    "Complete Rules, curt": ("epic-complete", more_unseen.COMPLETE_CURT),
    "Complete Rules, plain": ("epic-complete", more_unseen.COMPLETE_PLAIN),
    "Complete Rules, foreign": ("epic-complete", more_unseen.COMPLETE_FOREIGN),
    "Complete Rules, judges": ("epic-complete", more_unseen.COMPLETE_JUDGES),
    "The hundred, tuned": ("epic-complete", HUNDRED["tuned"]),
    "The hundred, held": ("epic-complete", HUNDRED["held"]),
    "Rule Book": ("epic-rulebook", RULEBOOK),
    "Rule Book, short": ("epic-rulebook", unseen.RULEBOOK_SHORT),
}


class Quality(NamedTuple):
    """How well one document's questions are answered."""

    first: float
    top_five: float
    milliseconds: float
    missed: dict[str, list[str]]


def measure(slug: str, questions: dict[str, set[str]]) -> Quality:
    index = rulebook_index(RULEBOOKS[slug])
    first = top_five = 0
    missed: dict[str, list[str]] = {}
    started = time.perf_counter()
    for question, right in questions.items():
        found = [hit.id for hit in index.search(question, 5).hits]
        first += found[:1] != [] and found[0] in right
        top_five += bool(right & set(found))
        if found[:1] == [] or found[0] not in right:
            missed[question] = found
    spent = time.perf_counter() - started
    count = len(questions)
    return Quality(first / count, top_five / count, 1000 * spent / count, missed)


def main() -> None:
    for name, (slug, questions) in LISTS.items():
        quality = measure(slug, questions)
        sys.stdout.write(
            f"{name}: {len(questions)} questions, right rule first {quality.first:.1%}, "
            f"in the first five {quality.top_five:.1%}, {quality.milliseconds:.2f} ms each\n"
        )
        if "--missed" in sys.argv:
            for question, found in quality.missed.items():
                away = "" if questions[question] & set(found) else "  NOT IN FIVE"
                sys.stdout.write(f"  {question}: {', '.join(found)}{away}\n")


if __name__ == "__main__":
    main()
