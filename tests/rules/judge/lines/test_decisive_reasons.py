"""The first reason of an illegal line is the decisive one."""

import pytest

from tests.rules.judge.disputed import judged, reasons

WAITING = {
    "a target of a tribute": (
        "Anna: play Kong",
        {"Anna_hand": "Kong, Triceratops, Lash", "Ben_champion": "Muse, Palace Guard"},
    ),
    "an order of triggers": (
        "Anna: play Kong",
        {"Anna_hand": "Kong, Triceratops", "Anna_champion": "Fire Shaman", "Ben_champion": "Muse, Palace Guard"},
    ),
    "an offer": (
        "Anna: play Palace Guard",
        {"Anna_hand": "Palace Guard, Triceratops", "Ben_champion": "Kong, Triceratops"},
    ),
    "a loyalty": (
        "Anna: play Medusa",
        {"Anna_hand": "Medusa, Triceratops, Wither, Apocalypse", "Ben_champion": "Kong"},
    ),
}
"""A play after which something of a trigger is asked."""


def first(plays: str, fields: dict[str, str]) -> tuple[str, str]:
    return reasons(judged(plays, **fields))[0]


@pytest.mark.parametrize(("play", "fields"), WAITING.values(), ids=WAITING)
def test_attack_while_deploying_is_named_before_waiting_triggers(play: str, fields: dict[str, str]) -> None:
    champion = play.removeprefix("Anna: play ")
    rule, text = first(f"{play}\nAnna: attack with {champion}", fields)
    assert (rule, text.split(": ")[0]) == ("5.17.1", f"Anna's {champion} cannot attack")


@pytest.mark.parametrize(("play", "fields"), WAITING.values(), ids=WAITING)
def test_second_gold_is_named_before_waiting_triggers(play: str, fields: dict[str, str]) -> None:
    champion = play.removeprefix("Anna: play ")
    assert first(f"{play}\nAnna: play Triceratops", fields) == (
        "3.6.3",
        f"Triceratops costs 1 gold here and Anna has 0: 1 gold was spent on {champion}.",
    )


@pytest.mark.parametrize(("play", "fields"), WAITING.values(), ids=WAITING)
@pytest.mark.parametrize("line", ["play Lash", "use Forcemage Apprentice", "attack with Muse", "pass"])
def test_play_without_initiative_is_named_before_waiting_triggers(play: str, fields: dict[str, str], line: str) -> None:
    champions = f"{fields['Ben_champion']}, Forcemage Apprentice"
    table = {**fields, "Ben_hand": "Lash", "Ben_champion": champions}
    assert first(f"{play}\nBen: {line}", table) == ("4.1.2", "Ben does not have initiative; Anna has it.")


def test_legal_play_while_trigger_waits_is_illegal_for_the_trigger() -> None:
    fields = {"Anna_hand": "Kong, Lash", "Ben_champion": "Muse, Palace Guard"}
    assert first("Anna: play Kong\nAnna: play Lash", fields)[0] == "5.6.3"


SHORT = {
    "spent on a card": (
        {"Anna_hand": "Kong, Triceratops"}, "Anna: play Kong\nAnna: play Triceratops",
        "Triceratops costs 1 gold here and Anna has 0: 1 gold was spent on Kong.",
    ),
    "bound to an alignment": (
        {"Anna_hand": "Brachiosaurus, Palace Guard"}, "Anna: play Brachiosaurus\nAnna: play Palace Guard",
        (
            "Palace Guard costs 1 gold here and Anna has 0: 1 gold is bound to Wild cards and powers (I-151) and "
            "1 gold was spent on Brachiosaurus."
        ),
    ),
    "bound gold spent as well": (
        {"Anna_hand": "Brachiosaurus, Kong, Triceratops"},
        "Anna: play Brachiosaurus\nAnna: play Triceratops\nAnna: play Kong",
        "Kong costs 1 gold here and Anna has 0: 1 gold was spent on Brachiosaurus and 1 gold was spent on Triceratops.",
    ),
    "not there from the beginning": (
        {"Anna_hand": "Triceratops", "Anna_gold": "0"}, "Anna: play Triceratops",
        "Triceratops costs 1 gold here and Anna has 0.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("fields", "plays", "text"), SHORT.values(), ids=SHORT)
def test_lack_of_gold_states_where_it_was_spent(fields: dict[str, str], plays: str, text: str) -> None:
    assert first(plays, fields) == ("3.6.3", text)


NOTHING = {
    "no champion of the kind": (
        {"Anna_champion": "White Knight", "Ben_champion": "Kong"}, "Anna: use White Knight\nAnna: target Kong",
        'nothing qualifies, as it asks for "a target Evil champion", and there is none.',
    ),
    "no card in any pile": (
        {"Anna_champion": "Guilt Demon"}, "Anna: attack with Guilt Demon\nAnna: yes",
        'nothing qualifies, as it asks for "a target card from any discard pile", and there is none.',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("fields", "plays", "why"), NOTHING.values(), ids=NOTHING)
def test_choice_without_candidates_states_why(fields: dict[str, str], plays: str, why: str) -> None:
    text = first(plays, fields)[1]
    assert text[text.index("nothing qualifies") :] == why


def test_tribute_without_target_names_untargetable_champion() -> None:
    fields = {"Anna_hand": "Sea Titan", "Ben_champion": "Steel Golem"}
    assert reasons(judged("Anna: play Sea Titan\nAnna: target Steel Golem", **fields))[1] == (
        "5.6.2",
        (
            "The tribute of Anna's Sea Titan has no legal target and does not apply (I-51): it asks for "
            "\"a target champion\", and Ben's Steel Golem and Anna's Sea Titan cannot be targeted (5.12.1)."
        ),
    )


@pytest.mark.parametrize(
    ("card", "line", "fields", "expected"),
    [
        (
            "White Knight",
            "reveal Kong, Lash",
            {"Anna_hand": "White Knight, Palace Guard, Inner Peace", "Anna_champion": "Noble Unicorn"},
            ("5.3.1", "Kong is not in Anna's hand."),
        ),
        (
            "Memory Spirit",
            "target Kong",
            {
                "Anna_hand": "Memory Spirit",
                "Anna_champion": "Forcemage Apprentice",
                "Anna_discard": "Erase, Ceasefire",
                "Ben_champion": "Kong",
            },
            ("5.20.2", ""),
        ),
    ],
)
def test_invalid_pick_for_waiting_trigger_has_its_own_reason(
    card: str, line: str, fields: dict[str, str], expected: tuple[str, str]
) -> None:
    rule, text = first(f"Anna: play {card}\nAnna: {line}", fields)
    assert (rule, text if expected[1] else "") == expected
