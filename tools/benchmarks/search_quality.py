"""Measure how often the search finds the right rule, and its speed.

Run with ``python -m tools.benchmarks.search_quality [--missed]``.

The search was tuned with these lists, so results for new questions are worse. Results of each batch of
``unseen_questions`` and ``more_unseen_questions`` before tuning with it, in the order in which they were written (right
rule first, among the first five):

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
at the table (``table_talk.toml``), three documents   226   69 %   91 %
rules drawn by lot (``drawn_rules.toml``)              60   83 %   98 %
Champions, rules drawn by lot (``unseen.toml``)        70   59 %   90 %
after improving by these: drawn again                  66   68 %   86 %
after improving by these: drawn a third time           63   73 %   90 %
after improving by these: asked in whole sentences    100   83 %   96 %
five documents, from print (``from_print.toml``)      284   90 %  100 %
five documents, drawn from print                      104   80 %   97 %
==================================================  =====  =====  =====

The second half of the hundred ("held") was not used for tuning, unlike the first ("tuned"): it estimates the results
for new questions. So does "held" of the questions asked at the table (``table_talk.toml``), and so do all the
questions to rules drawn by lot and those written from print.
"""

import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from rules.search import rulebook_index
from tests.rules.rulebooks.printed_hashes import RULEBOOKS
from tests.rules.search import more_unseen_questions as more_unseen
from tests.rules.search import unseen_questions as unseen
from tests.rules.search.questions import COMPLETE, RULEBOOK

FOLDER = Path(unseen.__file__).parent
MAX_RESULTS = 20
"""Number of results that are examined."""


def _read(table: dict[str, list[str]]) -> dict[str, set[str]]:
    return {question: set(right) for question, right in table.items()}


HUNDRED = {half: _read(table) for half, table in tomllib.loads((FOLDER / "hundred.toml").read_text("utf-8")).items()}
TABLE_TALK = {
    half: {slug: _read(halves[half]) for slug, halves in books.items()}
    for books in [tomllib.loads((FOLDER / "table_talk.toml").read_text("utf-8"))]
    for half in ("dev", "held")
}
"""The questions asked at the table, by half and document."""
DRAWN = {slug: _read(table) for slug, table in tomllib.loads((FOLDER / "drawn_rules.toml").read_text("utf-8")).items()}
"""The questions to rules that were drawn, by document."""
FROM_PRINT = {
    (part, slug): _read(table)
    for part, books in tomllib.loads((FOLDER / "from_print.toml").read_text("utf-8")).items()
    for slug, table in books.items()
}
"""The questions written from the printed documents, by part and document."""
GAMES = FOLDER.parent


def _of_hex() -> dict[str, tuple[str, dict[str, set[str]]]]:
    """Return the lists of the HEX documents.

    Fifty in two halves by document, then batches, each by document.
    """
    fifty = tomllib.loads((GAMES / "hex" / "questions.toml").read_text("utf-8"))
    found = {
        f"{slug}, {'tuned' if half == 'dev' else half}": (slug, _read(table))
        for slug, halves in fifty.items()
        for half, table in halves.items()
    }
    batches = tomllib.loads((GAMES / "hex" / "unseen.toml").read_text("utf-8"))
    for batch, books in batches.items():
        found |= {f"{slug}, {batch} batch": (slug, _read(table)) for slug, table in books.items()}
    return found


def _of_one(folder: str, slug: str, prefix: str, file: str = "questions") -> dict[str, tuple[str, dict[str, set[str]]]]:
    """Return the lists of a game with one document.

    Its questions name its units without their prefix.
    """
    parts = tomllib.loads((GAMES / folder / f"{file}.toml").read_text("utf-8"))
    named = slug if file == "questions" else f"{slug} {file}"
    return {
        f"{named}, {part}": (slug, {asked: {f"{prefix}{unit}" for unit in right} for asked, right in table.items()})
        for part, table in parts.items()
    }


