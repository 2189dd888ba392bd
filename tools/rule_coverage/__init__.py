"""Coverage of rules by tests: build ``rules/epic/coverage.json``.

python -m tools.rule_coverage            write the table
python -m tools.rule_coverage --check    fail if the table is out of date
python -m tools.rule_coverage --missing  list the rules that no test exercises
"""
