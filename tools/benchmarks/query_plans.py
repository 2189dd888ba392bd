"""Query plans for ``growth``: slow statements, full scans, used indexes."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connection

from tools.benchmarks.growth import Cost

_READ_WHOLE = """
    SELECT relname, seq_scan, seq_tup_read, n_live_tup FROM pg_stat_user_tables
    WHERE n_live_tup > 1000 AND seq_scan > 0 ORDER BY seq_tup_read DESC LIMIT 10"""
_INDEXES = """
    SELECT s.relname, s.indexrelname, i.indisunique, pg_get_indexdef(i.indexrelid), pg_relation_size(i.indexrelid),
        EXISTS (
            SELECT FROM pg_constraint c WHERE c.conrelid = i.indrelid AND c.contype = 'f' AND c.conkey[1] = i.indkey[0]
                AND i.indpred IS NULL
        )
    FROM pg_stat_user_indexes s JOIN pg_index i USING (indexrelid) JOIN pg_stat_user_tables t ON t.relid = s.relid
    WHERE t.n_live_tup > 1000 ORDER BY 1, 2"""


def print_plans(costs: Mapping[str, Cost], most: int, width: int) -> None:
    """Print the slowest reads with their plans.

    On PostgreSQL also full scans and index use.
    """
    reads = [each for cost in costs.values() for each in cost.statements if each[1].startswith("SELECT")]
    print("\nThe slowest reads of the largest event:")
    for took, statement in sorted(reads, reverse=True)[:most]:
        print(f"\n{took * 1000:.0f} ms  {statement[:width]}")
        for line in _query(_explain("ANALYZE, BUFFERS, COSTS OFF, TIMING OFF", statement)):
            print(f"    {' '.join(map(str, line))[:width]}")
    if connection.vendor == "postgresql":
        _query("SELECT pg_stat_force_next_flush()")
        print("\nTables of more than 1,000 rows that were read whole: how often, rows read, rows there")
        for row in _query(_READ_WHOLE):
            print("   ", *row)
        _print_indexes(costs)


def _print_indexes(costs: Mapping[str, Cost]) -> None:
    """Print every index of the filled tables.

    The operations and pages that use it are listed.
    """
    served: dict[str, dict[str, None]] = {}
    for operation, cost in costs.items():
        for _took, statement in cost.statements:
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                [(plan,)] = _query(_explain("FORMAT JSON", statement))
                for index in _index_names(plan if isinstance(plan, list) else json.loads(plan)):
                    served.setdefault(index, {})[operation] = None
    print("\nIndexes of these: size, columns, and what asks for them")
    for table, name, unique, definition, size, of_parent in _query(_INDEXES):
        why = ["keeps unique"] * unique + ["found when its parent is removed"] * of_parent + [*served.get(name, ())]
        columns = definition.partition(" USING ")[2].partition("(")[2]
        print(f"    {table:24} {name:44} {size / 1e6:6.1f} MB  ({columns:60} {', '.join(why) or 'NOTHING HERE'}")


def _explain(options: str, statement: str) -> str:
    return (
        f"EXPLAIN ({options}) {statement}" if connection.vendor == "postgresql" else f"EXPLAIN QUERY PLAN {statement}"
    )


def _query(statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def _index_names(plan: object) -> Iterator[str]:
    if isinstance(plan, dict):
        if "Index Name" in plan:
            yield str(plan["Index Name"])
        for part in plan.values():
            yield from _index_names(part)
    elif isinstance(plan, list):
        for part in plan:
            yield from _index_names(part)
