"""A pytest plugin that records the queries and the processor time of each test.

``-p tools.postgresql_subset.recorder`` writes one file for each process into the folder named by ``ASKED``.
"""

import json
import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from tools.postgresql_subset import strip_parameters

LONG: Final = 255
LARGE: Final = 2**31
_VALUES: Final = re.compile(r"\(%s(?:, %s)*\)(?:, \(%s(?:, %s)*\))*")
_NAMES: Final = re.compile(r"(?<=SAVEPOINT )\S+|_\d{6,}\w*")
_asked: dict[str, set[str]] = defaultdict(set)
_took: dict[str, float] = defaultdict(float)
_now: list[str] = [""]


def _value_traits(values: Any) -> str:
    """Return the traits of query values as letters."""
    if isinstance(values, dict):
        values = list(values.values())
    found = set()
    for value in values or ():
        if value is None:
            found.add("n")
        elif isinstance(value, str):
            marks = {"0": "\0" in value, "u": not value.isascii(), "l": len(value) > LONG}
            found |= {mark for mark, has in marks.items() if has}
        elif isinstance(value, int) and abs(value) >= LARGE:
            found.add("b")
    return "".join(sorted(found))


def query_kind(sql: str, values: Any, error: str) -> str:
    """Return the kind of a query: normalised SQL, traits of its values, error."""
    return f"{_NAMES.sub('?', _VALUES.sub('(%s)', sql))} | {_value_traits(values)} | {error}"


def _record_query(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    error = ""
    try:
        return execute(sql, params, many, context)
    except Exception as raised:
        error = type(raised).__name__
        raise
    finally:
        _asked[_now[0]].add(query_kind(str(sql), params[0] if many and params else params, error))


def _add_recorder(connection: BaseDatabaseWrapper, **_kwargs: object) -> None:
    """Record the queries of this connection; threads open their own connections."""
    if _record_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(_record_query)


def pytest_configure() -> None:
    """Start recording here, not on import: the tests of this module import it."""
    connection_created.connect(_add_recorder)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Record the queries and the processor time of a test."""
    _now[0] = strip_parameters(item.nodeid)
    _asked[_now[0]] |= set()
    begun = time.process_time()
    for connection in connections.all(initialized_only=True):
        _add_recorder(connection)
    done = yield
    _took[_now[0]] += time.process_time() - begun
    return done


def pytest_sessionfinish() -> None:
    """Write the recorded queries to a file."""
    process = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    records = {name: [_took[name], sorted(_asked[name])] for name in _took}
    Path(os.environ["ASKED"], f"{process}.json").write_text(json.dumps(records), encoding="utf-8")
