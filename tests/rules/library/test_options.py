"""Options of a table: who acts, the number of actions, chance, divided damage."""

import pickle
import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.options import MAX_LISTED
from tests.rules.epic.engine.games import HUMANS, TALL
from tests.rules.library.test_table import HEADERS

POSITION = f"{HEADERS}Position\nTurn: Anna 5\nAnna health: 24\nBen health: 30\n"
TO_DAMAGE = ("Anna: pass", "Ben: pass", "BLOCK", "Ben: pass", "Anna: pass")
DECK = "Anna deck: 59 Kong, 1 Lash\nBen deck: 20 Kong\n"


def dividing(attackers: str, blockers: str, extra: str = "") -> rules.Table:
    """Return the table where Anna divides the damage of her ``attackers`` among Ben's ``blockers``."""
    has = "".join(f"Anna champion: {name}\n" for name in attackers.split(", "))
    has += "".join(f"Ben champion: {name}\n" for name in blockers.split(", "))
    table = rules.position(f"{POSITION.replace('Position', f'{extra}Position')}{has}")
    table.apply(f"Anna: attack with {numbered(attackers)}")
    for line in TO_DAMAGE:
        table.apply(line.replace("BLOCK", f"Ben: block with {numbered(blockers)}"))
    return table


def numbered(names: str) -> str:
    """Return names as lines call things of which there are several of one name."""
    each = names.split(", ")
    return ", ".join(
        f"{name}#{each[: index + 1].count(name)}" if each.count(name) > 1 else name for index, name in enumerate(each)
    )


def drawing() -> rules.Table:
    """Return the table where chance says which of 59 Kong and one Lash Anna draws."""
    table = rules.position(f"{POSITION}{DECK}")
    chance = random.Random(0)
    while table.to_act != rules.CHANCE:
        table.apply(table.sample(chance))
    return table


def test_outcomes_of_draw_are_weighted_by_copies():
    table = drawing()
    assert table.to_act == rules.CHANCE
    assert table.outcomes() == (
        rules.Outcome(rules.Action("chance: Anna draws Kong"), Fraction(59, 60)),
        rules.Outcome(rules.Action("chance: Anna draws Lash"), Fraction(1, 60)),
    )
    assert [outcome.line for outcome in table.outcomes()] == list(table.legal())


def test_outcomes_for_decision_of_player_are_empty():
    table = rules.game([["Kong"] * 30, ["Lash"] * 30])
    assert (table.to_act, table.outcomes()) == ("Ben", ())


def test_chance_outcomes_of_unknown_cards_raise_undetermined():
    table = rules.position(f"{POSITION}Anna hand: Herald of Scara\n")
    table.apply("Anna: play Herald of Scara")
    assert table.to_act == rules.CHANCE
    for ask in (table.outcomes, lambda: table.sample(random.Random(0))):
        with pytest.raises(rules.UndeterminedError, match="unknown"):
            ask()
    table.apply("chance: Anna reveals Kong")


def in_any_order(lines: Iterable[str]) -> list[list[str]]:
    """Return lines without their order and that of the names in them, which numbers of cards decide."""
    return sorted(sorted(line.replace(",", "").split()) for line in lines)


@pytest.mark.parametrize(("variant", "count"), [("", 2), ("free-for-all", 3), ("hydra", 4)])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_sampled_lines_play_any_variant(variant, count, seed):
    table = rules.game([(HUMANS, TALL)[seat % 2] for seat in range(count)], "ABCD"[:count], variant=variant)
    chance = random.Random(seed)
    for index in range(120):
        if table.over:
            break
        outcomes, options = table.outcomes(), table.options(limit=200)
        assert (table.to_act == rules.CHANCE) == bool(outcomes)
        assert sum(outcome.probability for outcome in outcomes) in (0, 1)
        assert options.to_act == table.to_act
        assert table.count(201) == (len(options.lines) if options.complete else 201)
        line = table.sample(chance)
        assert table.check(line) == []
        if options.complete:
            assert options.lines == tuple(table.legal())
        if index % 10 == 0:
            again = rules.position(table.position())
            assert (again.digest(), again.to_act, again.count(201)) == (table.digest(), table.to_act, table.count(201))
            if options.complete:
                assert in_any_order(again.legal()) == in_any_order(options.lines)
        table.apply(line)
    assert rules.verdict(table.record()) is rules.Verdict.LEGAL


def test_options_after_end_of_game_are_empty():
    table = rules.game([["Kong"] * 30] * 2)
    table.apply("Ben: keep")
    table.apply("Ben: concede")
    assert (table.to_act, table.over, table.count(), table.outcomes()) == ("", True, 0, ())
    assert table.options() == rules.Options("", "", (), (), 0)
    with pytest.raises(ValueError, match="the game is over; no decision is pending"):
        table.sample(random.Random(0))


def test_options_list_lines_and_pending_decision():
    table = rules.game([["Kong"] * 30, ["Lash"] * 30])
    options = table.options()
    assert (options.to_act, options.asked, options.complete, options.division) == (
        "Ben", "Ben decides which cards of the opening hand to replace", True, None,
    )  # fmt: skip
    assert options.lines == tuple(table.legal())
    assert (options.count, table.count(), table.count(3)) == (6, 6, 3)


def test_options_with_millions_of_divisions_describe_them_in_common():
    table = dividing("Triceratops, Kong", ", ".join(["Palace Guard"] * 6))
    options = table.options()
    guards = tuple(f"Palace Guard#{number}" for number in range(1, 7))
    assert options.division == rules.Division(
        (rules.Dealer("Triceratops", 10, pierces=True), rules.Dealer("Kong", 13)), guards, 0, 6
    )
    assert (options.division.total, options.count, options.complete, len(options.lines)) == (23, 25_729_704, False, 3)
    assert [table.check(line) for line in options.lines] == [[]] * 3
    assert "divided in any way" in options.constraint
    assert table.count(500) == 500


