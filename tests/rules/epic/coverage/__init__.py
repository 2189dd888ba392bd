"""Which tests exercise which rule: the table behind ``rules/epic/coverage.json``, made by running the tests.

python -m tests.rules.epic.coverage            write the table anew
python -m tests.rules.epic.coverage --check    fail where the table is not what the tests give
python -m tests.rules.epic.coverage --missing  list the rules that no test exercises
"""
