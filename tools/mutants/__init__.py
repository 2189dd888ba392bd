"""Mutation tests of the engine: which tests fail when a rule is broken.

python -m tools.mutants battle board/damage   break this room and this module, print what survives
python -m tools.mutants board/damage.settle   one function
python -m tools.mutants                 break all that hold rules of play (many minutes)
python -m tools.mutants --changed       only functions that have changed since, or of which some survived
python -m tools.mutants --equal         break what is listed as equal in effect: no test may notice it

A mutant is killed when a test fails or takes too long. One that no test can kill, since the game plays the same, is
listed with its reason in ``load_equivalent_mutants.toml``. Which tests killed the mutants of each function is kept in ``killed.json``,
from which ``python -m tools.rule_coverage`` takes the tests that fail when a rule is broken.
"""
