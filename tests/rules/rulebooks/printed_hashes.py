"""Stores the hashes of the printed documents that ours restate: ``python -m tests.rules.rulebooks.printed_hashes``."""

import json
from pathlib import Path

from rules.champions import rulebooks as champions
from rules.epic import rulebooks as epic
from rules.epic_tcg import rulebooks as epic_tcg
from rules.hex import rulebooks as hex_game
from rules.rulebooks.importer import get_profile, import_document
from tests.conftest import ROOT, SHARED_DIR

RULEBOOKS = {**epic.RULEBOOKS, **epic_tcg.RULEBOOKS, **champions.RULEBOOKS, **hex_game.RULEBOOKS}
"""Every document of ours, by slug."""
PRINTED = {
    "epic-complete": ("000", "epic/rulebooks/complete"),
    "epic-rulebook": ("001", "epic/rulebooks/rulebook"),
    "epic-tcg": ("003", "epic_tcg/rulebooks/rulebook"),
    "aos-champions": ("004", "champions/rulebooks/comprehensive"),
    "hex": ("002", "hex/rulebooks/unofficial"),
}
"""How the file of each printed document begins, and the folder of ours, by slug."""


def printed_hashes(shared_dir: Path, slug: str) -> dict[str, str]:
    """Return the hash of the words of each printed unit that has any and that ours restates, by citation."""
    source = next((shared_dir / "seeds").glob(f"{PRINTED[slug][0]}*")).read_bytes()
    units = import_document(source, get_profile(slug)).units
    return {unit.id: unit.words_hash for unit in units if unit.words_hash and unit.id in RULEBOOKS[slug]}


def main() -> None:
    """Store the hashes next to our documents."""
    for slug, (_start, folder) in PRINTED.items():
        stored = json.dumps(printed_hashes(SHARED_DIR, slug), indent=0)
        (ROOT / "rules" / folder / "printed.json").write_text(stored + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
