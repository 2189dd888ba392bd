"""Comparison of accepted writes with stored rows, retries, and limits of the fault tool."""

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from tools.faults.comparison import PROBLEMS, compare
from tools.faults.limits import StuckError, limit
from tools.faults.loss import Loss
from tools.faults.site import Site
from tools.faults.writers import Request, Response, Write, Writers, persist

if TYPE_CHECKING:
    from tools.faults.stored import Rows

NOTHING = Request("/", {}, b"")


def write(key: str, *, accepted: bool = True) -> Write:
    return Write("call", (key,), NOTHING, {"reason": key}, accepted=1.0 if accepted else None)


def row(key: str) -> dict[str, object]:
    return {"reason": key, "table": 3}


def test_compare_accepted_writes_with_stored_rows_returns_differences() -> None:
    sent = [write(key) for key in ("kept", "lost", "twice", "changed")]
    sent += [write("unknown", accepted=False), write("half", accepted=False)]
    stored: Rows = {
        ("kept",): [row("kept")], ("twice",): [row("twice"), row("twice")], ("changed",): [row("x")],
        ("half",): [row("")], ("another's",): [row("")],
    }  # fmt: skip
    found = compare(sent, {"the database": {"call": stored}})
    counts = found.counts["", "call"]
    assert (counts.acknowledged, counts.found) == (4, 1)
    assert [counts.problems[name] for name in PROBLEMS] == [2, 1, 1]
    assert found.messages == [
        "call ('lost',) is missing in the database",
        "call ('twice',) is doubled in the database",
        "call ('changed',) is different in the database: reason is 'x', not 'changed'",
        "call ('half',) is different in the database: reason is '', not 'half'",
        'call ("another\'s",) in the database was never sent',
    ]


def test_page_without_the_write_is_a_difference() -> None:
    found = compare([write("a")], {"the database": {"call": {("a",): [row("a")]}}}, lambda _write: "/x/ without a")
    assert found.messages == ["call ('a',) is different on page /x/ without a"]


def test_write_is_retried_until_it_gets_a_final_answer() -> None:
    sent = write("a", accepted=False)
    answers = iter([Response(status) for status in (0, 503, 500, 409)] + [Response(201, {"id": 1}), Response(201)])
    persist(sent, lambda: next(answers), patience=60, again=0)
    assert (sent.accepted is not None, sent.cut_off, sent.later, sent.refused) == (True, 1, 2, [500])
    assert (sent.answer, list(answers)) == ({"id": 1}, [Response(201)])


def test_refused_write_is_not_retried() -> None:
    sent = write("a", accepted=False)
    answers = iter([Response(400), Response(201)])
    persist(sent, lambda: next(answers), patience=60, again=0)
    assert (sent.accepted, sent.refused, list(answers)) == (None, [400], [Response(201)])


def test_planted_loss_drops_one_in_twenty_of_its_kind() -> None:
    loss = Loss("call")
    dropped = [loss.drops("call") for _each in range(60)]
    assert (sum(dropped), loss.dropped, loss.drops("list")) == (3, 3, False)


def test_step_beyond_its_limit_ends_with_its_name() -> None:
    with pytest.raises(StuckError, match="stopping PostgreSQL took longer than 0 s"):  # noqa: SIM117
        with limit("the run", 60), limit("stopping PostgreSQL", 0.05):
            time.sleep(60)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_outer_limit_continues_after_inner_one() -> None:
    with limit("the run", 0.1):
        with limit("a step", 60):
            pass
        with pytest.raises(StuckError, match="the run"):
            time.sleep(60)


def test_clients_without_response_do_not_hold_up_an_error() -> None:
    writers = Writers(lambda _request: Response(0), iter([write("a", accepted=False)]), rate=9, clients=1, loss=Loss())
    with pytest.raises(KeyboardInterrupt), writers.running():
        raise KeyboardInterrupt
    assert writers.writes == [] or writers.writes[0].accepted is None


def test_site_that_does_not_end_is_killed_by_name(tmp_path: Any, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr("tools.faults.site.GRACE", 0.2)
    site = Site(tmp_path / "log", {})
    stubborn = "import signal, time; signal.signal(2, signal.SIG_IGN); print(1, flush=True); time.sleep(60)"
    site._process = subprocess.Popen([sys.executable, "-c", stubborn], stdout=subprocess.PIPE)
    assert site._process.stdout is not None
    site._process.stdout.readline()
    site.stop()
    site._process.stdout.close()
    assert site._process.returncode == -signal.SIGKILL
    assert "did not end within 0.2 s and was killed" in capsys.readouterr().out
