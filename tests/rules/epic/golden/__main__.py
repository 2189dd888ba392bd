"""Rewrite the golden playthroughs."""

import argparse

from tests.rules.epic.golden.playthroughs import FOLDER, answers_of, goldens, stored_answers, written

parser = argparse.ArgumentParser(prog="python -m tests.rules.epic.golden", description=__doc__)
parser.add_argument("--play", action="store_true", help="play other games instead of the answers that are kept")
options = parser.parse_args()
FOLDER.mkdir(exist_ok=True)
for golden in goldens():
    answers = answers_of(golden) if options.play or not golden.path.exists() else stored_answers(golden)
    golden.path.write_text(written(golden, answers), encoding="utf-8")
    print(f"{golden.name}: {len(answers)} answers")
