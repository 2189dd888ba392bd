"""Search from several threads after a cold start equals search from one."""

import json
import subprocess
import sys

import pytest

from rules.epic.rulebooks import RULEBOOKS
from rules.search import rulebook_index
from tests.conftest import ROOT
from tools.benchmarks.search_quality import LISTS

THREADS = 24
ALL_AT_ONCE = """
import json, sys, threading
from rules.epic.rulebooks import RULEBOOKS
from rules.search import rulebook_index

sys.setswitchinterval(1e-5)  # seconds; threads take turns in the middle of everything
questions = json.load(sys.stdin)
start = threading.Barrier(len(questions))
answers = [None] * len(questions)

def ask(at):
    start.wait()
    index = rulebook_index(RULEBOOKS["epic-complete"])
    answers[at] = [[hit.id for hit in index.search(question, 5).hits] for question in questions[at]]

threads = [threading.Thread(target=ask, args=(at,)) for at in range(len(questions))]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps(answers))
"""


@pytest.mark.parametrize("start", range(2))
def test_search_first_used_by_concurrent_threads_equals_single(start):
    asked = sorted(
        {question for slug, questions in LISTS.values() if slug == "epic-complete" for question in questions}
    )
    mine = [asked[at + start :: 3 * THREADS] for at in range(THREADS)]
    done = subprocess.run(
        [sys.executable, "-c", ALL_AT_ONCE],
        input=json.dumps(mine),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.stderr == ""
    index = rulebook_index(RULEBOOKS["epic-complete"])
    assert json.loads(done.stdout) == [[[hit.id for hit in index.search(one, 5).hits] for one in part] for part in mine]
