"""Epic documents: complete, consistent, in our own words."""

import re
from collections import Counter
from pathlib import Path

import pytest

from rules.epic.rulebooks import RULEBOOKS
from rules.games import GAMES
from rules.rulebooks import Kind, Rulebook, UnknownRuleError
from tests.rules.rulebooks.copied_texts import copied, printed, texts_of, words

COMPLETE = RULEBOOKS["epic-complete"]
BOOK = RULEBOOKS["epic-rulebook"]
ALL = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=lambda book: book.slug)


def test_documents_are_complete():
    assert len(COMPLETE.units) == 277
    assert len(BOOK.units) == 72
    assert [section.heading for section in COMPLETE.sections] == [
        "Overview",
        "Cards and card types",
        "Playing a card",
        "Game phases and initiative",
        "Abilities, traits and keywords",
    ]
    assert list(GAMES["epic"].rulebooks) == ["epic-complete", "epic-rulebook", "epic-procedures"]


def test_documents_have_known_duplicate_numbers():
    twice = Counter(rule.number for rule in COMPLETE.units if rule.twice)
    assert twice == {"1.2": 2, "2.7": 2, "4.4.6": 2, "5.20.5": 2}
    assert [rule.printed for rule in COMPLETE.units if rule.printed != rule.number] == [
        f"5.20.{n}" for n in range(1, 6)
    ]


@pytest.mark.parametrize(
    ("synonym", "term"),
    [
        ("flying", "Airborne"),
        ("trample", "Breakthrough"),
        ("tap", "Expend"),
        ("haste", "Blitz"),
        ("graveyard", "Discard pile"),
        ("life", "Health"),
        ("mana", "Gold"),
        ("creature", "Champion"),
        ("indestructible", "Unbreakable"),
        ("hexproof", "Untargetable"),
        ("shroud", "Untargetable"),
        ("lifelink", "Righteous"),
        ("flash", "Ambush"),
        ("summoning sickness", "Deploying"),
        ("exile", "Banish"),
        ("bottom", "Banish"),
        ("etb", "Tribute"),
    ],
)
def test_synonyms_include_words_of_other_games(synonym, term):
    assert (synonym, term) in COMPLETE.synonyms
    assert term in {entry.name for entry in BOOK.glossary} or term == "Discard pile"


def test_disagreements_have_both_sides():
    questions = [question.slug for question in COMPLETE.disagreements]
    assert questions == [
        "first-mulligan",
        "end-of-turn-initiative",
        "before-blocks-initiative",
        "after-blocks-initiative",
        "recycle-order",
        "breakthrough-choice",
        "flipped-champions-prepared",
        "gold-timing",
        "card-types",
        "first-draw",
        "powers-in-other-turns",
        "ambush-deploying",
        "teams",
    ]
    for question in COMPLETE.disagreements:
        assert question.interpretations
        assert set(question.interpretations) <= set(GAMES["epic"].interpretations)
        assert [message.rulebook for message in question.statements] == ["epic-complete", "epic-rulebook"]
        for message in question.statements:
            for rule_id in message.rules:
                rulebook = RULEBOOKS[message.rulebook]
                assert question in rulebook.disagreements_of(rulebook.get(rule_id))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("4.4.6", ["4.4.6[1]", "4.4.6[2]"]),
        ("446", ["4.4.6[1]", "4.4.6[2]"]),
        ("rule 4.4.6", ["4.4.6[1]", "4.4.6[2]"]),
        ("§4.4.6.", ["4.4.6[1]", "4.4.6[2]"]),
        ("4.4.6[2]", ["4.4.6[2]"]),
        ("4.4.6-2", ["4.4.6[2]"]),
        ("4.4.6a", ["4.4.6a"]),
        ("5.2", ["5.2"]),
        ("Section 4", ["4"]),
        ("5.20.1", ["5.20.1"]),
        ("5.20.1 (Transform)", ["5.21.1"]),
        ("5.21.1", ["5.21.1"]),
        ("1.10.1", ["1.10.1"]),
        ("Airborne", ["5.2"]),
        ("99.9", []),
        ("4.4.6[3]", []),
        ("", []),
        ("'; DROP TABLE", []),
    ],
)
def test_find_returns_rules(asked, found):
    assert [rule.id for rule in COMPLETE.find(asked)] == found


