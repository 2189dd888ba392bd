"""Stored results of mutation tests: equivalent mutants and killing tests."""

import json
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tools.mutants.generation import Key

EQUAL: Final = Path(__file__).with_name("equal.toml")
KILLED: Final = Path(__file__).with_name("killed.json")


@dataclass(frozen=True, slots=True)
class EquivalentMutant:
    """A mutant that no test can kill: its key, and why the game plays the same."""

    module: str
    function: str
    line: str
    change: str
    reason: str

    @property
    def key(self) -> Key:
        """The key of the mutant."""
        return (self.module, self.function, self.line, self.change)


def load_equivalent_mutants() -> list[EquivalentMutant]:
    """Return the equivalent mutants, each with the reason."""
    stored = tomllib.loads(EQUAL.read_text(encoding="utf-8"))
    return [
        EquivalentMutant(module, entry["function"], entry["line"], change, entry["reason"])
        for module, entries in stored.items()
        for entry in entries
        for change in ([entry["change"]] if isinstance(entry["change"], str) else entry["change"])
    ]


@dataclass(frozen=True, slots=True)
class FunctionResult:
    """Result of mutating one function.

    Attributes:
        code: fingerprint of its code at that time.
        killed: mutants that a test killed. equal: equivalent mutants. left: survivors.
        by: killing tests, ``path::name``: for each rule that the function cites the most specific ones.
    """

    code: str
    killed: int
    equal: int
    left: int
    by: tuple[str, ...]


def load_results() -> dict[str, FunctionResult]:
    """Return the stored result of each function, by ``module.function``."""
    stored = json.loads(KILLED.read_text(encoding="utf-8")) if KILLED.exists() else {}
    return {name: FunctionResult(**{**entry, "by": tuple(entry["by"])}) for name, entry in stored.items()}


def save_results(found: dict[str, FunctionResult]) -> None:
    """Write the results, one line for each function."""
    lines = [f"{json.dumps(name)}: {json.dumps(asdict(entry))}" for name, entry in sorted(found.items())]
    KILLED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
