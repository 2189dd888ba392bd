"""HEX documents: complete, consistent, linked to their interpretations, in our own words."""

import re
from collections import Counter
from pathlib import Path

import pytest

from rules.hex.cards import CATALOGUE
from rules.hex.interpretations import INTERPRETATIONS
from rules.hex.interpretations.versions import VERSIONS
from rules.hex.rulebooks import RULEBOOKS
from rules.rulebooks import Kind, Rulebook
from rules.rulebooks.importer import get_profile, import_document
from tests.rules.rulebooks.copied_texts import copied, printed, texts_of

UNOFFICIAL = RULEBOOKS["hex"]
BASICS = RULEBOOKS["hex-basics"]
BOTH = pytest.mark.parametrize("book", RULEBOOKS.values(), ids=lambda book: book.slug)
PRINTED_NUMBERS = [str(number) for number in range(1, 244) if number not in (120, 121, 122)]
LATER_SETS = [
    15, 16, 23, 26, 88, 117, *range(139, 151), 156, *range(159, 166), *range(188, 191), *range(196, 199),
    *range(201, 211), *range(236, 239),
]  # fmt: skip
"""What no card of the first two sets can reach."""


def test_unofficial_rulebook_is_complete():
    assert [rule.number for rule in UNOFFICIAL.units] == PRINTED_NUMBERS
    assert {rule.printed for rule in UNOFFICIAL.units} == {f"[{number}]" for number in PRINTED_NUMBERS}
    assert {rule.kind for rule in UNOFFICIAL.units} == {Kind.RULE}
    within = [
        (section.heading, [int(rule.number) for rule in UNOFFICIAL.subtree(section) if rule.number])
        for section in UNOFFICIAL.sections
    ]
    assert [(heading, numbers[0], numbers[-1]) for heading, numbers in within] == [
        ("Card Parts", 1, 6),
        ("Card Types", 7, 15),
        ("Game Concepts", 16, 136),
        ("Additional Concepts", 137, 138),
        ("Keywords", 139, 238),
        ("Zones", 239, 243),
    ]


def test_basics_are_complete():
    assert [(section.number, len(BASICS.children(section))) for section in BASICS.sections] == [
        ("1", 6), ("2", 6), ("3", 12), ("4", 6), ("5", 5), ("6", 4), ("7", 2),
    ]  # fmt: skip
    assert len(BASICS.units) == 41


@BOTH
def test_rules_all_have_text(book: Rulebook):
    assert [rule.id for rule in book.units if not rule.text] == []


def test_related_rules_are_linked():
    """The rulebook refers to nothing by number; these name each other's subject."""
    links = {
        rule.number: {found.target.number for found in UNOFFICIAL.references(rule.text) if found.target}
        for rule in UNOFFICIAL.units
    }
    pairs = (
        (49, 56), (60, 227), (62, 168), (66, 95), (85, 39), (86, 99), (86, 130), (93, 31), (40, 108), (108, 114),
        (114, 115), (132, 231), (151, 185), (171, 211), (223, 221),
    )  # fmt: skip
    both_ways = {(str(one), str(other)) for pair in pairs for one, other in (pair, pair[::-1])}
    one_way = {("96", "66"), ("97", "69"), ("69", "97"), ("184", "151"), ("223", "222")}
    assert {pair for pair in both_ways | one_way if pair[1] not in links[pair[0]]} == set()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("7", ["UR:7"]),
        ("[7]", ["UR:7"]),
        ("UR:7", ["UR:7"]),
        ("ur:7", ["UR:7"]),
        ("§120", []),
        ("Crush", ["UR:keywords/crush"]),
        ("1-SHOT", ["UR:game-concepts/powers/activated-powers/1-shot"]),
        ("Underground", ["UR:zones/underground"]),
    ],
)
def test_find_returns_rules(asked: str, found: list[str]):
    assert [rule.id for rule in UNOFFICIAL.find(asked)] == found


def test_rules_requiring_later_sets_have_a_note():
    message = [
        int(rule.number) for rule in UNOFFICIAL.units if any(note.text.startswith("Later sets") for note in rule.notes)
    ]
    assert message == LATER_SETS
    assert len(message) == 45


def test_basic_rules_name_source_and_certainty():
    form = re.compile(r"Source: .+\. Sureness: (well supported|one source|unconfirmed)\.")
    sure = {
        rule.number: match[1] for rule in BASICS.units for note in rule.notes if (match := form.fullmatch(note.text))
    }
    assert list(sure) == [rule.number for rule in BASICS.units]
    only = "Source: hex-server, RULES.md. "
    program_only = {rule.number for rule in BASICS.units if any(only in note.text for note in rule.notes)}
    assert {number for number, how in sure.items() if how == "unconfirmed"} == program_only
    assert Counter(sure.values()) == {"unconfirmed": 24, "well supported": 14, "one source": 3}


@BOTH
def test_rules_named_in_notes_are_linked(book: Rulebook):
    named = re.compile(r"(?<!\[)\b(?:UR|HB):\d")
    assert [rule.id for rule in book.units for note in rule.notes if named.search(note.text)] == []


def test_interpretations_are_linked_in_both_directions():
    noted: dict[str, set[str]] = {}
    for book in RULEBOOKS.values():
        for rule in book.units:
            for note in rule.notes:
                if note.interpretation:
                    noted.setdefault(note.interpretation, set()).add(rule.id)
    assert noted == {entry.id: set(entry.rules) for entry in INTERPRETATIONS.values()}


