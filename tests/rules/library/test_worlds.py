"""Sampled worlds: unknown cards are dealt from the rest of the decklist with equal probability."""

import random
import re
from collections import Counter
from itertools import permutations

import pytest

import rules
from tests.rules.epic.engine.games import HUMANS, TALL

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"
DRAWN = 3_000


def position(fields: str, anna: str = "20 Kong", ben: str = "3 Kong / 1 Lash / 2 Muse") -> rules.Table:
    return rules.position(f"{HEADERS}Deck Anna: {anna}\nDeck Ben: {ben}\nPosition\nTurn: Anna 5\n{fields}")


def cards_of(table: rules.Table, player: str) -> Counter[str]:
    """Return how often a player owns each card, by its name."""
    state, seat = table.state, table.players.index(player)
    table_of, owners = getattr(state, "table"), getattr(state, "owners")  # noqa: B009 - of Epic's state alone
    return Counter(table_of[cid].name for cid, owner in owners.items() if owner == seat)


def zones(table: rules.Table) -> tuple[tuple[str, ...], ...]:
    """Return the names in Ben's hand and in each group of his deck."""
    state = table.state
    seat, printed = getattr(state, "seats")[1], getattr(state, "table")  # noqa: B009 - of Epic's state alone
    return tuple(tuple(sorted(printed[cid].name for cid in zone)) for zone in (seat.hand, *seat.deck))


def squares(found: Counter[tuple[tuple[str, ...], ...]], expected: dict[tuple[tuple[str, ...], ...], float]) -> float:
    """Return chi-square of what was found against what is expected."""
    assert set(found) <= set(expected)
    return sum((found[world] - count) ** 2 / count for world, count in expected.items())


@pytest.mark.parametrize(
    ("fields", "left", "sizes", "known"),
    [
        # The unknown cards by zone, hand first; what is known of each zone besides.
        ("Ben hand: 2 ?\nBen discard: Kong\nBen deck: 3 ?\n", "Kong Kong Lash Muse Muse", (2, 3), ("", "")),
        ("Ben hand: Muse, ?\nBen deck: 2 ? / 2 ?\n", "Kong Kong Kong Lash Muse", (1, 2, 2), ("Muse", "", "")),
        ("Ben hand: ?\nBen deck: 3 ? / Kong, ?\n", "Kong Kong Lash Muse Muse", (1, 3, 1), ("", "", "Kong")),
        (
            "Anna champion: Kong (owner Ben)\nBen hand: 2 ?\nBen deck: 3 ?\n",
            "Kong Kong Lash Muse Muse",
            (2, 3),
            ("", ""),
        ),
    ],
)
def test_sample_world_draws_every_deal_equally_often(
    fields: str, left: str, sizes: tuple[int, ...], known: tuple[str, ...]
) -> None:
    table, chance = position(fields), random.Random(36)
    deals = Counter[tuple[tuple[str, ...], ...]]()
    for deal in permutations(left.split()):
        rest = iter(deal)
        deals[
            tuple(
                tuple(sorted([*(next(rest) for _ in range(size)), *named.split()]))
                for size, named in zip(sizes, known, strict=True)
            )
        ] += 1
    expected = {world: DRAWN * count / deals.total() for world, count in deals.items()}
    found = Counter(zones(table.sample_world(chance)) for _ in range(DRAWN))
    assert set(found) == set(expected)
    degrees = len(expected) - 1
    # Beyond this lies one sample in some thousands, by the approximation of Wilson and Hilferty.
    assert squares(found, expected) < degrees * (1 - 2 / (9 * degrees) + 3.5 * (2 / (9 * degrees)) ** 0.5) ** 3


def test_sample_world_is_determined_by_the_random_numbers() -> None:
    table = position("Ben hand: 3 ?\n", ben="10 Kong / 10 Lash / 10 Muse / 10 Wither")
    worlds = [[table.sample_world(random.Random(seed)).digest() for seed in range(9)] for _ in range(2)]
    assert worlds[0] == worlds[1]
    assert len(set(worlds[0])) > 1


def test_sample_world_leaves_table_unchanged() -> None:
    table = position("Ben hand: 3 ?\n")
    before = table.digest(), table.record(), table.unknown_cards
    world = table.sample_world(random.Random(1))
    world.apply(world.sample(random.Random(1)))
    assert (table.digest(), table.record(), table.unknown_cards) == before


def test_sample_world_counts_cards_named_later() -> None:
    table = position(
        "Ben hand: 3 ?\nAnna champion: Triceratops\n", anna="1 Triceratops / 20 Kong", ben="1 Spike Trap / 9 Lash"
    )
    for line in ("Anna attacks with Triceratops", "A: p", "Ben plays Spike Trap"):
        table.apply(line)
    for seed in range(20):
        world = table.sample_world(random.Random(seed))
        assert cards_of(world, "Ben") == Counter({"Spike Trap": 1, "Lash": 9})
        assert world.board("Ben").sides[1].hand.cards == ("Lash", "Lash")


def hide(text: str, table: rules.Table, player: str) -> str:
    """Return a position without the names in the hand and in the deck of ``player``."""
    side = table.board(rules.JUDGE).sides[table.players.index(player)]
    text = re.sub(rf"^{player} hand: .*$", f"{player} hand: {side.hand.count} ?", text, flags=re.MULTILINE)
    deck = re.search(rf"^{player} deck: (.*)$", text, re.MULTILINE)
    assert deck is not None
    sizes = [
        sum(int((re.match(r"(\d+) ", name) or ["", "1"])[1]) for name in group.split(", "))
        for group in deck[1].split(" / ")
    ]
    return text.replace(deck[0], f"{player} deck: {' / '.join(f'{size} ?' for size in sizes)}")


