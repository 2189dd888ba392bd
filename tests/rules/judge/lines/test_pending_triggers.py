"""Lines while triggers wait: forced actions, omitted offers and the search limit."""

from dataclasses import replace
from random import Random

import pytest

from rules.engine.game import Setup
from rules.epic.engine import ENGINE
from rules.games import EPIC
from rules.judge.output.full_form import expand_record
from rules.judge.output.random_play import record_game
from rules.judge.record import parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons

APPRENTICE = {"Anna_champion": "Forcemage Apprentice (expended)"}
FORCED = {
    "a target": ("Memory Spirit", "Anna: target Erase", {**APPRENTICE, "Anna_discard": "Erase"}),
    "a discard of the opponent": ("Knight of Shadows", "Ben: discard Kong", {**APPRENTICE, "Ben_hand": "Kong"}),
    "a loyalty that cannot be paid": ("White Knight", "Anna: decline", {}),
    "a loyalty of any number without cards": ("Chamberlain Kark", "Anna: decline", {"Anna_health": "60"}),
    "no recycling with an empty pile": ("Ogre Mercenary", "Anna: choose none", {"Anna_champion": "Fire Shaman"}),
}
"""A card that is played while two triggers wait, and a line that states an answer without alternative."""


@pytest.mark.parametrize(("card", "line", "fields"), FORCED.values(), ids=FORCED)
def test_forced_action_while_two_triggers_wait_is_legal(card: str, line: str, fields: dict[str, str]) -> None:
    replayed = judged(f"Anna: play {card}\n{line}", **{"Anna_hand": card, **fields})
    assert replayed.illegal is None


@pytest.mark.parametrize(("card", "line", "fields"), FORCED.values(), ids=FORCED)
def test_omitted_actions_are_expanded_with_their_players(card: str, line: str, fields: dict[str, str]) -> None:
    short = judged(f"Anna: play {card}\n{line}", **{"Anna_hand": card, **fields})
    full = replay(EPIC, parse(write(expand_record(short))))
    assert full.verdict is Verdict.LEGAL
    assert (full.final.digest(), full.decisions) == (short.final.digest(), short.decisions)


@pytest.mark.parametrize("case", ["a discard of the opponent", "a loyalty that cannot be paid"])
def test_forced_action_stated_or_omitted_gives_same_game(case: str) -> None:
    card, line, fields = FORCED[case]
    stated, left_out = (
        judged(f"Anna: play {card}\n{message}Anna: pass", **{"Anna_hand": card, **fields})
        for message in (f"{line}\n", "")
    )
    assert [stated.verdict, left_out.verdict] == [Verdict.LEGAL] * 2
    assert stated.final.digest() == left_out.final.digest()


@pytest.mark.parametrize("apprentices", range(6))
@pytest.mark.parametrize("pile", ["Erase", "Erase, Ceasefire"])
def test_target_with_any_number_of_waiting_triggers_is_legal(pile: str, apprentices: int) -> None:
    fields = {
        "Anna_hand": "Memory Spirit",
        "Anna_discard": pile,
        "Anna_champion": f"{apprentices} Forcemage Apprentice",
    }
    replayed = judged("Anna: play Memory Spirit\nAnna: target Erase\nAnna: pass", **fields)
    assert replayed.verdict is Verdict.LEGAL


