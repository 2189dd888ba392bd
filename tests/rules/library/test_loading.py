"""The library is loaded lazily and safely from several threads."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

ALONE = """
import sys
import rules
print(sorted(name for name in sys.modules if name.startswith("rules.") or name == "lark"))
"""

THREADS = """
import threading
import rules
together, told = threading.Barrier(8), []
def play():
    together.wait()
    table = rules.game([["Kong"] * 30] * 2)
    table.apply("Ben: keep")
    told.append(rules.verdict(table.record()) is rules.Verdict.LEGAL)
threads = [threading.Thread(target=play) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(told)
"""


REPLAYED = """
import contextlib, io, sys
from rules.__main__ import main
with contextlib.redirect_stdout(io.StringIO()):
    main(["replay", "fixtures/records/plain-breakthrough.rec"])
"""
UNWANTED = ("rules.champions", "rules.epic_tcg", "rules.hex", "rules.card_search", "rules.epic.formats")


def printed(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout + done.stderr


def test_library_loads_nothing_before_first_use():
    assert printed(ALONE) == "['rules.lazy_imports']\n", "what loads them when they are asked for, and nothing else"


def test_replay_loads_one_game_without_search_and_decks():
    program = f"{REPLAYED}\nprint(sorted(name for name in {UNWANTED} if name in sys.modules))"
    assert printed(program) == "[]\n"


def test_replay_of_plain_record_loads_neither_grammar_nor_deck_parser(tmp_path: Path):
    record = tmp_path / "plain.rec"
    record.write_text("Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\nPlays\nBen: keep\n")
    program = REPLAYED.replace("fixtures/records/plain-breakthrough.rec", str(record))
    unwanted = ("lark", "logging", "rules.decks.parser")
    assert printed(f"{program}\nprint(sorted(name for name in {unwanted} if name in sys.modules))") == "[]\n"


def test_library_first_used_by_concurrent_threads_works():
    assert printed(THREADS) == f"{[True] * 8}\n"