@pytest.mark.parametrize("seed", range(12))
def test_sample_world_of_real_game_preserves_lists_known_cards_and_public_view(seed: int) -> None:
    chance = random.Random(seed)
    table = rules.game([HUMANS, TALL]).rollout(chance, limit=chance.randrange(20, 120))
    if table.over:
        table.undo(9)
    text = table.position()
    for player in table.players:
        if table.board(rules.JUDGE).sides[table.players.index(player)].hand.count:
            text = hide(text, table, player)
    hidden = rules.position(text)
    world = hidden.sample_world(chance)
    assert hidden.unknown_cards
    assert world.unknown_cards == {}
    assert [cards_of(world, player) for player in world.players] == [
        cards_of(table, player) for player in table.players
    ]
    assert world.board(rules.PUBLIC) == hidden.board(rules.PUBLIC)
    assert rules.position(world.position()).digest() == rules.position(world.record()).digest() == world.digest()
    ended = world.rollout(chance, limit=60)
    assert rules.replay(ended.record()).final.digest() == ended.digest()


def test_sample_world_with_pending_loyalty_asks_what_hand_can_reveal() -> None:
    table = position("Anna hand: Angel of Death, 2 ?\n", anna="1 Angel of Death / 4 Kong / 4 Wither")
    table.apply("Anna plays Angel of Death")
    assert table.board(rules.PUBLIC).waiting == "Anna reveals 2 cards for Anna's Angel of Death or declines"
    found = Counter[tuple[tuple[str, ...], tuple[str, ...]]]()
    for seed in range(40):
        world = table.sample_world(random.Random(seed))
        assert world.board(rules.PUBLIC) == table.board(rules.PUBLIC)
        hand = world.board("Anna").sides[0].hand.cards
        found[hand or (), tuple(str(action) for action in world.legal())] += 1
    assert set(found) == {
        (("Kong", "Kong"), ("Anna: decline",)),
        (("Kong", "Wither"), ("Anna: decline",)),
        (("Wither", "Wither"), ("Anna: decline", "Anna: reveal Wither, Wither")),
    }


def test_sample_world_skips_offer_without_effect() -> None:
    table = position("Anna hand: Surprise Attack, ?\n", anna="1 Surprise Attack / 5 Wither / 5 Lash / 5 Kong")
    table.apply("Anna plays Surprise Attack")
    asked = Counter[tuple[tuple[str, ...], bool]]()
    for seed in range(60):
        world = table.sample_world(random.Random(seed))
        asked[world.board("Anna").sides[0].hand.cards or (), "offers" in world.board(rules.PUBLIC).waiting] += 1
    assert all(("Kong" in hand) == offered for hand, offered in asked)
    assert {offered for _, offered in asked} == {True, False}


def test_sample_world_accepts_decklists_in_any_form() -> None:
    table = rules.position(f"{HEADERS}Deck Anna: 20 Kong\nPosition\nTurn: Anna 5\nBen hand: 2 ?\nBen deck: 2 ?\n")
    parsed = rules.parse_deck("1 Kong\n3 Lash")
    names = ["Lash", "Kong", "Lash", "Lash"]
    worlds = [table.sample_world(random.Random(3), {"Ben": deck}) for deck in (parsed, parsed.deck, names)]
    assert len({world.digest() for world in worlds}) == 1
    assert "Deck Ben\n" in worlds[0].record()
    assert cards_of(worlds[0], "Ben") == Counter(names)


def test_sample_world_deals_part_of_longer_decklist() -> None:
    table = rules.position(f"{HEADERS}Deck Anna: 20 Kong\nPosition\nTurn: Anna 5\nBen hand: 1 ?\nBen deck: 1 ?\n")
    decks = {"Ben": ["Kong", "Lash", "Muse"]}
    found = {zones(table.sample_world(random.Random(seed), decks)) for seed in range(60)}
    assert found == {((one,), (other,)) for one, other in permutations(decks["Ben"], 2)}


def test_sample_world_of_known_game_is_the_same_game() -> None:
    table = rules.game([["Kong"] * 30] * 2)
    assert table.unknown_cards == {}
    assert table.sample_world(random.Random(0)).digest() == table.digest()


def test_random_play_with_unknown_cards_warns_unless_in_sampled_world() -> None:
    table = position("Ben hand: 3 ?\n")
    with pytest.warns(rules.UnknownCardsWarning, match=r"^random play never uses unknown cards \(Ben 6\)"):
        table.sample(random.Random(0))
    world = table.sample_world(random.Random(0))
    assert world.check(world.sample(random.Random(0))) == []


def test_rollout_with_unknown_cards_warns_and_plays_sampled_world() -> None:
    table = position("Ben hand: 2 ?\n", ben="9 Kong / 9 Lash")
    with pytest.warns(rules.UnknownCardsWarning, match=r"the unknown cards \(Ben 18\) were drawn at random"):
        ended = table.rollout(random.Random(4))
    assert (ended.over, ended.unknown_cards, table.history) == (True, {}, ())
    with pytest.warns(rules.UnknownCardsWarning):
        assert ended.digest() == table.rollout(random.Random(4)).digest()
    with pytest.warns(rules.UnknownCardsWarning):
        assert len(table.rollout(random.Random(4), limit=5).history) == 5
