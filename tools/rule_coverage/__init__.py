"""Coverage of rules by tests: build ``rules/epic/coverage.json``.

python -m tools.rule_coverage            write the table anew
python -m tools.rule_coverage --check    fail where the table is not what the tests give
python -m tools.rule_coverage --missing  list the rules that no test exercises
"""