def test_options_with_millions_of_lines_are_not_listed():
    table = dividing("Triceratops, Kong", ", ".join(["Palace Guard"] * 6))
    assert len(list(islice(table.legal(), 5))) == 5
    listed = table.legal()
    assert sum(1 for _ in islice(listed, MAX_LISTED)) == MAX_LISTED
    with pytest.raises(
        rules.TooManyActionsError, match=r"more than 10,000 actions are legal.*divided in any way"
    ) as output:
        next(listed)
    assert output.value.options == table.options()
    assert pickle.loads(pickle.dumps(output.value)).options == output.value.options
    with pytest.raises(rules.TooManyActionsError):
        rules.legal(table)


def test_options_with_few_divisions_are_listed():
    table = dividing("Kong", "Palace Guard, Palace Guard")
    options = table.options()
    assert (options.count, options.complete, options.lines) == (14, True, tuple(table.legal()))
    assert options.division == rules.Division((rules.Dealer("Kong", 13),), ("Palace Guard#1", "Palace Guard#2"), 0, 2)


def test_division_with_breakthrough_states_excess():
    division = dividing("Triceratops, Triceratops", "Palace Guard").options().division
    assert division == rules.Division(
        (rules.Dealer("Triceratops#1", 10, pierces=True), rules.Dealer("Triceratops#2", 10, pierces=True)),
        ("Palace Guard",), 0, 1, "Ben", 12, needs={"Palace Guard": 8},
    )  # fmt: skip


def test_check_illegal_line_has_nearest_legal_ones():
    table = dividing("Kong", "Palace Guard, Palace Guard")
    wrong = table.check("Anna: assign Kong: 8 to Palace Guard#1, 4 to Palace Guard#2")
    assert [reason.rule for reason in wrong] == ["4.4.11"]
    assert wrong.nearest[0] in (
        "Anna: assign Kong: 9 to Palace Guard#1, 4 to Palace Guard#2",
        "Anna: assign Kong: 8 to Palace Guard#1, 5 to Palace Guard#2",
    )
    again = pickle.loads(pickle.dumps(wrong))
    assert (list(again), again.nearest) == (list(wrong), wrong.nearest)
    assert table.options(near="Anna: assign Kong: 13 to Palace Guard#2", limit=3).lines[0] == (
        "Anna: assign Kong: 13 to Palace Guard#2"
    )


def test_apply_illegal_division_raises_with_nearest_legal_ones():
    table = dividing("Kong", "Palace Guard, Palace Guard")
    line = "Anna: assign Kong: 8 to Palace Guard#1, 4 to Palace Guard#2"
    before = table.state.digest()
    with pytest.raises(rules.IllegalActionError) as caught:
        table.apply(line)
    refused = caught.value
    assert (refused.constraint, refused.nearest) == (table.options(near=line).constraint, table.check(line).nearest)
    assert refused.constraint in str(refused)
    assert refused.nearest[0] in str(refused)
    assert table.state.digest() == before
    again = pickle.loads(pickle.dumps(refused))
    assert (str(again), again.nearest) == (str(refused), refused.nearest)
    table.apply(refused.nearest[0])


def test_apply_illegal_line_with_few_options_raises_with_reasons_only():
    table = rules.position(f"{POSITION}Anna champion: Triceratops\nBen champion: Palace Guard\n")
    with pytest.raises(rules.IllegalActionError) as caught:
        table.apply("Anna: attack with Palace Guard")
    assert (caught.value.constraint, caught.value.nearest) == ("", ())


def test_nearest_lines_have_similar_words():
    table = rules.position(f"{POSITION}Anna champion: Triceratops\nBen champion: Palace Guard\n")
    wrong = table.check("Anna: attack with Palace Guard")
    assert wrong.nearest == ("Anna: attack with Triceratops", "Anna: pass")
    assert table.check("Anna: pass").nearest == ()


def test_rule_of_citation_returns_its_text():
    table = rules.position(f"{POSITION}Anna champion: Kong\n")
    assert table.rule("4.4.1") == table.game.rulebooks["epic-complete"].get("4.4.1").text
    assert table.rule("I-40").startswith(table.game.interpretations["I-40"].problem)
    assert table.rule("nowhere") == ""


def test_board_as_text_depends_on_viewer():
    table = rules.position(
        f"{POSITION}Anna champion: Kong (damage 2)\nAnna hand: Lash, Lash\nBen champion: Wolf Token\n"
        "Ben discard: Wither\n"
    )
    assert str(table.board(rules.JUDGE)) == (
        "turn 5, Anna, Main Phase; Anna makes a play or passes\n"
        "  Anna: 24 health, 1 gold; hand 2 (2 Lash); deck 30; discard 0\n"
        "    Kong 13/14 (2 damage, prepared)\n"
        "  Ben: 30 health, 1 gold; hand 0; deck 30; discard 1 (Wither)\n"
        "    Wolf Token 2/2 (prepared)"
    )
    assert "hand 2 (2 Lash)" in str(table.board("ANNA"))
    assert "hand 2;" in str(table.board("Ben"))
    assert table.board("Anna") == table.board(0)
    assert table.board("Ben") == table.board(1)
    assert table.board(None) != table.board("judge") == table.board(rules.JUDGE)
    assert str(table) == str(table.board(rules.PUBLIC)) == str(table).replace("2 Lash", "")


def test_board_without_viewer_raises():
    table = rules.game([["Kong"] * 30] * 2)
    with pytest.raises(TypeError, match="viewer"):
        table.board()  # type: ignore[call-arg]  # what is tested
