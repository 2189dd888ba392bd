"""Loaded data is frozen for the garbage collector."""

import gc
import subprocess
import sys

import pytest

from epic_events.infra.processes import without_collection

READY = {
    "a web process": "import epic_events.wsgi",
    "a worker": (
        "from celery import signals; from epic_events.celery import app; import django; django.setup(); "
        "signals.worker_init.send(sender=None)"
    ),
}
REPORT = (
    "; import gc, sys; print(*gc.get_threshold()[:1], 'rules.epic.engine' in sys.modules,"
    " 'rules.champions.engine' in sys.modules, gc.get_freeze_count() > 10 * len(gc.get_objects()))"
)


@pytest.mark.parametrize("process", READY)
def test_garbage_collector_freezes_loaded_games(process: str) -> None:
    output = subprocess.run([sys.executable, "-c", READY[process] + REPORT], check=True, capture_output=True, text=True)
    assert output.stdout.splitlines()[-1] == "50000 True True True"


def test_web_process_builds_api_schema_before_serving() -> None:
    output = (
        "; from epic_events.api import accepted_fields; print(accepted_fields._load_accepted.cache_info().currsize)"
    )
    command = [sys.executable, "-c", READY["a web process"] + output]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1] == "1"


def test_command_exits_without_collecting_loaded_games() -> None:
    last = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 100 * len(gc.get_objects())))"
    command = f"{last}; import sys, manage; sys.argv = ['manage.py', 'check']; manage.main()"
    output = subprocess.run([sys.executable, "-c", command], check=True, capture_output=True, text=True)
    assert output.stdout.splitlines()[-1] == "True"


def test_without_collection_pauses_the_collector() -> None:
    with without_collection():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_without_collection_and_an_error_resumes_the_collector() -> None:
    with pytest.raises(ZeroDivisionError), without_collection():
        raise ZeroDivisionError
    assert gc.isenabled()


def test_without_collection_inside_another_leaves_the_collector_paused() -> None:
    with without_collection():
        with without_collection():
            pass
        assert not gc.isenabled()
