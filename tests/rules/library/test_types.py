"""Type checking of programs that use the library: misspelt names are reported, nothing is untyped."""

import os
import subprocess
import sys
from pathlib import Path

import rules
from tests.conftest import ROOT
from tests.rules.library.test_readme import PROGRAMS

PROGRAM = f"""
from rules import IllegalActionErorr
from rules import {", ".join(rules.__all__)}
import rules
rules.verdikt
card = GAMES["epic"].cards.card("Kong")
reveal_type(card)
reveal_type(card.name)
reveal_type(GAMES["epic"].formats["full-constructed"])
reveal_type(GAMES["epic"].rulebooks["epic-complete"].get("4.4.6").text)
reveal_type(deck("3 Kong").deck.cards())
reveal_type(game([None, None]).apply("Ben: keep"))
reveal_type(check(position(""), "Ben: keep"))
reveal_type(replay("").illegal)
reveal_type(Verdict.LEGAL)
reveal_type(next(game([parse_deck("30 Kong"), ["Kong"] * 30]).legal()).cards)
reveal_type(game([None, None]).undo())
game([None, None]).board()
game([None, None]).board(PUBLIC), game([None, None]).board(JUDGE), game([None, None]).board("Ben")
"""

REPORTED = """\
2: error: Module "rules" has no attribute "IllegalActionErorr"; maybe "IllegalActionError"?  [attr-defined]
5: error: Module has no attribute "verdikt"; maybe "verdict"?  [attr-defined]
7: note: Revealed type is "rules.decks.catalogue.DeckCard"
8: note: Revealed type is "str"
9: note: Revealed type is "rules.decks.formats.Format"
10: note: Revealed type is "str"
11: note: Revealed type is "typing.Iterator[rules.decks.catalogue.DeckCard]"
12: note: Revealed type is "tuple[rules.options.ReportedEvent, ...]"
13: note: Revealed type is "rules.options.Reasons"
14: note: Revealed type is "rules.judge.replay.verdict.Illegal | None"
15: note: Revealed type is "Literal[rules.judge.replay.verdict.Verdict.LEGAL]?"
16: note: Revealed type is "tuple[str, ...]"
17: note: Revealed type is "tuple[rules.actions.Action, ...]"
18: error: Missing positional argument "viewer" in call to "board" of "Table"  [call-arg]
"""


def test_type_checker_knows_every_name_and_no_other(tmp_path: Path) -> None:
    """The programs of the README are checked in the same run, and nothing is said of them."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    for name, text in PROGRAMS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary", "--no-color-output",
               "--cache-dir", str(tmp_path / "cache"), program.name, *PROGRAMS]  # fmt: skip
    environment = {**os.environ, "MYPYPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    # Releases of mypy differ in whether they tell where a type of Python's own is from.
    assert done.stdout.replace(f"{program.name}:", "").replace("builtins.", "") == REPORTED


def test_public_names_exist_and_misspelt_ones_do_not() -> None:
    assert [name for name in rules.__all__ if not hasattr(rules, name)] == []
    assert set(rules.__all__) <= set(dir(rules))
    assert not hasattr(rules, "IllegalActionErorr")
