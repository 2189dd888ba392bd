"""HEX's formats: the numbers, what is reported as unknown, and facts that an organiser can set."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.card_search import parse_query
from rules.commands.deck import as_text
from rules.decks import DeckReport, Section, Verdict, parse
from rules.decks.constraints import Ban
from rules.decks.formats import summary
from rules.hex.card_fields import FIELDS
from rules.hex.cards import CATALOGUE, CardType
from rules.hex.formats import FORMATS, RUBY_CUP, OrganiserFacts, formats
from rules.hex.rulebooks import RULEBOOKS

ON = date(2015, 2, 14)
LATER = date(2018, 3, 5)
FILL = "Champion: Gozzog\n"
TROOPS = [card.name for card in CATALOGUE if card.is_deck_card and CardType.RESOURCE not in card.types]
GEMS = ("Minor Ruby of Ferocity", "Minor Wild Orb", "Major Wild Orb")
ALL_KNOWN = OrganiserFacts(gems=GEMS, bans=())


def check(text: str, slug: str = "constructed-1-2", known: OrganiserFacts = ALL_KNOWN, on: date = ON) -> DeckReport:
    return formats(known)[slug].check(parse(FILL + text, CATALOGUE), on)


def problems(report: DeckReport) -> list[tuple[str, str]]:
    return [(problem.code, problem.message) for problem in report.problems]


def codes(report: DeckReport) -> list[str]:
    return [problem.code for problem in report.problems]


def unchecked(report: DeckReport) -> list[str]:
    return [each.code for each in report.unchecked]


def test_check_60_cards_with_any_number_of_basic_shards_is_legal() -> None:
    report = check("4 Burn\n30 Ruby Shard\n26 Wild Shard\nReserves\n15 Blood Shard")
    assert (report.verdict, report.problems, report.warnings[:-1], report.unchecked) == (Verdict.LEGAL, (), (), ())
    assert [warning.code for warning in report.warnings] == ["doubtful-card"]
    assert report.cards == 60


def test_check_above_minimum_is_warning_and_below_is_error() -> None:
    assert [warning.code for warning in check("61 Ruby Shard").warnings] == ["above-minimum", "doubtful-card"]
    assert problems(check("59 Ruby Shard")) == [("too-few-cards", "59 cards, minimum 60: add 1")]


def test_copies_are_limited_to_four_over_deck_and_reserves() -> None:
    report = check("4 Burn\n56 Ruby Shard\nReserves\n1 Burn")
    assert problems(report) == [("copies", "5 x Burn, limit 4: remove 1 (lines 2 and 5 were added up)")]
    assert report.problems[0].lines == (2, 5)
    assert codes(check("60 Ruby Shard\nReserves\n5 Shards of Fate")) == ["copies"]


def test_reserves_are_limited_to_15_or_size_by_organiser() -> None:
    sixteen = check("60 Ruby Shard\nReserves\n16 Ruby Shard")
    assert problems(sixteen) == [("reserves-size", "16 cards in the reserves, allowed 0 to 15: remove 1")]
    cup = OrganiserFacts(gems=GEMS, bans=(), reserves=(0, 15))
    assert codes(check("60 Ruby Shard\nReserves\n15 Ruby Shard", known=cup)) == []
    assert codes(check("60 Ruby Shard", known=cup)) == []
    assert problems(check("60 Ruby Shard\nReserves\n3 Ruby Shard", known=cup)) == [
        ("reserves-size", "3 cards in the reserves, allowed 0 or 15: add 12 or remove all")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("60 Ruby Shard", [("champion", "no champion is named: write a line like Champion: and the name")]),
        ("Champion: Gozzog\nChampion: Gozzog\n60 Ruby Shard", [("champion", "2 champions, exactly 1: remove 1")]),
        (
            "Champion: Burn\n60 Ruby Shard",
            [("champion", "Burn is not a champion: name the champion to play")],
        ),
        (
            "Champion: Gozzog\n1 Wyatt the Sapper\n60 Ruby Shard",
            [("not-a-deck-card", "Wyatt the Sapper is a Champion, which starts outside the deck: remove 1")],
        ),
    ],
)
def test_check_requires_exactly_one_champion(text: str, expected: list[tuple[str, str]]) -> None:
    report = formats(ALL_KNOWN)["constructed-1-2"].check(parse(text, CATALOGUE), ON)
    assert problems(report) == expected


def test_unknown_champion_is_unchecked() -> None:
    text = "Champion: Adoni-Zeddek\n60 Ruby Shard"
    report = formats(ALL_KNOWN)["constructed-1-2"].check(parse(text, CATALOGUE), ON)
    assert (report.verdict, unchecked(report)) == (Verdict.AS_FAR_AS_KNOWN, ["champion-unknown"])
    assert report.unchecked[0].lines == (1,)
    output = OrganiserFacts(gems=GEMS, bans=(), champions=("Adoni Zeddek",))
    assert formats(output)["constructed-1-2"].check(parse(text, CATALOGUE), ON).legal


def test_champion_name_suggestions_are_champions_only() -> None:
    def messages_of(name: str) -> str:
        report = formats(ALL_KNOWN)["immortal"].check(parse(f"Champion: {name}\n60 Ruby Shard", CATALOGUE), ON)
        (message,) = [each.message for each in report.unchecked if each.code == "champion-unknown"]
        return message

    assert messages_of("Benjamin") == "no champion that is known is called “Benjamin”"
    assert messages_of("Bunoshi") == "no champion that is known is called “Bunoshi”; did you mean Bunoshi the Ruthless?"


def test_created_card_in_deck_is_error() -> None:
    tokens = check("60 Ruby Shard\n1 Battle Hopper\n2 Choose Blood")
    assert codes(tokens) == ["token", "token"]


def test_servant_of_shathak_requires_20_names() -> None:
    names = [name for name in TROOPS if name not in ("Jank Bot", "Servant of Shathak")]
    few = "\n".join(f"1 {name}" for name in names[:18])
    report = check(f"1 Servant of Shathak\n{few}\n41 Ruby Shard")
    assert problems(report) == [
        (
            "deckbuilding",
            (
                "Servant of Shathak asks for 20 different names among cards that are no resources, there are 19: "
                "add 1 or remove it"
            ),
        )
    ]
    assert codes(check(f"1 Servant of Shathak\n{few}\n1 {names[18]}\n40 Ruby Shard")) == []
    assert codes(check(f"60 Ruby Shard\nReserves\n1 Servant of Shathak\n{few[:0]}")) == []


def test_jank_bot_requires_150_cards_and_75_in_limited() -> None:
    assert problems(check("1 Jank Bot\n59 Ruby Shard")) == [
        ("deckbuilding", "Jank Bot asks for 150 cards, there are 60: add 90 or remove it")
    ]
    assert codes(check("1 Jank Bot\n75 Ruby Shard\n74 Wild Shard")) == []
    limited = OrganiserFacts(gems=GEMS, bans=(), least_in_limited=40)
    assert codes(check("1 Jank Bot\n73 Ruby Shard", "limited", limited)) == ["deckbuilding"]
    assert codes(check("1 Jank Bot\n74 Ruby Shard", "limited", limited)) == []


def test_gems_without_known_list_are_unchecked() -> None:
    four = "4x Mazat Ranger \N{EN DASH} Gems: 4x Minor Ruby of Ferocity\n"
    report = check(f"{four}56 Ruby Shard", known=OrganiserFacts(bans=()))
    assert (report.verdict, unchecked(report)) == (Verdict.AS_FAR_AS_KNOWN, ["gem-unknown"])
    assert check(f"{four}56 Ruby Shard").verdict is Verdict.LEGAL
    assert problems(check(f"{four}1 Gem-Crazed Berserker [Minor Ruby of Ferocity]\n55 Ruby Shard")) == [
        ("gem-copies", "5 x Minor Ruby of Ferocity, limit 4: remove 1")
    ]
    assert problems(check("1 Mazat Ranger [Major Wild Orb]\n59 Ruby Shard")) == [
        ("gem-socket", "Major Wild Orb in Mazat Ranger, whose sockets are minor: choose gems that fit")
    ]
    assert problems(check("1 Royal Diplomat [Minor Wild Orb + minor wild orb]\n59 Ruby Shard")) == [
        (
            "gem-twice",
            "Minor Wild Orb and minor wild orb more than once in one Royal Diplomat: choose different gems",
        )
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 Archon of Nulzann [Major Wild Orb + Minor Wild Orb]", None),
        ("1 Archon of Nulzann [Minor Wild Orb + Minor Ruby of Ferocity]", None),
        ("1 Archon of Nulzann [Minor Wild Orb + Major Wild Orb]", None),
        ("1 Protectorate Defender [Minor Wild Orb]", None),
        ("1 Protectorate Defender [Major Wild Orb]", None),
        ("1 Royal Diplomat [Minor Wild Orb + Major Wild Orb]", "gem-socket"),
        ("1 Mazat Ranger [Minor Wild Orb + Minor Ruby of Ferocity]", "gem-socket"),
        ("1 Burn [Minor Wild Orb]", "gem-socket"),
    ],
)
def test_gem_must_fit_its_socket(line: str, code: str | None) -> None:
    assert codes(check(f"{line}\n59 Ruby Shard")) == ([code] if code else [])


def test_gem_copies_are_counted_over_deck_and_reserves() -> None:
    report = check("4 Mazat Ranger [Minor Wild Orb]\n56 Ruby Shard\nReserves\n1 Battle Beetle [Minor Wild Orb]")
    assert codes(report) == ["gem-copies"]
    assert report.problems[0].lines == (2, 5)


def test_empty_socket_is_legal() -> None:
    report = check("2 Mazat Ranger [1x Minor Wild Orb, 1x none]\n1 Royal Diplomat [Minor Wild Orb]\n57 Ruby Shard")
    assert report.verdict is Verdict.LEGAL
    assert [(each.code, each.message) for each in report.warnings if each.code == "socket-empty"] == [
        ("socket-empty", "Mazat Ranger: 1 of 2 with an empty socket, which is legal"),
        ("socket-empty", "Royal Diplomat: 1 of 1 with an empty socket, which is legal"),
    ]


def test_unknown_card_is_error_only_if_all_cards_are_known() -> None:
    assert codes(check("4 Sunrise Specter\n56 Ruby Shard")) == ["unknown-card"]
    report = check("4 Sunrise Specter\n56 Ruby Shard", "immortal")
    assert (report.verdict, unchecked(report)) == (Verdict.AS_FAR_AS_KNOWN, ["card-unknown"])
    assert codes(check("5 Sunrise Specter\n55 Ruby Shard", "immortal")) == ["copies"]


def test_gems_in_unknown_card_are_counted_and_unchecked() -> None:
    report = check("4 Umbral Guard - Gems: 4x Minor Wild Orb\n56 Ruby Shard", "immortal")
    assert unchecked(report) == ["card-unknown", "gem-socket"]
    again = check("4 Umbral Guard - Gems: Minor Wild Orb\n1 Mazat Ranger [Minor Wild Orb]\n55 Ruby Shard", "immortal")
    assert codes(again) == ["gem-copies"]


def test_unknown_names_may_meet_requirement_of_servant_of_shathak() -> None:
    names = [name for name in TROOPS if name not in ("Jank Bot", "Servant of Shathak")][:18]
    text = "1 Servant of Shathak\n1 Sunrise Specter\n" + "".join(f"1 {name}\n" for name in names) + "40 Ruby Shard"
    report = check(text, "immortal")
    assert codes(report) == []
    assert unchecked(report) == ["card-unknown", "deckbuilding"]


def test_standard_has_sets_of_the_day() -> None:
    text = "4 Burn\n56 Ruby Shard"
    assert check(text, "standard").verdict is Verdict.LEGAL
    assert problems(check(text, "standard", on=LATER)) == [
        (
            "not-in-format",
            (
                "Burn is of \N{LEFT DOUBLE QUOTATION MARK}Shards of Fate\N{RIGHT DOUBLE QUOTATION MARK}, legal are "
                "Dead of Winter, Frostheart, Herofall, Scars of War: remove it"
            ),
        )
    ]
    between = check(text, "standard", on=date(2016, 7, 1))
    assert (between.verdict, unchecked(between)) == (Verdict.AS_FAR_AS_KNOWN, ["sets-unknown"])
    assert check("60 Ruby Shard", "standard", on=LATER).verdict is Verdict.LEGAL


def test_bans_are_unchecked_until_stated() -> None:
    text = "4 Burn\n56 Ruby Shard"
    for slug in ("constructed-1-2", "standard", "immortal"):
        assert unchecked(check(text, slug, OrganiserFacts(gems=GEMS))) == ["bans-unknown"]
    banned = OrganiserFacts(gems=GEMS, bans=(Ban("Burn", date(2015, 1, 1), "organiser"),))
    assert problems(check(text, known=banned)) == [("banned", "Burn is banned since 2015-01-01: remove all 4")]
    assert check(text, known=banned, on=date(2014, 12, 31)).verdict is Verdict.LEGAL


def test_limited_without_size_by_organiser_is_unchecked() -> None:
    text = "7 Burn\n33 Ruby Shard\nReserves\n20 Turbulence"
    report = check(text, "limited")
    assert (report.verdict, unchecked(report)) == (Verdict.AS_FAR_AS_KNOWN, ["size-unknown", "pool-unknown"])
    sized = OrganiserFacts(gems=GEMS, bans=(), least_in_limited=40)
    assert unchecked(check(text, "limited", sized)) == ["pool-unknown"]
    assert codes(check(text, "limited", OrganiserFacts(gems=GEMS, bans=(), least_in_limited=41))) == ["too-few-cards"]


def test_check_without_organiser_facts_is_never_legal() -> None:
    for slug, each in FORMATS.items():
        report = each.check(parse(f"{FILL}4 Burn\n56 Ruby Shard", CATALOGUE), ON)
        assert report.verdict is Verdict.AS_FAR_AS_KNOWN, slug
        assert summary(report).startswith("legal as far as known, ")
        assert report.alignments == {}


def test_card_search_finds_cards_by_format() -> None:
    def found(question: str) -> set[str]:
        return {card.name for card in parse_query(question, FIELDS).find(CATALOGUE.all_printings(), FIELDS)}

    deck_cards = {card.name for card in CATALOGUE if card.is_deck_card}
    assert found("f:constructed") == found("legal:immortal") == found("f:limited") == deck_cards
    assert found("f:standard on:2015-02-14") == deck_cards
    assert found("f:standard on:2018-03-05") == {card.name for card in CATALOGUE if card.unlimited}


lines = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from([*TROOPS, "Ruby Shard"]), st.sampled_from(["", " [Minor Wild Orb]"])),
    max_size=12,
)


@given(lines, st.randoms(use_true_random=False), st.sampled_from(sorted(FORMATS)))
def test_order_and_splitting_of_lines_change_no_codes(written, random, slug) -> None:
    whole = [f"{number} {name}{gem}" for number, name, gem in written]
    split = [f"1 {name}{gem}" for number, name, gem in written for _ in range(number)]
    random.shuffle(split)
    one, other = (check("\n".join(each), slug) for each in (whole, split))
    assert sorted(codes(one)) == sorted(codes(other))
    assert sorted(unchecked(one)) == sorted(unchecked(other))
    assert one.cards == other.cards


def test_citations_of_reports_exist_in_documents() -> None:
    text = "4 Battle Hopper\nWyatt the Sapper\n1 Jank Bot\n5 Burn [Minor A]\n1 Royal Diplomat [Minor A + Minor A]\n"
    text += "Nobody\n2 Mazat Ranger\nReserves\n16 Ruby Shard"
    cited: set[str] = set()
    for slug in FORMATS:
        report = check(text, slug, OrganiserFacts())
        cited |= {each.rule for each in (*report.problems, *report.warnings)}
        cited |= {each.rule for each in report.unchecked}
    known = {rule.id for book in RULEBOOKS.values() for rule in book.rules}
    assert {each for each in cited if not each.startswith("https://")} - known == {RUBY_CUP}
    assert {"UR:48", "UR:53", "UR:104", "UR:105", "UR:111", "UR:112", "HB:1.1"} < cited


def test_report_without_alignments_has_no_alignment_table() -> None:
    shown = as_text(check("59 Ruby Shard")).splitlines()
    assert shown[:3] == ["constructed-1-2 on 2015-02-14: not legal, 1 problem, 59 cards", "", "problems:"]


def test_formats_all_have_rule_and_settled_by() -> None:
    for each in FORMATS.values():
        assert each.rule
        assert Section.CHAMPIONS in each.open_sections
        assert each.settled_by