@pytest.mark.parametrize("tokens", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("drinkers", [1, 2, 3])
def test_triggers_without_choices_resolve_before_pass(drinkers: int, tokens: int) -> None:
    replayed = judged(
        "Anna: play Apocalypse, mode 2\nAnna: pass",
        Anna_hand="Apocalypse", Ben_health="90",
        Anna_champion=f"{drinkers} Drinker of Blood", Ben_champion=f"{tokens} Zombie Token",
    )  # fmt: skip
    assert replayed.verdict is Verdict.LEGAL


def test_equal_triggers_against_many_champions_are_legal() -> None:
    table = {"Anna_champion": "20 Forcemage Apprentice", "Ben_champion": "40 Wolf Token", "Anna_discard": "Erase"}
    replayed = judged("Anna: play Memory Spirit\nAnna: target Erase\nAnna: pass", Anna_hand="Memory Spirit", **table)
    assert replayed.verdict is Verdict.LEGAL


@pytest.mark.parametrize("demons", [1, 2, 3, 5, 20])
def test_omitted_offers_of_many_triggers_are_undetermined(demons: int) -> None:
    replayed = judged(
        "Anna: play Bitten, mode 2, target Kong\nAnna: pass",
        Anna_hand="Bitten", Anna_champion=f"{demons} Spawning Demon", Ben_champion="Kong",
    )  # fmt: skip
    assert (replayed.verdict, replayed.illegal) == (Verdict.UNDETERMINED, None)
    assert "does not say whether Anna takes what Anna's Spawning Demon" in replayed.undetermined


def test_search_limit_reached_is_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.epic.notation.lines.branches.MAX_TRIED", 5)
    apprentices = ", ".join(f"Forcemage Apprentice (+{n}/+{n})" for n in range(1, 5))
    replayed = judged(
        "Anna: play Memory Spirit\nAnna: target Erase\nAnna: pass",
        Anna_hand="Memory Spirit", Anna_discard="Erase", Anna_champion=apprentices,
    )  # fmt: skip
    assert replayed.verdict is Verdict.UNDETERMINED
    assert "the search limit is reached, so the line is neither legal nor illegal" in replayed.undetermined


def test_offer_is_not_accepted_for_pick_of_another_trigger() -> None:
    table = {"Anna_hand": "Reaper", "Anna_champion": "Infernal Gatekeeper", "Ben_champion": "Kong, Palace Guard"}
    plays = "Anna: play Reaper\nAnna: resolve Infernal Gatekeeper\n{}Anna: target Kong\nAnna: pass"
    silent, taken, declined = (judged(plays.format(message), **table) for message in ("", "Anna: yes\n", "Anna: no\n"))
    assert silent.verdict is Verdict.UNDETERMINED
    assert [taken.verdict, declined.verdict] == [Verdict.LEGAL] * 2
    assert taken.final.digest() != declined.final.digest()


TELEPORT = {"Anna_hand": "Teleport", "Anna_champion": "Kong (expended, 5 damage)", "Ben_champion": "Palace Guard, Muse"}


def test_offer_excluded_by_later_lines_was_declined() -> None:
    plays = "Anna: play Teleport\nAnna: target Kong\n{}Anna: target Palace Guard\nAnna: attack with Kong"
    silent, spoken = (judged(plays.format(message), **TELEPORT) for message in ("", "Anna: no\n"))
    assert [silent.verdict, spoken.verdict] == [Verdict.LEGAL] * 2
    assert silent.final.digest() == spoken.final.digest()


def test_offer_declined_by_later_lines_is_expanded() -> None:
    plays = "Anna: play Teleport\nAnna: target Kong\nAnna: target Palace Guard\nAnna: attack with Kong"
    written = [play.words for play in expand_record(judged(plays, **TELEPORT)).plays]
    assert written == ["play Teleport", "target Kong", "no", "target Palace Guard", "attack with Kong"]


def test_offer_not_settled_by_later_lines_is_undetermined() -> None:
    replayed = judged("Anna: play Teleport\nAnna: target Kong\nAnna: target Palace Guard\nAnna: pass", **TELEPORT)
    assert replayed.verdict is Verdict.UNDETERMINED


def test_record_illegal_in_every_branch_ends_in_the_longest() -> None:
    plays = "Anna: play Teleport\nAnna: target Kong\nAnna: target Palace Guard\nAnna: attack with Kong\nBen: play Lash"
    replayed = judged(plays, **TELEPORT, Ben_hand="Lash")
    assert replayed.illegal is not None
    assert (replayed.illegal.text, reasons(replayed)[0][0]) == ("play Lash", "4.1.2")


UP_TO = {
    "Forked Lightning": "play",
    "Helion's Fury, mode 2": "play",
    "Markus, Watch Captain": "play",
    "Silver Dragon": "play",
    "Helion, the Dominator": "use",
    "Master Forcemage": "use",
}
"""Cards that ask for up to so many targets."""


@pytest.mark.parametrize(("card", "verb"), UP_TO.items(), ids=UP_TO)
@pytest.mark.parametrize("targets", ["Wolf Token", "Wolf Token, Zombie Token", "4 Wolf Token"])
@pytest.mark.parametrize(
    ("message", "verdict"),
    [("", Verdict.UNDETERMINED), ("Anna: target none\n", Verdict.LEGAL), ("Anna: nothing\n", Verdict.LEGAL)],
)
def test_omitted_targets_limit_is_equal_for_every_card(
    card: str, verb: str, targets: str, message: str, verdict: Verdict
) -> None:
    name = card.split(", mode", maxsplit=1)[0]
    where = {"Anna_hand": name} if verb == "play" else {"Anna_champion": name}
    assert judged(f"Anna: {verb} {card}\n{message}Anna: pass", Ben_champion=targets, **where).verdict is verdict


@pytest.mark.parametrize("seed", range(8))
def test_order_omitted_in_legal_game_never_makes_it_illegal(seed: int) -> None:
    chance = Random(seed)
    decks = (ENGINE.random_deck(chance), ENGINE.random_deck(chance))
    record = parse(write(record_game(EPIC, Setup(("Ann", "Ben"), decks, 0, "RB-2017"), seed)))
    stored = [play for play in record.plays if not play.words.startswith("resolve ")]
    silent = replay(EPIC, replace(record, plays=tuple(stored)))
    assert silent.illegal is None
    if silent.verdict is Verdict.LEGAL:
        assert silent.final.digest() == replay(EPIC, record).final.digest()


@pytest.mark.parametrize("count", [2, 8, 9, 20])
def test_number_of_equal_offers_does_not_matter(count: int) -> None:
    fields = {
        "Anna_champion": ", ".join(["Guilt Demon"] * count),
        "Ben_champion": "Kong",
        "Ben_health": "100",
        "Ben_discard": "Medusa, Kong, Flame Strike",
    }
    lines = "Anna: attack with all\nAnna: target Medusa\n"
    assert judged(f"{lines}Anna: pass", **fields).verdict == "legal"
    assert judged(lines + "Anna: no\n" * (count - 1) + "Anna: pass", **fields).verdict == "legal"
