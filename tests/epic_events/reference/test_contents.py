"""Contents of a document, and the section of a rule."""

from epic_events.reference.views import _surroundings, _titled_children
from rules.epic.rulebooks import RULEBOOKS as EPIC
from rules.hex.rulebooks import RULEBOOKS as HEX

FOOTNOTED = HEX["hex"]
NUMBERED = EPIC["epic-complete"]


def titles(book, chapter):
    return [title.heading for title in _titled_children(book, book.get(chapter))]


def around(book, unit):
    return [line.rule.id for line in _surroundings(book, book.get(unit), {unit})]


def test_contents_list_titles_with_and_without_numbers():
    assert titles(FOOTNOTED, "UR:card-parts") == ["Cost", "Defense", "Threshold"]
    assert titles(FOOTNOTED, "UR:zones") == ["Deck", "Underground"]
    assert titles(NUMBERED, "4") == ["Initiative", "Start Phase", "Main Phase", "Battle Phase", "End Phase"]


def test_rule_context_is_its_whole_section():
    defense = ["UR:card-parts/defense", "UR:2", "UR:3", "UR:4", "UR:5"]
    assert around(FOOTNOTED, "UR:4") == defense
    assert around(FOOTNOTED, "UR:card-parts/defense") == defense
    assert around(FOOTNOTED, "UR:2") == ["UR:2", "UR:3"]


def test_rule_context_directly_below_chapter_includes_titles():
    zones = ["UR:zones", "UR:239", "UR:240", "UR:241", "UR:zones/deck", "UR:zones/underground"]
    assert around(FOOTNOTED, "UR:240") == zones
    assert around(NUMBERED, "4.0") == ["4", "4.0", "4.1", "4.2", "4.3", "4.4", "4.5"]
