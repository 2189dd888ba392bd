"""Deck formats of Champions: errors for known facts, unchecked warnings for unknown ones."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.champions.cards import (
    CATALOGUE,
    HOUSE,
    Card,
    catalogue,
    load_house_set,
    load_published,
    read_card_file,
    with_overrides,
)
from rules.champions.formats import FORMATS, SIZES, OrganiserFacts, formats
from rules.champions.rulebooks import RULEBOOKS
from rules.decks import Catalogue, Decklist, DeckReport, Entry, Section, Verdict, from_json, parse, to_json, to_text
from rules.decks.decklist import Claim
from tests.rules.champions.scenarios import cites
from tests.rules.champions.test_cards import card_file

DAY = date(2018, 12, 1)

# The names are those of a fan's list of 2018; of the copies of its Action cards only the sum is described.
FAN_LIST = """\
Warhammer Champions
Champions: Godrakk Fist of Gork, Warboss Recruiter, Orruk Boss x2
Blessings: Crusin' for a Bruisin', Prophet of the Waagh, Smash & Bash, Might of Gork
Actions (30)
Units: Orruk Scrappers x3, Orruk Shield Bashas x2, Brute Smashas x2, Surprising Skulkers x3, Cowardly Grots x3, \
Gore Choppa Brute x2, Sweeping Gore Grunta x2, Waagh Chanter x3
Abilities: Deadly Chop x3, Mosh Pit x2, Opportunity Strike x2, Rallying Cry x3
"""


def check(text: str, cards: Catalogue[Card] = CATALOGUE, known: OrganiserFacts | None = None) -> DeckReport:
    return formats(known)["constructed"].check(parse(text, cards), DAY)


def problems(report: DeckReport) -> list[tuple[str, str]]:
    return [(problem.code, problem.message) for problem in report.problems]


def unchecked(report: DeckReport) -> list[tuple[str, str]]:
    return [(each.code, each.message) for each in report.unchecked]


def house_list(name: str) -> str:
    deck = next(deck for deck in load_house_set().decks if deck.name == name)
    parts = [("Champions", deck.champions), ("Blessings", deck.blessings)]
    lines = [line for heading, names in parts for line in (heading, *names)]
    return "\n".join([*lines, "Actions", *(f"{copies} {card}" for card, copies in deck.actions)])


def test_check_published_list_is_legal_as_far_as_known():
    report = check(FAN_LIST)
    assert (report.verdict, report.cards) == (Verdict.AS_FAR_AS_KNOWN, 38)
    assert unchecked(report) == [
        (
            "champion-cost",
            "0 points of 20, 0 of 4 known; not known of Gordrakk, Fist of Gork, Orruk Boss and Warboss Recruiter",
        )
    ]
    assert report.unchecked[0].settled_by == "the cost of each Champion in the event's card file"
    assert [(warning.code, warning.message) for warning in report.warnings] == [
        ("spelling", "“Godrakk Fist of Gork” was read as Gordrakk, Fist of Gork, the spelling on the card")
    ]


@cites("2.1.1.1", "2.1.1.2", "2.3.1")
def test_check_list_with_fourth_copy_and_other_alignment_is_illegal():
    spoilt = FAN_LIST.replace("Deadly Chop x3", "Deadly Chop x4").replace("Rallying Cry x3", "Rallying Cry x2")
    report = check(spoilt.replace("Might of Gork", "Skull Throne"))
    assert report.verdict is Verdict.NOT_LEGAL
    assert problems(report) == [
        (
            "alliance",
            (
                "cards of 2 Alliances, Chaos (Skull Throne, line 3) and Destruction (18 names (Brute Smashas, Cowardly "
                "Grots, Crusin' for a Bruisin' …), lines 2, 3, 5 and 6): keep one"
            ),
        ),
        ("copies", "4 x Deadly Chop, limit 3: remove 1"),
    ]
    assert [problem.lines for problem in report.problems] == [(2, 3, 5, 6), (6,)]
    assert [problem.rule for problem in report.problems] == ["CH:2.1.1.2", "CH:2.1.1.1"]


def test_check_list_with_organiser_facts_is_legal():
    output = card_file(
        {"name": "Gordrakk, Fist of Gork", "class": "warrior", "cost": 8, "health": 2, "unique": True},
        {"name": "Warboss Recruiter", "class": "warrior", "cost": 4, "health": 1, "unique": False},
        {"name": "Orruk Boss", "class": "warrior", "cost": 4, "health": 1},
    )
    cards = catalogue(with_overrides(load_published().cards, read_card_file(output)))
    assert check(FAN_LIST, cards).verdict is Verdict.LEGAL
    dear = FAN_LIST.replace("Warboss Recruiter, Orruk Boss x2", "Warboss Recruiter x2, Orruk Boss x2")
    assert problems(check(dear, cards)) == [
        ("champion-cost", "24 points, limit 20: 4 too many"),
        ("champions-size", "5 Champions, exactly 4: remove 1"),
    ]
    two = FAN_LIST.replace("Godrakk Fist of Gork, Warboss Recruiter", "2 Gordrakk, Fist of Gork")
    assert ("copies", "2 x Gordrakk, Fist of Gork, limit 1: remove 1") in problems(check(two, cards))


@cites("2.1.1.1", "2.1.1.2", "2.1.1.3")
@pytest.mark.parametrize("name", ["Lantern Watch", "Cinder Court"])
def test_check_house_deck_is_legal(name: str):
    report = check(house_list(name), HOUSE)
    assert (report.verdict, report.cards, report.warnings) == (Verdict.LEGAL, 38, ())


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("Pit Drover", "Ilse Lampwright", ("champion-cost", "23 points, limit 20: 3 too many")),
        (
            "Pit Drover",
            "Gorrath Embermaw",
            ("copies", "2 x Gorrath Embermaw, limit 1: remove 1 (lines 2 and 3 were added up)"),
        ),
        ("Pit Drover", "Pit Drover\nPit Drover", ("champions-size", "5 Champions, exactly 4: remove 1")),
        ("Blood Price\n", "", ("blessings-size", "3 Blessings, exactly 4: add 1")),
        ("Blood Price", "War Drums", ("copies", "2 x War Drums, limit 1: remove 1 (lines 7 and 8 were added up)")),
        ("3 Second Wind", "2 Second Wind", None),
        ("3 Turn the Herd", "2 Turn the Herd", ("actions-size", "29 Action cards, exactly 30: add 1")),
        ("3 Slag Brute", "4 Slag Brute", ("copies", "4 x Slag Brute, limit 3: remove 1")),
        ("3 Slag Brute", "3 Pit Drover", ("wrong-section", "")),
    ],
)  # fmt: skip
def test_problems_contain_numbers(before: str, after: str, expected: tuple[str, str] | None):
    report = check(house_list("Cinder Court").replace(before, after), HOUSE)
    if expected is None:
        assert problems(report) == []
    elif expected[1]:
        assert expected in problems(report)
    else:
        assert expected[0] in [code for code, _ in problems(report)]


@cites("2.3.3", "2.1.1.2", "CH-51")
def test_group_of_alliance_accepts_cards_without_alliance():
    report = check(house_list("Cinder Court").replace("3 Slag Brute", "3 Second Wind"), HOUSE)
    assert (report.verdict, problems(report)) == (Verdict.LEGAL, [])
    mixed = check(house_list("Cinder Court").replace("3 Slag Brute", "3 Gate Guard"), HOUSE)
    assert [code for code, _ in problems(mixed)] == ["alliance"]


def test_cards_without_headings_are_placed_by_type():
    plain = house_list("Cinder Court")
    for heading in ("Champions\n", "Blessings\n", "Actions\n"):
        plain = plain.replace(heading, "")
    report = check(plain, HOUSE)
    assert (report.verdict, report.cards) == (Verdict.LEGAL, 38)
    dear = check(plain.replace("Pit Drover", "Ilse Lampwright"), HOUSE)
    assert ("champion-cost", "23 points, limit 20: 3 too many") in problems(dear)


def test_check_unknown_uniqueness_is_unchecked():
    report = check("Champions\n2 Warboss Recruiter")
    assert ("copies", "2 x Warboss Recruiter: the limit is 1 or 2, and which is not known") in unchecked(report)
    assert ("copies", "3 x Warboss Recruiter, limit 2: remove 1") in problems(check("Champions\n3 Warboss Recruiter"))


def test_heading_gives_type_of_card_of_unknown_type():
    # Skull Throne's type is not known.
    assert ("copies", "2 x Skull Throne, limit 1: remove 1") in problems(check("Blessings\n2 Skull Throne"))
    assert "copies" not in [code for code, _ in problems(check("Actions\n3 Skull Throne"))]
    loose = check("3 Skull Throne")
    assert ("copies", "3 x Skull Throne: the limit is 1, 2 or 3, and which is not known") in unchecked(loose)
    assert ("copies", "4 x Skull Throne, limit 3: remove 1") in problems(check("4 Skull Throne"))


@pytest.mark.parametrize("heading", ["Units", "Spells (2):", "Abilities:"])
def test_headings_of_units_spells_and_abilities_are_action_cards(heading: str):
    # Skull Throne's type is not known.
    assert problems(check(f"Blessings\nBig Rock\n{heading}\n3 Skull Throne")) == [
        ("champions-size", "0 Champions, exactly 4: add 4"),
        ("blessings-size", "1 Blessing, exactly 4: add 3"),
        ("actions-size", "3 Action cards, exactly 30: add 27"),
    ]


@pytest.mark.parametrize("text", ["Units\n3 Skull Throne", "Units: 3 Skull Throne", "Units: Skull Throne x3, Big Rock"])
def test_units_after_side_deck_heading_stay_in_it(text: str):
    assert {line.section for line in parse(f"Side deck\n{text}", CATALOGUE).lines} == {Section.SIDEBOARD}


def test_unknown_name_counts_unless_every_card_is_known():
    text = FAN_LIST.replace("Might of Gork", "Might of Mork")
    counted = ("card-unknown", "no card that is known is called “Might of Mork”: counted as written")
    report = check(text)
    assert (report.verdict, problems(report)) == (Verdict.AS_FAR_AS_KNOWN, [])  # the other three are known to be cards
    assert counted in unchecked(report)
    assert counted in unchecked(check("Blessings\nMight of Mork"))
    strict = check("Blessings\nMight of Mork", known=OrganiserFacts(every_card=True))
    assert problems(strict)[0][0] == "unknown-card"
    assert unchecked(strict) == []


def test_check_unknown_alliance_is_unchecked():
    assert ("alliance", "Alliance not known of Big Rock") in unchecked(check("Actions\nBig Rock\nDeadly Chop"))


@pytest.mark.parametrize("heading", ["Side deck", "Sideboard:", "Side Deck (5)"])
def test_side_deck_without_size_by_organiser_is_error(heading: str):
    text = f"{house_list('Cinder Court')}\n{heading}\n3 Second Wind\n2 Pilfer"
    assert [code for code, _ in problems(check(text, HOUSE))] == ["side-deck"]
    assert check(text, HOUSE, OrganiserFacts(side_deck=(0, 5))).verdict is Verdict.LEGAL
    assert [code for code, _ in problems(check(text, HOUSE, OrganiserFacts(side_deck=(0, 4))))] == ["side-deck-size"]


def test_unplayable_cards_and_lost_health_are_warnings():
    warriors = (
        "Champions\n2 Pit Drover\n2 Warden of the Ford\nActions\n3 Mending Light\n3 Choke\n3 Second Wind\n3 Gate Guard"
    )
    report = check(warriors, HOUSE)
    assert [(warning.code, warning.message) for warning in report.warnings] == [
        ("unplayable", "Choke is played by a Wizard, and no Champion of the list is one"),
        ("unplayable", "Mending Light is played by a Wizard, and no Champion of the list is one"),
        ("health-lost", "the Champions add up to 36 health, the maximum is 35: 1 are lost"),
    ]


def test_stated_totals_are_compared_with_computed_ones():
    fine = house_list("Lantern Watch").replace("Champions\n", "Champions (cost 19, +4 health)\n")
    assert check(fine, HOUSE).warnings == ()
    wrong = house_list("Lantern Watch").replace("Champions\n", "Champions (cost 18; health 5)\n")
    assert [(warning.code, warning.message, warning.lines) for warning in check(wrong, HOUSE).warnings] == [
        ("claim", "the list says cost 18, its Champions add up to 19", (1,)),
        ("claim", "the list says health 5, its Champions add up to 4", (1,)),
    ]
    run = parse("Champions: Godrakk, Fist of Gork, Orruk Boss x2 (cost 19, +5 health)", CATALOGUE)
    assert run.claims == (Claim(1, "cost", 19), Claim(1, "health", 5))
    assert [(line.card.name, line.quantity) for line in run.lines if line.card] == [
        ("Gordrakk, Fist of Gork", 1),
        ("Orruk Boss", 2),
    ]
    unknown = check("Champions: Godrakk, Fist of Gork, Orruk Boss x2 (cost 19, +5 health)")
    assert "claim" not in [warning.code for warning in unknown.warnings]
    assert (
        "champion-cost",
        "0 points of 20, 0 of 3 known; not known of Gordrakk, Fist of Gork and Orruk Boss",
    ) in unchecked(unknown)


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("Gordrakk, Fist of Gork", [("Gordrakk, Fist of Gork", 1)]),
        ("2x GORDRAKK, FIST OF GORK", [("Gordrakk, Fist of Gork", 2)]),
        ("Keldrek, The Knight of Shrouds", [("Keldrek, The Knight of Shrouds", 1)]),
        (
            "Champions: Keldrek, The Knight of Shrouds, Gordrakk, Fist of Gork, Archaon",
            [("Keldrek, The Knight of Shrouds", 1), ("Gordrakk, Fist of Gork", 1), ("Archaon", 1)],
        ),
        ("Orruk Boss x2, Warboss Recruiter", [("Orruk Boss", 2), ("Warboss Recruiter", 1)]),
        ("Smash & Bash", [("Smash & Bash", 1)]),
        ("smash and bash", [("Smash & Bash", 1)]),
        ("Crusin\u2019 for a Bruisin\u2019", [("Crusin' for a Bruisin'", 1)]),
        ("3 Waaagh! Infusion", [("Waaagh! Infusion", 3)]),
        ("WAAAGH INFUSION x3", [("Waaagh! Infusion", 3)]),
        ("Champion: Skeleton Champion", [("Skeleton Champion", 1)]),
        ("3,Deadly Chop", [("Deadly Chop", 3)]),
        ("Deadly Chop, 3", [("Deadly Chop", 3)]),
        ("Deadly Chop, Nothing At All", []),
    ],
)
def test_parse_line_in_common_forms(line: str, cards: list[tuple[str, int]]):
    found = parse(line, CATALOGUE)
    assert [(each.card.name, each.quantity) for each in found.lines if each.card] == cards
    assert {each.number for each in found.lines} == {1}


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (
            "Blessings: Smash & Bash, Nobody's Boon, Might of Gork x2",
            ["Smash & Bash", "Nobody's Boon", "Might of Gork"],
        ),
        ("Champions: Orruk Boss x2, Keldrek, The Knight of Shrouds", ["Orruk Boss", "Keldrek, The Knight of Shrouds"]),
        ("Champions: Orruk Boss, Nemo, the Unknown", ["Orruk Boss", "Nemo, the Unknown"]),
        ("Champions: Nemo, Ahab, Queequeg, Ishmael", ["Nemo", "Ahab", "Queequeg", "Ishmael"]),
        ("Champions: Nemo, the Unknown", ["Nemo, the Unknown"]),
        ("Champions: Nemo, Lord, Unknown", ["Nemo, Lord, Unknown"]),
    ],
)
def test_unknown_names_after_heading_are_separate_cards(line: str, names: list[str]):
    message = [each for each in parse(line, CATALOGUE).lines if each.name]
    assert [each.name for each in message] == names
    assert {each.number for each in message} == {1}


def test_headings_open_sections_and_groups_stay_in_them():
    text = "Champions (4)\nOrruk Boss\nBlessings:\nMight of Gork\nAction Cards (30)\nUnits (20)\nBig Stabbas"
    text += "\nSpells\nCall Da Moon"
    sections = {line.card.name: line.section for line in parse(text, CATALOGUE).lines if line.card}
    assert sections == {
        "Orruk Boss": Section.CHAMPIONS,
        "Might of Gork": Section.BLESSINGS,
        "Big Stabbas": Section.ACTIONS,
        "Call Da Moon": Section.ACTIONS,
    }


def test_parse_lines_have_their_numbers():
    text = "// mine\nChampions: Archaon, Bloodthirster\n\nBlessings\nSkull Throne\nNo Such Card"
    lines = parse(text, CATALOGUE).lines
    assert [(line.number, line.text) for line in lines] == [
        (1, "// mine"),
        (2, "Champions:"),
        (2, "Archaon"),
        (2, "Bloodthirster"),
        (3, ""),
        (4, "Blessings"),
        (5, "Skull Throne"),
        (6, "No Such Card"),
    ]


def test_parse_too_long_list_is_cut():
    lines = parse("Archaon, Bloodthirster\n" * 1500, CATALOGUE).lines
    assert (len(lines), lines[-1].code, lines[1999].number) == (2001, "too-long", 1000)


def test_line_with_too_many_commas_is_not_split():
    commas, names = ", ".join(["zz"] * 21), "Archaon, Bloodthirster"
    few = parse("\n".join([*[commas] * 99, names]), CATALOGUE).lines
    assert [line.name for line in few[-2:]] == ["Archaon", "Bloodthirster"]
    many = parse("\n".join([*[commas] * 100, names]), CATALOGUE).lines
    assert (len(many), many[-1].card) == (101, None)


decks = st.lists(
    st.tuples(
        st.sampled_from([*CATALOGUE]),
        st.integers(1, 120),
        st.sampled_from([Section.CHAMPIONS, Section.BLESSINGS, Section.ACTIONS, Section.SIDEBOARD]),
    ),
    max_size=8,
    unique_by=lambda entry: (entry[0].name, entry[2]),
).map(
    lambda parts: Decklist(
        tuple(sorted((Entry(*part) for part in parts), key=lambda entry: [*Section].index(entry.section)))
    )
)


@given(decks)
def test_deck_round_trips_through_text_and_json(deck: Decklist[Card]):
    assert parse(to_text(deck), CATALOGUE).deck == deck
    assert from_json(to_json(deck), CATALOGUE) == deck


@given(st.lists(st.sampled_from([card.name for card in CATALOGUE]), min_size=2, max_size=6), st.randoms())
def test_names_in_one_line_equal_names_in_several(names, random):
    heading = random.choice(["Champions", "Actions", "Blessings"])
    apart = parse("\n".join([heading, *names]), CATALOGUE).deck
    assert parse(f"{heading}: {', '.join(names)}", CATALOGUE).deck == apart


@given(st.text(alphabet="Archaon, ()cost19+:x&'", max_size=60))
def test_parse_any_text_is_checked_without_error(text: str):
    parsed = parse(text, CATALOGUE)
    assert FORMATS["constructed"].check(parsed, DAY).format == "constructed"
    assert {line.number for line in parsed.lines} <= set(range(1, len(text.splitlines()) + 2))


def test_limited_reports_unknown_facts():
    report = FORMATS["limited"].check(parse("Archaon\n30 Deadly Chop", CATALOGUE), DAY)
    assert (report.verdict, unchecked(report)) == (
        Verdict.AS_FAR_AS_KNOWN,
        [
            (
                "limited-rules",
                "sizes and other rules of Limited: the rules promise a section on them, and no edition held has it",
            ),
            ("pool-unknown", "whether every card of the list was opened is not known: no pool is registered"),
        ],
    )
    sized = formats(OrganiserFacts(limited=SIZES))["limited"].check(parse("Archaon", CATALOGUE), DAY)
    assert [problem.code for problem in sized.problems] == ["champions-size", "blessings-size", "actions-size"]


def test_formats_cite_existing_rules():
    book = RULEBOOKS["aos-champions"]
    cited = {each.rule for each in FORMATS.values()} | {
        rule
        for each in FORMATS.values()
        for one in each.constraints
        if (rule := getattr(one, "rule", None)) and not rule.startswith("https://")
    }
    assert {rule for rule in cited if rule not in book} == set()