def test_get_unknown_citation_raises_with_nearest():
    with pytest.raises(UnknownRuleError) as raised:
        COMPLETE.get("4.4.66")
    assert raised.value.nearest[0].id.startswith("4.4.6")


def test_neighbours_and_related_rules_are_found():
    second = COMPLETE.get("4.4.6[2]")
    assert COMPLETE.neighbours(second) == (COMPLETE.get("4.4.6[1]"), COMPLETE.get("4.4.6a"))
    assert COMPLETE.neighbours(COMPLETE.rules[0])[0] is None
    assert COMPLETE.neighbours(COMPLETE.rules[-1])[1] is None
    assert COMPLETE.children(second) == (COMPLETE.get("4.4.6a"),)
    assert COMPLETE.same_number_units(second) == (COMPLETE.get("4.4.6[1]"),)
    assert COMPLETE.section(second).id == "4"
    assert COMPLETE.subtree(COMPLETE.get("4")) == COMPLETE.rules[COMPLETE.get("4").order : COMPLETE.get("5").order]
    assert COMPLETE.parent(COMPLETE.get("1.2.1")) == COMPLETE.get("1.2[2]")
    assert COMPLETE.parent(COMPLETE.get("2.7.1")) == COMPLETE.get("2.7[1]")


@pytest.mark.shared
def test_numbers_equal_those_of_printed_document(shared_dir: Path):
    lines = printed(shared_dir, "000").splitlines()
    numbers = [match[1] for line in lines if (match := re.match(r"(\d+(?:\.\d+)+[a-z]?)\s+\S", line))]
    assert [rule.printed for rule in COMPLETE.units] == numbers
    sections = [match[1] for line in lines if (match := re.match(r"SECTION (\d+) - ", line))]
    assert [rule.number for rule in COMPLETE.sections] == sections


@pytest.mark.shared
def test_headings_equal_those_of_printed_documents(shared_dir: Path):
    lines = printed(shared_dir, "001").partition("# Credits")[0].splitlines()
    pattern = re.compile(r"#{1,6} (?P<title>.+)|\*\*(?P<bold>[A-Z][A-Za-z ]+)\*\*(?: \(.*\))?")
    titles = [match["title"] or match["bold"] for line in lines if (match := pattern.fullmatch(line.strip()))]
    plain = [words(re.sub(r"\(.*?\)|[*™]", "", title)) for title in titles]
    assert [words(rule.heading) for rule in BOOK.units] == plain[2:]
    numbered = dict(re.findall(r"^(\d+\.\d+)\s+((?:\w+[ ,]?){1,7})\.?$", printed(shared_dir, "000"), re.MULTILINE))
    ours = {rule.printed: words(rule.heading) for rule in COMPLETE.units if rule.kind is Kind.HEADING}
    assert {number: words(title) for number, title in numbered.items()}.items() <= ours.items()


@pytest.mark.shared
@ALL
def test_texts_share_no_long_run_with_printed_documents(rulebook: Rulebook, shared_dir: Path):
    sources = [printed(shared_dir, start) for start in ("000", "001")]
    assert copied(texts_of(rulebook), sources) == []


@pytest.mark.shared
def test_printed_index_is_preserved(shared_dir: Path):
    index = printed(shared_dir, "000").partition("(5.17)\n\nAbilities")[2]
    entries = re.findall(r"(?m)^(?:.*?\D)?\s((?:Section )?\d+(?:\.\d+)?)$", index)
    assert len(entries) == 37
    assert Counter(term.printed_index for term in COMPLETE.glossary if term.printed_index) == Counter(entries)
