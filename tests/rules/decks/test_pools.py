"""Pool formats: Epic, HEX, and any pool."""

from collections import Counter
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks import DeckReport, PoolError, Verdict, parse
from rules.epic.cards import CATALOGUE, Alignment, CardSet
from rules.epic.formats import FORMATS, RANDOM_SIXTY
from rules.epic.rulebooks import RULEBOOKS
from rules.hex.cards import CATALOGUE as HEX_CARDS
from rules.hex.formats import OrganiserFacts
from rules.hex.formats import formats as hex_formats

ON = date(2016, 6, 1)
BY_POOL = ("random-30", "sealed", "random-60", "pack-draft", "dark-draft", "cube-draft")
BY_TABLE = ("free-for-all", "hunter-first-blood", "hunter-last-one-standing", "hydra")
PLAYED = [card for card in CATALOGUE if card.is_deck_card]
ONCE = [card.name for card in PLAYED]


def of(alignment: Alignment, cards: int) -> str:
    """Return lines with single cards of the base set of one alignment."""
    names = [card.name for card in PLAYED if card.set is CardSet.BASE and card.deck_alignments == (alignment,)]
    assert len(names) >= cards
    return "".join(f"1 {name}\n" for name in names[:cards])


def pool_of(good: int, evil: int, sage: int, wild: int) -> str:
    return "".join(of(alignment, cards) for alignment, cards in zip(Alignment, (good, evil, sage, wild), strict=True))


def check(text: str, slug: str, pool: str | None = None) -> DeckReport:
    format_ = FORMATS[slug]
    if pool is not None:
        format_ = format_.with_pool(parse(pool, CATALOGUE))
    return format_.check(parse(text, CATALOGUE), ON)


def found(report: DeckReport) -> list[tuple[str, str, str]]:
    return [(problem.code, problem.message, problem.rule) for problem in report.problems]


POOLS = {
    "random-30": pool_of(8, 7, 8, 7),
    "sealed": pool_of(12, 11, 11, 11),
    "random-60": pool_of(15, 15, 15, 15),
    "pack-draft": pool_of(10, 10, 5, 5),
    "dark-draft": pool_of(0, 15, 15, 0),
    "cube-draft": pool_of(9, 9, 9, 9),
}
"""A pool of every format that has one."""


def first(cards: int, text: str) -> str:
    return "".join(text.splitlines(keepends=True)[:cards])


def test_formats_are_listed() -> None:
    assert list(FORMATS) == ["full-constructed", "preconstructed", "base-constructed", *BY_POOL, *BY_TABLE]
    assert [slug for slug, each in FORMATS.items() if each.needs_pool] == list(BY_POOL)


def test_citations_of_formats_exist() -> None:
    known = {rule.id for book in RULEBOOKS.values() for rule in book.rules}
    for slug, format_ in FORMATS.items():
        report = check("4 Kong\nSB: Lash\nWolf Token", slug)
        output = {each.rule for each in report.problems} | {each.rule for each in report.unchecked}
        assert {format_.rule, *output} <= known, slug


@pytest.mark.parametrize("slug", BY_POOL)
def test_check_limited_without_pool_is_unchecked(slug: str) -> None:
    report = check(first(30, POOLS[slug]), slug)
    assert (report.verdict, [each.code for each in report.unchecked]) == (Verdict.AS_FAR_AS_KNOWN, ["pool-unknown"])
    assert report.unchecked[0].rule == FORMATS[slug].rule
    assert not report.legal


@pytest.mark.parametrize("slug", BY_POOL)
def test_check_list_from_its_pool_is_legal(slug: str) -> None:
    report = check(first(30, POOLS[slug]), slug, POOLS[slug])
    assert (report.verdict, report.problems, report.unchecked) == (Verdict.LEGAL, (), ())


@pytest.mark.parametrize("slug", BY_POOL)
def test_card_outside_pool_is_reported_at_its_line(slug: str) -> None:
    absent = next(name for name in ONCE if f"1 {name}\n" not in POOLS[slug])
    text = first(29, POOLS[slug]) + f"1 {absent}\n"
    (problem,) = check(text, slug, POOLS[slug]).problems
    assert (problem.code, problem.card, problem.lines, problem.message) == (
        "not-from-pool",
        absent,
        (30,),
        f"1 x {absent}, 0 in the pool: remove 1",
    )


