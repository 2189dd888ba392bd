"""``make bench``: runs every measurement in this folder, one after the other, and prints their tables."""

import pkgutil
import runpy
import sys

from tools import benchmarks

for module in sorted(pkgutil.iter_modules(benchmarks.__path__), key=lambda found: found.name):
    if module.name not in {"__main__", "deeds", "growing", "plans"}:
        print(f"\n=== {module.name}", flush=True)
        runpy.run_module(f"tools.benchmarks.{module.name}", run_name="__main__")
sys.exit(0)
