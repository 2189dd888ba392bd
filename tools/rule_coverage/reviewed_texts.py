"""Lock of the rule texts: the hash of the reviewed text of each unit.

A changed text fails ``test_rules_were_read`` until someone has reviewed it and what cites it, and confirmed that with:

    python -m tools.rule_coverage.reviewed_texts 5.6.2 RB:end-phase
"""

import json
import sys
from pathlib import Path

from rules.epic.rulebooks import RULEBOOKS

LOCK = Path(__file__).with_name("read.json")


def current_hashes() -> dict[str, str]:
    """Return the hash of each unit's current text, by citation.

    Tournament procedure is omitted.
    """
    return {rule.id: rule.text_hash for book in RULEBOOKS.values() if not book.procedure for rule in book.units}


def reviewed_hashes() -> dict[str, str]:
    """Return the hash of each unit's text when it was last reviewed."""
    stored: dict[str, str] = json.loads(LOCK.read_text(encoding="utf-8"))
    return stored


def changed_rules() -> list[str]:
    """Return the units whose text is new, changed or removed since the last review."""
    now, read = current_hashes(), reviewed_hashes()
    return sorted(rule for rule in now.keys() | read.keys() if now.get(rule) != read.get(rule))


def main() -> None:
    """Mark the units named on the command line as reviewed."""
    now, read = current_hashes(), reviewed_hashes() if LOCK.exists() else {}
    unknown = [rule for rule in sys.argv[1:] if rule not in now and rule not in read]
    if unknown:
        sys.exit(f"no such unit: {', '.join(unknown)}")
    for rule in sys.argv[1:]:
        read.pop(rule, None)
        if rule in now:
            read[rule] = now[rule]
    LOCK.write_text(json.dumps(dict(sorted(read.items())), indent=0) + "\n", encoding="utf-8")
    print(f"{len(sys.argv) - 1} read; {len(changed_rules())} still to read: {' '.join(changed_rules()) or '-'}")


if __name__ == "__main__":
    main()