@pytest.mark.parametrize(
    ("slug", "pool", "wants"),
    [
        ("random-30", pool_of(8, 8, 8, 7), "30 cards"),
        ("sealed", pool_of(8, 7, 8, 7), "31 cards or more"),
        ("pack-draft", pool_of(10, 10, 10, 1), "30 cards"),
        ("dark-draft", pool_of(10, 10, 10, 3), "30 cards"),
        ("cube-draft", pool_of(10, 10, 10, 5), "36 cards"),
    ],
)
def test_pool_of_wrong_size_is_error(slug: str, pool: str, wants: str) -> None:
    cards = len(pool.splitlines())
    message = f"the pool has {cards} cards, and a pool of this format has {wants}: register it again"
    assert found(check(first(30, pool), slug, pool)) == [("pool-size", message, FORMATS[slug].rule)]


@pytest.mark.parametrize(
    ("pool", "fits"),
    [
        ((13, 14, 16, 17), True),  # the recorded question: this one can be right ...
        ((13, 14, 15, 18), False),  # ... and the one with 18 Wild cannot
        ((12, 16, 16, 16), False),
        ((15, 15, 15, 15), True),
        ((14, 14, 14, 14), True),  # the pool in exchange has 56
        ((16, 16, 12, 12), True),
        ((17, 15, 12, 12), False),
        ((15, 15, 15, 14), False),
    ],
)
def test_pool_of_random_sixty_has_alignment_sizes(pool: tuple[int, int, int, int], fits: bool) -> None:
    text = pool_of(*pool)
    report = check(first(30, text), "random-60", text)
    assert report.legal is fits
    shown = ", ".join(f"{number} {name}" for number, name in zip(pool[:3], ("Good", "Evil", "Sage"), strict=True))
    if not fits:
        message = (
            f"the pool has {sum(pool)} cards ({shown} and {pool[3]} Wild), and a pool of this format has 60 cards with "
            "13 to 17 of each alignment or 56 cards with 12 to 16 of each alignment: register it again"
        )
        assert found(report) == [("pool-size", message, RANDOM_SIXTY)]


def test_deck_of_random_sixty_has_30_cards_without_balance() -> None:
    assert [code for code, _, _ in found(check(first(31, POOLS["random-60"]), "random-60", POOLS["random-60"]))] == [
        "too-many-cards"
    ]
    free = [card.name for card in PLAYED if card.set is CardSet.BASE and card.cost == 0][:30]
    assert len(free) == 30
    assert check("".join(f"1 {name}\n" for name in free), "random-60").problems == ()


def test_pool_lines_are_added_up_across_sections_and_spellings() -> None:
    pool = POOLS["random-30"].replace(first(1, POOLS["random-30"]), "", 1)
    name = first(1, POOLS["random-30"])[2:].strip()
    assert check(POOLS["random-30"], "random-30", f"{pool}Sideboard\n{name.upper()}\n").legal


def test_tokens_and_gods_are_ignored_in_pool() -> None:
    pool = POOLS["random-30"] + "1 Wolf Token\n1 Maligus, the Dark One\n"
    assert check(POOLS["random-30"], "random-30", pool).legal
    report = check(POOLS["random-30"] + "1 Wolf Token\n", "random-30", pool)
    assert [problem.code for problem in report.problems] == ["token"]


def test_invalid_pool_is_reported_line_by_line() -> None:
    with pytest.raises(PoolError) as caught:
        FORMATS["dark-draft"].with_pool(parse("1 Kong\n1 Fire Shamen\n0 Lash\n1 Fire Shamen", CATALOGUE))
    first_, second = caught.value.messages
    assert first_.startswith("lines 2 and 4: ")
    assert "Fire Shaman" in first_
    assert second.startswith("line 3: ")
    with pytest.raises(PoolError, match=r"^no line of the pool names a card; write one card a line, like 3 Name$"):
        FORMATS["dark-draft"].with_pool(parse("// nothing\n", CATALOGUE))
    with pytest.raises(PoolError, match=r"^Full Constructed is built from no pool: leave the pool out$"):
        FORMATS["full-constructed"].with_pool(parse("1 Kong", CATALOGUE))


