"""Claims at a moment that did not occur, and of triggers out of order."""

from typing import Final

from tests.rules.judge.unfounded_claims.claim import Claim

MOMENTS: Final[dict[str, Claim]] = {
    "a card drawn after a pass": (
        "Anna: pass / chance: Anna draws Kong",
        {},
        "1.6.3",
        ("turn", "starts"),
    ),
    "a card drawn as another's turn starts": (
        "Anna: pass / Ben: pass / chance: Ben draws Muse / chance: Anna draws Kong",
        {},
        "1.6.3",
        ("turn", "starts"),
    ),
    "cards discarded at the end of another's turn": (
        "Ben: pass / Anna: pass / Anna: discard Kong, Lash",
        {"Turn": "Ben 6", "Anna_hand": "Kong, Lash, 7 ?"},
        "1.7.4",
        ("own turn",),
    ),
    "cards discarded with seven in hand": (
        "Anna: pass / Ben: pass / Anna: discard Kong",
        {"Anna_hand": "Kong, Lash, 5 ?"},
        "1.7.4",
        ("seven",),
    ),
    "cards discarded in the middle of the turn": (
        "Anna: discard Kong",
        {"Anna_hand": "Kong, Lash, 6 ?"},
        "1.7.4",
        ("end",),
    ),
    "a start of turn in another's turn": (
        "Ben: pass / Anna: yes",
        {"Turn": "Ben 6", "Anna_champion": "Muse"},
        "4.2.5",
        ("Muse", "start"),
    ),
    "a start of turn in the Main Phase": (
        "Anna: play Burrowing Wurm / Anna: yes",
        {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Muse"},
        "4.2.5",
        ("Muse", "start"),
    ),
    "a start of turn with a card that came later": (
        "Anna: play Muse / Anna: resolve Muse: trigger",
        {"Anna_hand": "Muse"},
        "4.2.5",
        ("Muse", "start"),
    ),
    "a draw for a start of turn": (
        "Anna: play Burrowing Wurm / chance: Anna draws Kong",
        {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Muse"},
        "4.2.5",
        ("Muse", "start"),
    ),
    "an end of turn in the middle of it": (
        "Anna: play Burrowing Wurm / Anna: resolve Sea Hydra: trigger",
        {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Sea Hydra (4 damage)"},
        "4.5.2a",
        ("Sea Hydra", "end"),
    ),
    "grey text for the start of turn, in play": (
        "Anna: resolve Soul Hunter: trigger",
        {"Anna_champion": "Soul Hunter"},
        "3.4.1",
        ("Soul Hunter", "breaks"),
    ),
    "a break trigger of one that was banished": (
        "Anna: play Banishment / Anna: target Soul Hunter / Ben: target Anna",
        {"Anna_hand": "Banishment", "Ben_champion": "Soul Hunter, Muse"},
        "3.4.1",
        ("Soul Hunter", "breaks"),
    ),
    "an attack trigger without an attack": (
        "Anna: resolve Thrasher Demon: trigger 2",
        {"Anna_champion": "Thrasher Demon"},
        "3.4.1",
        ("Thrasher Demon", "attacks"),
    ),
    "a token in the hand": (
        "Ben: pass / Anna: play No Escape, mode 2 / Anna: target Human Token / Ben: choose Human Token",
        {"Turn": "Ben 6", "Anna_hand": "No Escape", "Anna_gold": "1", "Ben_champion": "Human Token"},
        "2.3.5",
        ("Human Token", "token"),
    ),
    "recycling with one card": (
        "Anna: play Citadel Scholar / Anna: choose Kong, Lash",
        {"Anna_hand": "Citadel Scholar", "Anna_discard": "Kong"},
        "5.5.2",
        ("two",),
    ),
    "blockers after the blocks": (
        "Anna: attack with Kong / Anna: pass / Ben: pass / Ben: no block / Ben: block with Palace Guard",
        {"Anna_champion": "Kong", "Ben_champion": "Palace Guard"},
        "4.4.6[1]",
        ("no more",),
    ),
    "blockers without a battle": (
        "Anna: pass / Ben: block with Palace Guard",
        {"Ben_champion": "Palace Guard"},
        "4.4.6[1]",
        ("battle",),
    ),
    "damage divided without a battle": (
        "Anna: assign Kong: 13 to Ben",
        {"Anna_champion": "Kong"},
        "4.4.11",
        ("battle",),
    ),
    "a target with nothing that could ask for one": (
        "Anna: target Ben",
        {"Anna_champion": "Burrowing Wurm"},
        "5.20.1",
        ("target",),
    ),
    "the end of the game": (
        "Anna: pass",
        {"Phase": "start", "Anna_health": "1", "Anna_deck": "0"},
        "1.6.2",
        ("Anna", "won"),
    ),
}
"""Moments that had not come or were over."""

ORDER: Final[dict[str, Claim]] = {
    "what another batch triggers": (
        (
            "Anna: play Burrowing Wurm / Anna: resolve Fire Shaman#1: ally / Anna: target Warrior Golem / "
            "Ben: choose Kong, Lash"
        ),
        {
            "Anna_hand": "Burrowing Wurm",
            "Anna_champion": "2 Fire Shaman",
            "Ben_champion": "Warrior Golem",
            "Ben_discard": "Kong, Lash",
        },
        "3.2.5b",
        ("Warrior Golem",),
    ),
    "whose triggers come first, said by the target": (
        "Ben: play Apocalypse, mode 2 / Anna: target Ben",
        {
            "Turn": "Ben 6",
            "Anna_champion": "Soul Hunter",
            "Ben_champion": "Soul Hunter",
            "Ben_hand": "Apocalypse",
        },
        "3.2.5a",
        ("Soul Hunter",),
    ),
    "whose triggers come first, said in full": (
        "Ben: play Apocalypse, mode 2 / Anna: resolve Soul Hunter: trigger",
        {
            "Turn": "Ben 6",
            "Anna_champion": "Soul Hunter",
            "Ben_champion": "Soul Hunter",
            "Ben_hand": "Apocalypse",
        },
        "3.2.5a",
        ("Soul Hunter",),
    ),
    "a card before what has triggered": (
        "Anna: play Kong / Anna: play Lash",
        {"Anna_hand": "Kong, Lash", "Ben_champion": "Muse, Palace Guard"},
        "5.6.3",
        ("Kong",),
    ),
    "another's card before what has triggered": (
        "Anna: play Kong / Ben: play Lash",
        {"Anna_hand": "Kong", "Ben_hand": "Lash", "Ben_champion": "Muse, Palace Guard"},
        # A play without initiative is illegal whatever triggers wait.
        "4.1.2",
        ("initiative",),
    ),
}
"""Triggers out of their order."""
