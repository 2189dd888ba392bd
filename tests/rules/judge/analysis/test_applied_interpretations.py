"""A verdict names each point on which it rests: wherever another reading would have led elsewhere, at that line.

Each case is played as the preset reads the point; the same record under the other option ends differently, and
the verdict names the point all the same, at the line where it decided.
"""

from dataclasses import replace

import pytest

from rules.epic.interpretations import INTERPRETATIONS
from rules.games import EPIC
from rules.judge.analysis.applied_interpretations import applied_interpretations
from rules.judge.board import JUDGE
from rules.judge.record import parse
from rules.judge.record.model import Header, Record
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from tests.rules.judge.disputed import judged, reasons

BOOK, COMPLETE = "RB-2017", "CR-2016-03"


def resting(replayed: Replay, point: str) -> list[tuple[int, bool]]:
    """Return the words of the line at which ``point`` decided, and whether it is a reason of the illegal line."""
    return [(rest.line, rest.is_reason) for rest in applied_interpretations(replayed) if rest.id == point]


def line_of(replayed: Replay, number: int) -> int:
    """Return the line of play ``number``, from 1."""
    return replayed.record.plays[number - 1].place.line


def in_lines(plays: str) -> str:
    """Return plays written in a row, one a line."""
    return plays.replace(" / ", "\n")


def other_interpretation(replayed: Replay, point: str) -> Replay:
    """Replay the same record with the reading of ``point`` that is not its version's."""
    return replay(EPIC, with_reading(replayed, point, 2 - INTERPRETATIONS[point].default_option(replayed.version)))


def with_reading(replayed: Replay, point: str, number: int) -> Record:
    """Return the same record with a reading of ``point``, by its number from 1."""
    header = Header("Interpretations", f"{point}={number}")
    return replace(replayed.record, headers=(*replayed.record.headers, header))