def test_pool_applies_to_its_format_only() -> None:
    bound = FORMATS["dark-draft"].with_pool(parse(POOLS["dark-draft"], CATALOGUE))
    assert bound != FORMATS["dark-draft"]
    assert check(first(30, POOLS["pack-draft"]), "dark-draft").acceptable


@given(st.data())
def test_card_in_pool_is_legal_and_one_more_is_not(data: st.DataObject) -> None:
    pool = data.draw(st.lists(st.sampled_from(ONCE), min_size=36, max_size=36), label="pool")
    deck = data.draw(st.permutations(pool), label="order")[: data.draw(st.integers(30, 36), label="cards")]
    written = "\n".join(pool)
    assert check("\n".join(deck), "cube-draft", written).legal
    name = data.draw(st.sampled_from(ONCE), label="more")
    more = Counter(pool)[name] + 1
    others = [each for each in deck if each != name][: 36 - more]
    report = check("\n".join([*others, *[name] * more]), "cube-draft", written)
    assert ("not-from-pool", name) in [(problem.code, problem.card) for problem in report.problems]


@pytest.mark.parametrize("slug", BY_TABLE)
def test_deck_construction_for_many_players_is_unspecified(slug: str) -> None:
    report = check(POOLS["random-30"], slug)
    assert (report.verdict, [(each.code, each.rule) for each in report.unchecked]) == (
        Verdict.AS_FAR_AS_KNOWN,
        [("building-unknown", FORMATS[slug].rule)],
    )
    assert check("60 Kong", slug).problems == ()
    assert found(check(first(29, POOLS["random-30"]), slug)) == [
        ("too-few-cards", "29 cards, minimum 30: add 1", "RB:the-many-epic-formats")
    ]


def test_base_constructed_is_full_constructed_of_base_set() -> None:
    ones = [card for card in PLAYED if card.cost == 1 and not card.doubtful]
    banned = {"Blind Faith", "Ceasefire", "Fumble"}
    base = [card.name for card in ones if card.set is CardSet.BASE and card.name not in banned][:20]
    other = next(card.name for card in ones if card.set is CardSet.TYRANTS)
    text = "".join(f"3 {name}\n" for name in base)
    assert check(text, "base-constructed").legal
    assert found(check(f"{text}1 {other}\n", "base-constructed")) == [
        ("not-in-format", f"{other} is of “Tyrants”: only the base set is legal: remove it", "EP:13.2.4")
    ]
    assert [code for code, _, _ in found(check(f"{text}1 {base[0]}\n", "base-constructed"))] == ["copies"]
    after = FORMATS["base-constructed"].check(parse(f"{text}1 Ceasefire\n", CATALOGUE), date(2019, 5, 1))
    assert [problem.code for problem in after.problems] == ["banned"]


def test_basic_shards_outside_hex_pool_are_unchecked() -> None:
    known = OrganiserFacts(gems=("Minor Wild Orb",), bans=(), least_in_limited=40)
    limited = hex_formats(known)["limited"].with_pool(parse("7 Burn\n3 Ruby Shard", HEX_CARDS))
    report = limited.check(parse("Champion: Gozzog\n7 Burn\n33 Ruby Shard", HEX_CARDS), ON)
    assert [(each.code, each.message) for each in report.unchecked] == [
        ("pool-free", "33 x Ruby Shard, 3 in the pool; whether more may be added is not known")
    ]
    assert report.problems == ()
    short = limited.check(parse("Champion: Gozzog\n8 Burn\n3 Ruby Shard", HEX_CARDS), ON)
    assert [problem.message for problem in short.problems if problem.code == "not-from-pool"] == [
        "8 x Burn, 7 in the pool: remove 1"
    ]
