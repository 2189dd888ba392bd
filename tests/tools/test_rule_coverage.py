"""Coverage table of the rules and the lock on their texts."""

from rules.epic.coverage import NOT_FOR_AN_ENGINE, coverage
from rules.epic.interpretations import INTERPRETATIONS
from tests.rules.epic.scenarios.claims import ROOT, claims
from tools.rule_coverage.reviewed_texts import changed_rules, current_hashes


def test_rule_texts_match_the_reviewed_versions() -> None:
    assert changed_rules() == [], (
        "read them again, look at what cites them, then: python -m tools.rule_coverage.reviewed_texts"
    )


def test_coverage_table_lists_every_unit_and_interpretation() -> None:
    assert set(coverage()) == {*current_hashes(), *INTERPRETATIONS}


def test_coverage_table_names_existing_tests() -> None:
    listed = {test for entry in coverage().values() for test in entry.tests}
    sources = {path: (ROOT / path).read_text(encoding="utf-8") for path in {test.partition("::")[0] for test in listed}}
    gone = {test for test in listed if not _holds(sources[test.partition("::")[0]], test.partition("::")[2])}
    assert gone == set()


def _holds(source: str, name: str) -> bool:
    return f"def {name}(" in source or f"class {name}:" in source


def test_rules_that_tests_claim_exist() -> None:
    assert {rule for _, rule in claims("shows")} <= {*current_hashes(), *INTERPRETATIONS}


def test_exemptions_are_few_and_name_existing_units() -> None:
    assert set(NOT_FOR_AN_ENGINE) <= set(current_hashes())
    assert len(NOT_FOR_AN_ENGINE) <= 6