OTHER_GAMES = {
    **_of_hex(),
    **_of_one("epic_tcg", "epic-tcg", "TCG:"),
    **_of_one("champions", "aos-champions", "CH:"),
    **_of_one("champions", "aos-champions", "CH:", "unseen"),
}
"""The questions to the documents of the games other than Epic, by list: the document and its questions."""

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
    **{
        f"At the table, {half}, {slug}": (slug, questions)
        for half, books in TABLE_TALK.items()
        for slug, questions in books.items()
    },
    **{f"Drawn rules, held, {slug}": (slug, questions) for slug, questions in DRAWN.items()},
    **{f"From print, held, {part}, {slug}": (slug, questions) for (part, slug), questions in FROM_PRINT.items()},
    **OTHER_GAMES,
}


class Quality(NamedTuple):
    """Search quality for a list of questions.

    Attributes:
        asked: number of questions.
        first: share of questions whose first result is right.
        top_five: share with a right result among the first five.
        reciprocal: mean reciprocal rank of the first right result.
        milliseconds: time per question.
        missed: the first five results of each question whose first result is wrong.
    """

    asked: int
    first: float
    top_five: float
    reciprocal: float
    milliseconds: float
    missed: dict[str, list[str]]


def measure(slug: str, questions: dict[str, set[str]]) -> Quality:
    """Search one document for each question; any of its rules counts as right."""
    index = rulebook_index(RULEBOOKS[slug])
    ranks: list[int | None] = []
    missed: dict[str, list[str]] = {}
    started = time.perf_counter()
    for question, right in questions.items():
        found = [hit.id for hit in index.search(question, MAX_RESULTS).hits]
        ranks.append(next((rank for rank, rule in enumerate(found, start=1) if rule in right), None))
        if ranks[-1] != 1:
            missed[question] = found[:5]
    spent = time.perf_counter() - started
    count = len(questions)
    return Quality(
        count,
        sum(rank == 1 for rank in ranks) / count,
        sum(rank is not None and rank <= 5 for rank in ranks) / count,
        sum(1 / rank for rank in ranks if rank is not None) / count,
        1000 * spent / count,
        missed,
    )


def pool(measured: Iterable[Quality]) -> Quality:
    """Return the weighted mean of several measurements."""
    parts = list(measured)
    asked = sum(part.asked for part in parts)

    def mean(figure: Callable[[Quality], float]) -> float:
        return sum(part.asked * figure(part) for part in parts) / asked

    return Quality(
        asked,
        mean(lambda part: part.first),
        mean(lambda part: part.top_five),
        mean(lambda part: part.reciprocal),
        mean(lambda part: part.milliseconds),
        {question: found for part in parts for question, found in part.missed.items()},
    )


def measure_table_talk(half: str) -> Quality:
    """Return the quality for one half of ``table_talk.toml``, over all documents."""
    return pool(measure(slug, questions) for slug, questions in TABLE_TALK[half].items())


def by_document(measured: Mapping[str, Quality]) -> dict[str, Quality]:
    """Return the pooled measurements of each document, by slug.

    Args:
        measured: measurements by the name of the list.
    """
    found: dict[str, list[Quality]] = {}
    for name, quality in measured.items():
        found.setdefault(LISTS[name][0], []).append(quality)
    return {slug: pool(qualities) for slug, qualities in found.items()}


def _format_quality(name: str, quality: Quality) -> str:
    return (
        f"{name}: {quality.asked} questions, right rule first {quality.first:.1%}, "
        f"in the first five {quality.top_five:.1%}, MRR {quality.reciprocal:.3f}, "
        f"{quality.milliseconds:.2f} ms each\n"
    )


def main() -> None:
    measured: dict[str, Quality] = {}
    for name, (slug, questions) in LISTS.items():
        quality = measured[name] = measure(slug, questions)
        sys.stdout.write(_format_quality(name, quality))
        if "--missed" in sys.argv and "held" not in name:
            for question, found in quality.missed.items():
                away = "" if questions[question] & set(found) else "  NOT IN FIVE"
                sys.stdout.write(f"  {question}: {', '.join(found)}{away}\n")
    sys.stdout.write("\nAll lists of a document\n")
    for slug, quality in by_document(measured).items():
        sys.stdout.write(_format_quality(f"{slug} ({RULEBOOKS[slug].game})", quality))


if __name__ == "__main__":
    main()
