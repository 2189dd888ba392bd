"""Claims of powers that were not used."""

from typing import Final

from tests.rules.judge.unfounded_claims.claim import Claim

POWERS: Final[dict[str, Claim]] = {
    "expended": (
        "Anna: use Forcemage Apprentice",
        {"Anna_champion": "Forcemage Apprentice (expended)"},
        "3.5.3",
        ("Forcemage Apprentice", "expended"),
    ),
    "deploying": (
        "Anna: use Hunting Raptors",
        {"Anna_champion": "Hunting Raptors (deploying)"},
        "5.17.1",
        ("Hunting Raptors", "deploying"),
    ),
    "said by its target, expended": (
        "Anna: target Ben",
        {"Anna_champion": "Forcemage Apprentice (expended)"},
        "3.5.3",
        ("Forcemage Apprentice", "expended"),
    ),
    "said by its target, deploying": (
        "Anna: target Ben",
        {"Anna_champion": "Hunting Raptors (deploying)"},
        "5.17.1",
        ("Hunting Raptors", "deploying"),
    ),
    "said by its target, not used": (
        "Anna: target Ben",
        {"Anna_champion": "Forcemage Apprentice"},
        "3.5.1",
        ("Forcemage Apprentice", "used"),
    ),
    "gold spent": (
        "Anna: use Pyromancer",
        {"Anna_gold": "0", "Anna_champion": "Pyromancer"},
        "3.6.3",
        ("Pyromancer", "gold"),
    ),
    "said by its target, gold spent": (
        "Anna: play Burrowing Wurm / Anna: target Ben",
        {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Pyromancer"},
        "3.6.3",
        ("Pyromancer", "gold"),
    ),
    "lost": (
        "Anna: pass / Ben: play Blind Faith / Ben: pass / Anna: use Forcemage Apprentice",
        {"Anna_champion": "Forcemage Apprentice", "Ben_hand": "Blind Faith"},
        "3.5.2",
        ("Forcemage Apprentice", "lost"),
    ),
    "no power": (
        "Anna: use Burrowing Wurm",
        {"Anna_champion": "Burrowing Wurm"},
        "3.5.1",
        ("Burrowing Wurm", "no power"),
    ),
    "a power for the discard pile, in play": (
        "Anna: use Sea Hydra",
        {"Anna_champion": "Sea Hydra"},
        "5.0.2",
        ("Sea Hydra", "discard pile"),
    ),
    "a power for play, in the discard pile": (
        "Anna: use Forcemage Apprentice",
        {"Anna_discard": "Forcemage Apprentice"},
        "5.0.3",
        ("Forcemage Apprentice", "in play"),
    ),
    "an unbreakable champion as a cost": (
        "Anna: use Rift Summoner / Anna: choose Drinker of Blood",
        {"Anna_champion": "Rift Summoner, Drinker of Blood"},
        "5.9.4",
        ("Drinker of Blood", "unbreakable"),
    ),
    "a card offered at its cost without gold": (
        "Anna: use Fairy Trickster / Anna: target Ben / chance: Ben reveals Kong / Anna: yes",
        {"Anna_champion": "Fairy Trickster", "Anna_gold": "0", "Ben_deck": "20"},
        "3.6.3",
        ("Kong", "gold"),
    ),
    "an effect chosen after the announcement": (
        "Anna: play Hurricane, mode 1 / chance: Anna draws Kong, Lash / Anna: choose mode 2",
        {"Anna_hand": "Hurricane"},
        "3.2.1",
        ("announced",),
    ),
}
"""Powers and what cards offer: costs, where they work, and when they are chosen."""