def test_interpretations_are_complete_and_well_formed():
    assert list(INTERPRETATIONS) == [f"HX-{number:02}" for number in range(1, 49)]
    for entry in INTERPRETATIONS.values():
        assert len(set(entry.options)) == len(entry.options) >= 1
        assert entry.reason.endswith(".")
        assert dict(entry.version_options).keys() <= VERSIONS.keys()
    deciding = [1, 2, 3, 4, 5, 9, 10, 12, 15, 17, 20, 22, 27, 35, 36, 37]
    assert [entry.id for entry in INTERPRETATIONS.values() if entry.affects_winner] == [f"HX-{n:02}" for n in deciding]
    by_version = [entry.id for entry in INTERPRETATIONS.values() if entry.varies_by_version]
    assert by_version == ["HX-02", "HX-07", "HX-08", "HX-12", "HX-28"]
    assert INTERPRETATIONS["HX-08"].default_text("UR-client") != INTERPRETATIONS["HX-08"].default_text("UR")
    assert {book.version for book in RULEBOOKS.values()} == {next(iter(VERSIONS))}


@BOTH
def test_search_words_cover_every_rule(book: Rulebook):
    assert set(book.asked) == {rule.id for rule in book.units}


@pytest.mark.parametrize(
    ("synonym", "term"),
    [
        ("graveyard", "Crypt"),
        ("exile", "Void"),
        ("stack", "Chain"),
        ("instant", "Quick"),
        ("haste", "Speed"),
        ("trample", "Crush"),
        ("flying", "Flight"),
        ("reach", "Skyguard"),
        ("first strike", "Swiftstrike"),
        ("lifelink", "Lifedrain"),
        ("vigilance", "Steadfast"),
        ("hexproof", "Spellshield"),
        ("indestructible", "Invincible"),
        ("deathtouch", "Lethal"),
        ("mill", "Bury"),
        ("counterspell", "Interrupt"),
        ("mana", "Resource"),
        ("land", "Resource"),
        ("enchantment", "Constant"),
        ("creature", "Troop"),
        ("untap step", "Ready phase"),
        ("legend rule", "Unique"),
        ("sideboard", "Reserves"),
    ],
)
def test_synonyms_include_words_of_other_games(synonym: str, term: str):
    assert (synonym, term) in {*UNOFFICIAL.synonyms, *BASICS.synonyms}


@pytest.mark.parametrize("word", ["tap", "bounce", "untap", "life", "creature"])
def test_paraphrases_include_words_of_other_games(word: str):
    assert word in {asked for asked, _means in UNOFFICIAL.paraphrases}


NAMES = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(CATALOGUE.names, key=len, reverse=True)))
CAPITALISED = re.compile(r"(?<=[^.?!:] )[A-Z][\w-]*")
WORDS = {
    "Anna", "Ben", "Anna's", "Ben's", "ATK", "DEF", "Basic", "Quick", "X", "Unique", "Robot", "Replica", "Elf",
    "Mimic", "Cleric", "Coyotle",
    "Rogue", "Orc", "Orcs", "Blood", "Wild", "Ruby", "Battle", "Angel", "Turtle's", "Darkspire",
    "Tunneling", "Flight", "Crush", "Lethal", "Swiftstrike", "Skyguard", "Speed", "Rage", "Inspire", "Invincible",
    "Defensive", "Lifedrain", "Steadfast", "Spellshield", "Unblockable", "Escalation", "SHOT", "I", "Hop'hiro",
}  # fmt: skip
"""Words of the game and of the examples that are not, or not only, names of cards."""


@BOTH
def test_capitalised_names_are_cards_or_terms(book: Rulebook):
    parts = {part for name in CATALOGUE.names for part in re.findall(r"[\w'-]+", name)}
    unknown = [
        (rule.id, word)
        for rule in book.rules
        for example in rule.examples
        for word in CAPITALISED.findall(NAMES.sub("a card", example))
        if word.rstrip("s") not in WORDS | parts and word not in WORDS | parts
    ]
    assert unknown == []


def test_rules_reachable_by_cards_mostly_have_examples():
    reached = [rule for rule in UNOFFICIAL.units if int(rule.number) not in LATER_SETS]
    assert sum(bool(rule.examples) for rule in reached) >= 105


@pytest.mark.shared
@BOTH
def test_texts_share_no_long_run_with_printed_documents(book: Rulebook, shared_dir: Path):
    texts = [*texts_of(book)]
    texts += [(entry.id, message) for entry in INTERPRETATIONS.values() for message in (entry.problem, *entry.options)]
    texts += [(entry.id, entry.reason) for entry in INTERPRETATIONS.values()]
    assert copied(texts, [printed(shared_dir, "002")]) == []


@pytest.mark.shared
def test_imported_units_all_have_restated_one(shared_dir: Path):
    document = import_document(printed(shared_dir, "002").encode(), get_profile("hex"))
    theirs = [unit for unit in document.units if unit.kind.value in ("rule", "section")]
    assert [(unit.id, unit.parent, unit.kind.value) for unit in theirs] == [
        (rule.id, rule.parent, rule.kind.value) for rule in UNOFFICIAL.rules
    ]
    titles = [unit.heading for unit in theirs if unit.kind.value == "section"]
    assert titles == [rule.heading for rule in UNOFFICIAL.rules if rule.kind is Kind.SECTION]


def test_basics_are_only_document_of_our_own():
    assert [book.slug for book in RULEBOOKS.values() if book.own] == ["hex-basics"]
