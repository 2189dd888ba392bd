"""Run every benchmark of this package and print their tables (``make bench``).

One after the other.
"""

import pkgutil
import subprocess
import sys
from collections.abc import Iterator

from tools import benchmarks

HELPERS = frozenset({"__main__", "engines", "event_costs", "query_plans"})
"""Modules of the package that are imported by benchmarks and measure nothing themselves."""


def benchmark_names() -> Iterator[str]:
    """Yield the names of the benchmark modules in alphabetical order."""
    names = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return (name for name in sorted(names) if name not in HELPERS)


def main() -> int:
    """Run the benchmarks and return 1 if one of them failed."""
    failed = []
    for name in benchmark_names():
        print(f"\n=== {name}", flush=True)
        # Each in a process of its own: Django reads its settings once per process, and each benchmark points them to a
        # temporary database that is deleted when it ends.
        done = subprocess.run([sys.executable, "-m", f"tools.benchmarks.{name}"], check=False)
        if done.returncode:
            failed.append(name)
    if failed:
        print(f"\n=== FAILED: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