CASES = {
    "a power is used on the opponent's turn": (
        ("I-11", 2, BOOK), {"Ben_champion": "Time Master"}, "Anna: pass / Ben: use Time Master, power 1"
    ),
    "a champion of cost 1 does not trigger its own ally ability": (
        ("I-57", 1, BOOK), {"Anna_hand": "Royal Escort"}, "Anna: play Royal Escort"
    ),
    "a deploying champion blocks": (
        ("I-96", 4, COMPLETE), {"Anna_champion": "Kong", "Ben_champion": "Muse (deploying)"},
        "Anna: attack with Kong / Anna: pass / Ben: pass / Ben: block with Muse",
    ),
    "a champion attacks twice": (
        ("I-93", 1, BOOK), {"Anna_champion": "Kong (attacked)"}, "Anna: attack with Kong"
    ),
    "a blocker that expends stays in the battle": (
        ("I-77", 5, BOOK), {"Anna_champion": "Kong", "Ben_champion": "Hunting Raptors, Muse"},
        ("Anna: attack with Kong / Anna: pass / Ben: pass / Ben: block with Hunting Raptors, Muse / "
        "Ben: use Hunting Raptors / Ben: target Anna"),
    ),
    "a blocker that expends deals its damage": (
        ("I-78", 5, BOOK), {"Anna_champion": "Kong", "Ben_champion": "Hunting Raptors"},
        ("Anna: attack with Kong / Anna: pass / Ben: pass / Ben: block with Hunting Raptors / "
        "Ben: use Hunting Raptors / Ben: target Anna / Ben: pass / Anna: pass"),
    ),
    "an attack stays blocked without blockers": (
        ("I-75", 9, BOOK), {"Anna_champion": "Kong", "Anna_hand": "Lash", "Ben_champion": "Muse (1 damage)"},
        ("Anna: attack with Kong / Anna: pass / Ben: pass / Ben: block with Muse / Ben: pass / Anna: play Lash / "
        "Anna: target Muse / Anna: pass / Ben: pass"),
    ),
    "a battle goes on without attackers": (
        ("I-76", 4, BOOK), {"Anna_champion": "Muse", "Ben_hand": "Flash Fire"},
        "Anna: attack with Muse / Anna: pass / Ben: play Flash Fire, mode 1 / Ben: pass",
    ),
    "all breakthrough damage is kept on the blocker": (
        ("I-80", 7, BOOK), {"Anna_champion": "Triceratops", "Ben_champion": "Muse"},
        ("Anna: attack with Triceratops / Anna: pass / Ben: pass / Ben: block with Muse / Ben: pass / Anna: pass / "
        "Anna: assign Triceratops: 10 to Muse"),
    ),
    "breakthrough has to get over the full defense of a damaged blocker": (
        ("I-81", 6, BOOK), {"Anna_champion": "Triceratops", "Ben_champion": "Hill Giant (+2 defense, 3 damage)"},
        "Anna: attack with Triceratops / Anna: pass / Ben: pass / Ben: block with Hill Giant / Ben: pass / Anna: pass",
    ),
    "the opponent keeps more than seven cards": (
        ("I-90", 2, BOOK), {"Ben_hand": "9 ?"}, "Anna: pass / Ben: pass"
    ),
    "the defending player's plays lead to another round before blocks": (
        ("I-39", 4, COMPLETE), {"Anna_champion": "Kong", "Ben_hand": "Flash Fire", "Ben_champion": "Triceratops"},
        "Anna: attack with Kong / Anna: pass / Ben: play Flash Fire, mode 1 / Ben: pass / Anna: pass",
    ),
    "what triggers in a batch waits for the next": (
        ("I-48", 3, BOOK),
        {"Anna_champion": "Fire Shaman, Soul Hunter (2 damage)", "Anna_hand": "Flame Strike",
         "Ben_champion": "Soul Hunter"},
        "Anna: play Flame Strike / Anna: target Ben's Soul Hunter / Anna: target Anna's Soul Hunter",
    ),
    "damage to two things at once is heard once": (
        ("I-131", 7, BOOK), {"Anna_champion": "Vampire Lord", "Ben_champion": "Muse, Lurking Giant"},
        ("Anna: attack with Vampire Lord / Anna: pass / Ben: pass / Ben: block with Muse, Lurking Giant / Ben: pass / "
        "Anna: pass / Anna: assign Vampire Lord: 2 to Muse, 3 to Lurking Giant"),
    ),
    "a champion that breaks sees others break with it": (
        ("I-122", 1, BOOK), {"Anna_hand": "Flash Fire", "Ben_champion": "Drinker of Blood (3 damage), Muse"},
        "Anna: play Flash Fire, mode 1",
    ),
    "an event card brings in who would be an ally": (
        ("I-57", 2, BOOK), {"Anna_hand": "Final Task", "Anna_discard": "Spawning Demon, Kong"},
        "Anna: play Final Task, mode 2 / Anna: choose Spawning Demon"
    ),
    "an event card does not hear itself in the discard pile": (
        ("I-57", 1, BOOK), {"Anna_hand": "Inner Peace"}, "Anna: play Inner Peace"
    ),
    "a champion that enters in the Start Phase is deploying in that turn": (
        ("I-35", 2, BOOK), {"Ben_discard": "Soul Hunter"}, "Anna: pass / Ben: pass"
    ),
}  # fmt: skip
"""What happens, and the point on which it rests: its id, the play at which it decides, the rules version."""


@pytest.mark.parametrize(("where", "fields", "plays"), CASES.values(), ids=CASES)
def test_interpretation_is_named_where_it_decides_a_legal_line(where, fields, plays) -> None:
    point, play, version = where
    replayed = judged(in_lines(plays), version, **fields)
    assert str(replayed.verdict) == "legal"
    assert resting(replayed, point) == [(line_of(replayed, play), False)]
    other = other_interpretation(replayed, point)
    assert (str(other.verdict), other.facts()["board"]) != (str(replayed.verdict), replayed.facts()["board"])


