"""Report words of ``words.toml`` in code, messages and documentation.

Names, docstrings, comments and templates are checked too.

    python -m tools.vocabulary                  every occurrence that is not allowed; exit code 1 if there is one
    python -m tools.vocabulary --counts         occurrences by package
    python -m tools.vocabulary epic_events/web  only below these paths

First lines of docstrings that are longer than 80 characters are reported too. ``allowed.txt`` lists reviewed
exceptions: a path prefix, a tab, the word, a tab, the reason.
"""

import ast
import functools
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SCANNED = ("epic_events", "rules", "templates", "tests", "tools", "docs", "README.md", "CONTRIBUTING.md")
LIBRARY_AND_SITE = ("epic_events/", "rules/")
WITH_SHORT_FIRST_LINES = (*LIBRARY_AND_SITE, "tools/")
MAX_FIRST_LINE = 80
UNSCANNED = ("tools/vocabulary/", "epic_events/locale/", "epic_events/static/vendor/")


class Occurrence(NamedTuple):
    """A word that is not used, where it stands."""

    path: str
    line: int
    kind: str
    word: str
    context: str


def main(arguments: list[str]) -> int:
    """Print the occurrences or their counts; return the exit code."""
    paths = [argument for argument in arguments if not argument.startswith("-")] or list(SCANNED)
    occurrences = [each for each in find(paths) if not is_allowed(each)]
    if "--counts" in arguments:
        counts = Counter(("/".join(each.path.split("/")[:2]), each.kind) for each in occurrences)
        for (package, kind), count in sorted(counts.items()):
            print(f"{count:6} {kind:9} {package}")
        return 0
    for each in occurrences:
        place = f"{each.path}:{each.line}: {each.kind}: {each.context!r}"
        print(f"{place}: {each.word!r}; write {_replacement(each)}")
    if occurrences:
        print(f"{len(occurrences)} places to change; see CONTRIBUTING.md", file=sys.stderr)
    return int(bool(occurrences))


def _replacement(occurrence: Occurrence) -> str:
    if occurrence.kind == "docstring":
        return f"a sentence of at most {MAX_FIRST_LINE} characters, and the rest in a paragraph below"
    return vocabulary()[occurrence.kind][occurrence.word]


def find(paths: list[str]) -> Iterator[Occurrence]:
    """Yield every occurrence in the tracked files below some paths."""
    listed = subprocess.run(["git", "ls-files", *paths], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for path in listed.splitlines():
        file = ROOT / path
        if path.startswith(UNSCANNED) or "/migrations/" in path or not file.is_file():
            continue
        if path.endswith(".py"):
            source = file.read_text(encoding="utf-8")
            yield from _in_code(path, source)
            if path.startswith(WITH_SHORT_FIRST_LINES):
                for number, line in long_first_lines(source):
                    yield Occurrence(path, number, "docstring", "first line", line)
        elif path.endswith((".html", ".md", ".txt")) and not path.startswith(("rules/", "tests/")):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                yield from _in_text(path, number, line)


def _in_code(path: str, source: str) -> Iterator[Occurrence]:
    names: set[str] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT:
            yield from _in_text(path, line, token.string)
        elif token.type == tokenize.NAME and token.string not in names:
            names.add(token.string)  # a name is reported once a file
            yield from _in_name(path, line, token.string)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            if path.startswith("tests/") and node.col_offset and not node.value.endswith("."):
                continue  # texts that tests type or compare
            for offset, text in enumerate(node.value.splitlines()):
                yield from _in_text(path, node.lineno + offset, text)
        elif isinstance(node, ast.FunctionDef) and path.startswith(LIBRARY_AND_SITE):
            yield from _in_variables(path, node)


def long_first_lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield line number and text of each first line above ``MAX_FIRST_LINE``.

    They are first lines of the docstrings of modules, classes and functions.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        docstring = ast.get_docstring(node)
        if docstring is not None and len(first_line := docstring.partition("\n")[0]) > MAX_FIRST_LINE:
            yield node.body[0].lineno, first_line


def _in_variables(path: str, function: ast.FunctionDef) -> Iterator[Occurrence]:
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.id
        else:
            continue
        if name in vocabulary()["variables"]:
            yield Occurrence(path, node.lineno, "variables", name, f"{function.name}: {name}")


def _in_name(path: str, line: int, name: str) -> Iterator[Occurrence]:
    parts = {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
    for word in sorted(parts & vocabulary()["names"].keys()):
        yield Occurrence(path, line, "names", word, name)


def _in_text(path: str, line: int, text: str) -> Iterator[Occurrence]:
    for match in _pattern().finditer(text):
        yield Occurrence(path, line, "text", match[1].lower(), text.strip()[:100])


@functools.cache
def _pattern() -> re.Pattern[str]:
    words = "|".join(map(re.escape, sorted(vocabulary()["text"], key=len, reverse=True)))
    return re.compile(rf"(?<![\w`.-])({words})(?![\w`-])", re.IGNORECASE)


@functools.cache
def vocabulary() -> dict[str, dict[str, str]]:
    """Return the words by kind (``names``, ``variables``, ``text``).

    Each comes with what is written instead.
    """
    return tomllib.loads((HERE / "words.toml").read_text(encoding="utf-8"))


@functools.cache
def _allowed() -> list[tuple[str, str]]:
    lines = (HERE / "allowed.txt").read_text(encoding="utf-8").splitlines()
    return [(path, word) for path, word, _reason in (line.split("\t") for line in lines if "\t" in line)]


def is_allowed(occurrence: Occurrence) -> bool:
    """Return True if the reviewed list allows the word there."""
    return any(word == occurrence.word and occurrence.path.startswith(path) for path, word in _allowed())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
