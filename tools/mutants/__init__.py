"""Mutation tests of the engine: which tests fail when a rule is broken.

python -m tools.mutants battle board/damage   mutate this package and this module, print the survivors
python -m tools.mutants board/damage.settle   one function
python -m tools.mutants                 mutate all modules with rules of the game (many minutes)
python -m tools.mutants --changed       only functions that have changed or had survivors
python -m tools.mutants --equal         mutants listed as equivalent: no test may fail

A mutant is killed when a test fails or times out. Equivalent mutants, which no test can kill, are listed with a reason
in ``equal.toml``. The tests that killed the mutants of each function are stored in ``killed.json``; ``python -m
tools.rule_coverage`` reads them to find the tests that fail when a rule is broken.
"""