ENDED = {
    "a deck that is empty at the draw of the Start Phase": (
        ("win", ["4.2.3", "1.2.1", "1.6.2", "I-17", "I-26"]), {"Ben_deck": "none"}, "Anna: pass / Ben: pass"
    ),
    "righteous damage against lethal damage": (
        ("eliminated", ["1.2.2", "1.5.4", "5.13.3", "I-91"]),
        {"Anna_champion": "Burrowing Wurm", "Ben_champion": "Avenging Angel", "Ben_health": "5"},
        ("Anna: attack with Burrowing Wurm / Anna: pass / Ben: pass / Ben: block with Avenging Angel / Ben: pass / "
        "Anna: pass / Anna: assign Burrowing Wurm: 6 to Avenging Angel, 12 to Ben"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("end", "fields", "plays"), ENDED.values(), ids=ENDED)
def test_interpretation_is_named_where_it_decides_end_of_game(end, fields, plays) -> None:
    kind, cited = end
    replayed = judged(in_lines(plays), **fields)
    assert [list(event.rules) for event in replayed.final.log if event.kind == kind] == [cited]
    assert [rest.id for rest in applied_interpretations(replayed) if rest.id == cited[-1]] == [cited[-1]]


@pytest.mark.parametrize(("reading", "stays"), [(1, "Muse"), (2, "")])
def test_unbreakable_champion_without_defense_names_interpretation_once(reading, stays) -> None:
    fields = {"Anna_hand": "Flash Fire", "Anna_champion": "Kong", "Ben_champion": "Muse (unbreakable, -3 defense)"}
    replayed = judged(in_lines("Anna: play Flash Fire, mode 1 / Anna: attack with Kong"), **fields)
    replayed = replay(EPIC, with_reading(replayed, "I-105", reading))
    output = [event.kind for event in replayed.final.log if "I-105" in event.rules]
    assert (output, resting(replayed, "I-105")) == (
        ["unbreakable" if stays else "break"],
        [(line_of(replayed, 1), False)],
    )
    assert [champion.name for champion in replayed.board(2, JUDGE).sides[1].pieces] == [stays] * bool(stays)


def test_ally_removed_by_event_card_before_trigger_is_named() -> None:
    """Abilities that hear a card once it has resolved do not hear what has taken them away."""
    fields = {"Anna_hand": "Apocalypse", "Anna_champion": "Spawning Demon"}
    plays = "Anna: play Apocalypse, mode 2"
    for reading, kind in ((1, "trigger"), (2, "no-ally")):
        replayed = replay(EPIC, with_reading(judged(plays, **fields), "I-57", reading))
        assert [event.kind for event in replayed.final.log if "I-57" in event.rules] == [kind]
        assert resting(replayed, "I-57") == [(line_of(replayed, 1), False)]


def test_event_that_changes_no_ally_names_no_interpretation() -> None:
    fields = {"Anna_hand": "Final Task", "Anna_discard": "Kong, Fire Shaman", "Anna_champion": "Fire Shaman"}
    replayed = judged(in_lines("Anna: play Final Task, mode 2 / Anna: choose Fire Shaman"), **fields)
    assert resting(replayed, "I-57") == []


@pytest.mark.parametrize("hand", ["Lash", "Wither, Plague"])
def test_loyalty_names_interpretation_without_revealing_hand(hand) -> None:
    """Were it named with too few cards only, everybody would know that there are too few."""
    fields = {"Anna_hand": f"Angel of Death, {hand}"}
    record = with_reading(judged("Anna: play Angel of Death", **fields), "I-109", 2)
    replayed = replay(EPIC, record)
    assert resting(replayed, "I-109") == [(line_of(replayed, 1), False)]


def test_unbreakable_champion_with_lethal_damage_names_no_interpretation() -> None:
    replayed = judged(
        "Anna: play Flash Fire, mode 1", Anna_hand="Flash Fire", Ben_champion="Muse (unbreakable, 1 damage)"
    )
    assert resting(replayed, "I-105") == []


def test_first_mulligan_names_interpretation_of_its_order() -> None:
    plays = "Record: 1\nGame: epic\nRules: {}\nPlayers: Anna, Ben\nFirst: Anna\nPlays\n{}: keep\n"
    for version, who in ((BOOK, "Ben"), (COMPLETE, "Anna")):
        replayed = replay(EPIC, parse(plays.format(version, who)))
        assert resting(replayed, "I-27") == [(7, False)]


@pytest.mark.parametrize(
    ("champion", "play", "reason"),
    [
        ("Muse (deploying)", "attack with Muse", "I-10"),
        ("Time Master (deploying)", "use Time Master, power 1", "I-10"),
    ],
)
def test_reason_names_interpretation_it_rests_on(champion, play, reason) -> None:
    assert resting(judged(f"Anna: {play}", Anna_champion=champion), reason) == [(14, True)]


def test_champion_play_in_battle_without_attackers_is_illegal() -> None:
    fields = {"Anna_champion": "Muse", "Anna_hand": "Triceratops", "Ben_hand": "Flash Fire"}
    plays = "Anna: attack with Muse / Anna: pass / Ben: play Flash Fire, mode 1 / Ben: pass / Anna: play Triceratops"
    why = "Triceratops has no ambush: a champion is not played during a battle, which goes on without attackers (I-76)."
    assert reasons(judged(in_lines(plays), **fields)) == [("3.2.3a", why)]


def test_block_of_group_is_illegal_with_every_rule() -> None:
    fields = {"Anna_champion": "Knight of Shadows, Muse", "Ben_champion": "Kong"}
    plays = "Anna: attack with Knight of Shadows, Muse / Anna: pass / Ben: pass / Ben: block with Kong"
    why = (
        "Ben's Kong can block none of the attackers: every attacker is airborne, which it is not, or unblockable "
        "(5.10.1) (I-74)."
    )
    assert reasons(judged(in_lines(plays), **fields)) == [("5.2.1", why)]


def test_trigger_of_later_batch_cannot_resolve_in_current_one() -> None:
    fields = {"Anna_champion": "Fire Shaman, Fire Shaman", "Ben_champion": "Soul Hunter (2 damage)"}
    plays = "Anna: play Burrowing Wurm / Anna: resolve Fire Shaman#1: ally / Anna: target Soul Hunter / "
    late = "Ben: resolve Soul Hunter: trigger"
    replayed = judged(in_lines(plays + late), Anna_hand="Burrowing Wurm", **fields)
    assert reasons(replayed)[:2] == [
        ("3.2.5b", "What Soul Hunter triggered while others resolve waits until all of those are done (I-48)."),
        ("5.18.3", "The ally ability of Anna's Fire Shaman#2 has triggered and is not optional (I-101)."),
    ]
    assert resting(replayed, "I-48") == [(line_of(replayed, 3), True)]


def test_triggers_of_player_with_initiative_come_first() -> None:
    fields = {"Anna_champion": "Fire Shaman", "Anna_hand": "Flame Strike", "Ben_champion": "Soul Hunter, Kong"}
    plays = "Anna: play Flame Strike / Anna: target Soul Hunter / Ben: resolve Soul Hunter: trigger"
    assert reasons(judged(in_lines(plays), **fields))[0] == (
        "3.2.5a",
        "What Soul Hunter triggered resolves after Anna's triggers, which come first.",
    )


def test_trigger_resolved_by_other_player_is_illegal() -> None:
    fields = {"Anna_champion": "Fire Shaman", "Anna_hand": "Burrowing Wurm", "Ben_champion": "Muse"}
    assert reasons(judged("Anna: play Burrowing Wurm\nBen: resolve Fire Shaman: ally", **fields)) == [
        ("3.2.5a", "What Anna's Fire Shaman triggered is for Anna to resolve, not for Ben."),
        ("5.20.1", "Ben cannot resolve a trigger now: first Anna picks a target for Anna's Fire Shaman."),
    ]


def test_block_after_blocks_step_is_illegal() -> None:
    fields = {"Anna_champion": "Kong", "Ben_hand": "Muse"}
    plays = "Anna: attack with Kong / Anna: pass / Ben: pass / Ben: play Muse / Ben: block with Muse"
    assert reasons(judged(in_lines(plays), **fields)) == [
        ("4.4.6[1]", "Blockers are declared before this: Ben did not block, and no more are declared."),
        ("RB:battle-phase/before-damage-step", "Ben cannot block now: first Ben makes a play or passes."),
    ]


def test_recycle_of_resolving_event_is_illegal() -> None:
    fields = {"Anna_hand": "Spike Trap", "Anna_discard": "Kong, Lash"}
    assert reasons(judged("Anna: play Spike Trap\nAnna: choose Spike Trap, Kong", **fields)) == [
        ("5.5.6", "Spike Trap is being carried out and cannot be recycled yet (2.2.4).")
    ]
