"""A table accepts the lines of a record with the same meaning."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

import rules
from rules.judge.record.writer import write
from tests.conftest import ROOT
from tests.rules.epic.engine.games import HUMANS, TALL

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"
POSITION = (
    f"{HEADERS}Position\nTurn: Anna 5\nAnna health: 24\nBen health: 19\nAnna hand: Rage, Lash, Kong\n"
    "Anna champion: Triceratops, Wolf Token\nBen champion: Palace Guard\nBen hand: Spike Trap, Flash Fire\n"
)
SEEDED = f"{HEADERS}Seed: 82\nDeck Anna: 60 Kong\nDeck Ben: 30 Kong / 30 Lash\n"
UNLISTED = f"{HEADERS}Position\nTurn: Anna 5\nAnna hand: Surprise Attack, Lash\n"


@pytest.mark.parametrize(
    ("begin", "lines"),
    [
        (POSITION, ["Anna attacks with Triceratops"]),
        (POSITION, ["ANNA:attack with triceratops."]),
        (POSITION, ["12. Anna: attack with Triceratops   # both agree"]),
        (POSITION, ["[14:05] Anna: pass {she says so}"]),
        (POSITION, ["Anna：pass"]),  # noqa: RUF001 - the colon of another script
        (POSITION, ["Anna: attack with Triceratops / pass / B: pass / bl pal gua"]),
        (POSITION, ["A: a tric / p", "B: p / nb"]),
        (POSITION, ["Anna: kong"]),
        (POSITION, ["Anna plays Rage on Triceratops"]),
        (POSITION, ["Anna: play Rage > Wolf Token"]),
        (POSITION, ["Anna: play Rage, mode 1, target Triceratops"]),
        (POSITION, ["Anna: play Rage (draw)"]),
        (POSITION, ["Anna plays Kong, targeting Palace Guard"]),
        (POSITION, ["Anna: end turn"]),
        (POSITION, ["Anna swings at Ben with Triceratops", "Anna: ok", "Ben: ok", "Ben: no blockers"]),
        (POSITION, ["Anna attacks with Triceratops", "Anna passes", "Ben passes", "Palace Guard blocks"]),
        (POSITION, ["Anna concedes"]),
        (SEEDED, ["B: k / A: k", "Anna: kong"]),
        (SEEDED, ["B: k", "A: k", "A: kong", "A: p", "B: p", "B: p", "A: p"]),
        (UNLISTED, ["Anna plays Surprise Attack", "Anna draws Wither"]),
        (UNLISTED, ["Anna plays Surprise Attack", "*: A wither", "Anna: pass"]),
        (UNLISTED, ["Anna plays Surprise Attack / no", "chance: Anna draws Kong"]),
    ],
)
def test_lines_applied_to_table_equal_replayed_record(begin: str, lines: list[str]) -> None:
    table = rules.position(begin)
    for line in lines:
        assert table.check(line) == []
        table.apply(line)
    replayed = rules.replay(f"{begin}Plays\n" + "\n".join(lines))
    assert (replayed.verdict, replayed.final.digest()) == (rules.Verdict.LEGAL, table.digest())
    again = rules.replay(table.record())
    assert (again.verdict, again.final.digest()) == (rules.Verdict.LEGAL, table.digest())


RECORDS = sorted(path for folder in ("rules", "fixtures", "tests") for path in (ROOT / folder).rglob("*.rec"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_applied_line_by_line_equals_replay(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record, replayed = rules.record(text), rules.replay(text)
    table, ended = rules.position(write(replace(record, plays=(), branches=()))), rules.Verdict.LEGAL
    begun = table.digest(), table.record()
    applied, reasons = 0, tuple[rules.Violation, ...]()
    for play in record.plays:
        try:
            table.apply(f"{play.actor}: {play.words}")
        except rules.IllegalActionError as error:
            ended, reasons = rules.Verdict.ILLEGAL, tuple(error.violations)
            break
        except rules.UndeterminedError:
            ended = rules.Verdict.UNDETERMINED
            break
        applied += 1
    assert (ended, table.digest()) == (replayed.verdict, replayed.final.digest())
    assert reasons == (() if replayed.illegal is None else replayed.illegal.reasons)
    assert rules.replay(table.record()).final.digest() == table.digest()
    history = table.history
    if ended is rules.Verdict.LEGAL:
        whole = rules.position(text)
        assert [action for action in whole.history if action.action != "report"] == [
            action for action in history if action.action != "report"
        ]
        whole.undo(len(record.plays))
        assert (whole.digest(), whole.record()) == begun
    assert table.undo(applied) == history
    assert (table.digest(), table.record()) == begun


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        (["Ben: attack with Palace Guard"], rules.Verdict.ILLEGAL),
        (["Anna: attack with Triceratops / attack with Wolf Token / B: pass"], rules.Verdict.ILLEGAL),
        (["Anna: pass / B: play Kong"], rules.Verdict.ILLEGAL),
        (["Anna: play Flash Fire"], rules.Verdict.ILLEGAL),
    ],
)
def test_illegal_line_fails_as_in_record_and_changes_nothing(lines: list[str], verdict: rules.Verdict) -> None:
    table = rules.position(POSITION)
    before = table.digest(), table.record(), table.history
    replayed = rules.replay(f"{POSITION}Plays\n" + "\n".join(lines))
    assert replayed.illegal is not None
    assert replayed.verdict is verdict
    assert tuple(table.check(lines[0])) == replayed.illegal.reasons
    with pytest.raises(rules.IllegalActionError) as caught:
        table.apply(lines[0])
    assert tuple(caught.value.violations) == replayed.illegal.reasons
    assert (table.digest(), table.record(), table.history) == before


def test_apply_line_with_unstated_choice_asks_for_it() -> None:
    begin = f"{HEADERS}Position\nTurn: Anna 5\nAnna hand: Teleport\nAnna champion: Kong (expended)\n"
    lines = ["Anna: play Teleport", "Anna: target Kong", "Anna: target Palace Guard"]
    table = rules.position(f"{begin}Ben champion: Palace Guard\n")
    for line in lines[:2]:
        table.apply(line)
    before = table.digest(), table.history
    with pytest.raises(rules.UndeterminedError, match=r"a line `Anna: yes` or `Anna: no` is missing before it"):
        table.apply(lines[2])
    assert (table.digest(), table.history) == before
    table.apply("Anna: no")
    table.apply(lines[2])


def test_apply_later_part_of_line_when_it_is_pending() -> None:
    begin = f"{HEADERS}Position\nTurn: Anna 5\nAnna hand: Rain of Fire\nAnna gold: 1\nBen champion: 4 Wolf Token\n"
    table = rules.position(begin)
    lines = ["Anna: play Rain of Fire, mode 2", "Anna: target Wolf Token#1, Wolf Token#2, Wolf Token#3"]
    for line in lines:
        table.apply(line)
    replayed = rules.replay(f"{begin}Plays\n" + "\n".join(lines))
    assert (replayed.verdict, replayed.final.digest()) == (rules.Verdict.LEGAL, table.digest())
    table.undo()
    assert table.to_act == "Anna"
    assert table.history == ("Anna: play Rain of Fire, mode 2",)


def test_record_preserves_comments_and_clock_times() -> None:
    table = rules.position(POSITION)
    table.apply("[14:05] Anna: pass   # both agree")
    assert table.record().splitlines()[-1] == "1. Anna: pass [14:05]  # both agree"


@pytest.mark.parametrize("line", ["# both players agree so far", "  # Ben: concede"])
def test_apply_comment_line_changes_nothing(line: str) -> None:
    table = rules.position(POSITION)
    before = table.digest(), table.record(), table.history
    assert table.check(line) == []
    assert table.apply(line) == ()
    assert (table.digest(), table.record(), table.history) == before


@pytest.mark.parametrize("seed", range(8))
def test_apply_short_and_long_words_gives_equal_game(seed: int) -> None:
    table, chance = rules.game([HUMANS, TALL]), random.Random(seed)
    for _ in range(60):
        if table.over:
            break
        action = table.sample(chance)
        before, branch = table.state, table.copy()
        table.apply(action)
        words = action.partition(": ")[2]
        seat = -1 if action.player == rules.CHANCE else table.players.index(action.player)
        answer = table.game.notation.read(before, seat, words).action
        shorter = [
            short
            for short in table.game.notation.short_forms(before, answer)
            if table.game.notation.parses_as(before, seat, short, answer)
        ]
        who = "*" if seat < 0 else action.player[0].lower()
        branch.apply(f"7. {who}: {shorter[0] if shorter else words}  # said so")
        assert branch.digest() == table.digest()
        assert branch.history == table.history
    assert rules.verdict(table.record()) is rules.Verdict.LEGAL
