"""Claims of something that never was, one disputed line each, with the rule that it fails and words of the reason.

Judged by the printed rules before the engine saw them. In each, the last line is the disputed one.
"""

from typing import Final

Claim = tuple[str, dict[str, str], str, tuple[str, ...]]
"""The plays in a row, the fields of the position, the rule that the claim fails, words that its sentence holds."""

ALLIES: Final[dict[str, Claim]] = {
    "a free card, said by its target": (
        "Anna: play Lash / Anna: target Fire Shaman / Anna: target Ben",
        {"Anna_hand": "Lash", "Anna_champion": "Fire Shaman, Muse"},
        "5.18.2",
        ("Lash", "Fire Shaman"),
    ),
    "a free card, said in full": (
        "Anna: play Lash / Anna: target Muse / Anna: resolve Fire Shaman: ally",
        {"Anna_hand": "Lash", "Anna_champion": "Fire Shaman, Muse"},
        "5.18.2",
        ("Lash", "Fire Shaman"),
    ),
    "a free card, said with yes": (
        "Anna: play Plentiful Dead / Anna: yes",
        {"Anna_hand": "Plentiful Dead", "Anna_champion": "Infernal Gatekeeper"},
        "5.18.2",
        ("Plentiful Dead", "Infernal Gatekeeper"),
    ),
    "a free card for which gold was paid": (
        "Anna: play Rage, mode 2 / chance: Anna draws Kong, Lash / Anna: target Ben",
        {"Anna_hand": "Rage", "Anna_champion": "Fire Shaman"},
        "5.18.2",
        ("Rage", "Fire Shaman"),
    ),
    "another alignment, said by the target": (
        "Anna: play Drinker of Blood / Anna: target Ben",
        {"Anna_hand": "Drinker of Blood", "Anna_champion": "Fire Shaman"},
        "5.18.1",
        ("Drinker of Blood", "Evil", "Wild"),
    ),
    "another alignment, said in full": (
        "Anna: play Drinker of Blood / Anna: resolve Fire Shaman: ally",
        {"Anna_hand": "Drinker of Blood", "Anna_champion": "Fire Shaman"},
        "5.18.1",
        ("Drinker of Blood", "Evil", "Wild"),
    ),
    "another alignment, said by the card drawn": (
        "Anna: play Drinker of Blood / chance: Anna draws Kong",
        {"Anna_hand": "Drinker of Blood", "Anna_champion": "Noble Unicorn"},
        "5.18.1",
        ("Drinker of Blood", "Evil", "Good"),
    ),
    "another alignment, said by recycling": (
        "Anna: play Burrowing Wurm / Anna: choose Kong, Lash",
        {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Hand of Angeline", "Anna_discard": "Kong, Lash"},
        "5.18.1",
        ("Burrowing Wurm", "Wild", "Good"),
    ),
    "the card's own play, said in full": (
        "Anna: play Infernal Gatekeeper / Anna: yes / Anna: resolve Infernal Gatekeeper: ally",
        {"Anna_hand": "Infernal Gatekeeper"},
        "5.18.1",
        ("Infernal Gatekeeper", "own"),
    ),
    "the card's own play, said with yes": (
        "Anna: play Spawning Demon / Anna: yes",
        {"Anna_hand": "Spawning Demon"},
        "5.18.1",
        ("Spawning Demon", "own"),
    ),
    "the card's own play, said by a second draw": (
        "Anna: play Noble Unicorn / chance: Anna draws Kong / chance: Anna draws Lash",
        {"Anna_hand": "Noble Unicorn"},
        "5.18.1",
        ("Noble Unicorn", "own"),
    ),
    "broken by the card played, said in full": (
        "Anna: play Hurricane, mode 2 / Anna: resolve Cave Troll: ally",
        {"Anna_hand": "Hurricane", "Anna_champion": "Cave Troll"},
        "5.4.3",
        ("Cave Troll", "in play"),
    ),
    "in play still, said with yes": (
        "Anna: play Drain Essence / Anna: target Ben's Kong / Anna: yes",
        {"Anna_hand": "Drain Essence, Wither", "Anna_champion": "Cave Troll", "Ben_champion": "Kong, Muse"},
        "3.4.1",
        ("Anna",),
    ),
    "in the hand": (
        "Anna: play Burrowing Wurm / Anna: resolve Cave Troll: ally",
        {"Anna_hand": "Burrowing Wurm, Cave Troll"},
        "5.0.2",
        ("Cave Troll", "discard pile"),
    ),
    "in the discard pile where it works in play only": (
        "Anna: play Burrowing Wurm / Anna: resolve Fire Shaman: ally",
        {"Anna_hand": "Burrowing Wurm", "Anna_discard": "Fire Shaman"},
        "5.0.3",
        ("Fire Shaman", "discard pile"),
    ),
    "an opponent played the card": (
        "Anna: pass / Ben: play Hurricane, mode 1 / chance: Ben draws Kong, Lash / Anna: target Ben",
        {"Ben_hand": "Hurricane", "Ben_gold": "1", "Anna_champion": "Fire Shaman"},
        "5.18.1",
        ("Ben", "Fire Shaman"),
    ),
    "put into play by a text and not played": (
        "Anna: use Necromancer Lord / Anna: target Kong in Anna's discard pile / Anna: resolve Fire Shaman: ally",
        {"Anna_champion": "Necromancer Lord, Fire Shaman", "Anna_discard": "Kong"},
        "5.18.1",
        ("Fire Shaman",),
    ),
    "nothing was played": (
        "Anna: target Ben",
        {"Anna_champion": "Fire Shaman"},
        "5.18.1",
        ("Fire Shaman",),
    ),
    "abilities lost, said by the target": (
        "Anna: pass / Ben: play Blind Faith / Ben: pass / Anna: play Burrowing Wurm / Anna: target Ben",
        {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Fire Shaman", "Ben_hand": "Blind Faith"},
        "5.18.1",
        ("Fire Shaman", "lost"),
    ),
    "abilities lost, said in full": (
        "Anna: pass / Ben: play Blind Faith / Ben: pass / Anna: play Burrowing Wurm / Anna: resolve Fire Shaman: ally",
        {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Fire Shaman", "Ben_hand": "Blind Faith"},
        "5.18.1",
        ("Fire Shaman", "lost"),
    ),
    "twice on one card": (
        "Anna: play Burrowing Wurm / Anna: target Ben / Anna: target Ben",
        {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Fire Shaman"},
        "5.18.1",
        ("Fire Shaman", "Burrowing Wurm", "once"),
    ),
    "nothing to choose": (
        "Anna: play Time Walker / Anna: resolve Temporal Enforcer: ally / Anna: yes",
        {"Anna_hand": "Time Walker", "Anna_champion": "Temporal Enforcer"},
        "3.2.3c",
        ("Temporal Enforcer", "nothing qualifies"),
    ),
}
"""Ally abilities: alignment and cost, the card's own play, where the card is, whose play it was."""

ENTERING: Final[dict[str, Claim]] = {
    "a tribute without a legal target": (
        "Anna: play Avenger of Covenant / Anna: target Kong",
        {"Anna_hand": "Avenger of Covenant", "Ben_champion": "Kong"},
        "5.6.2",
        ("Avenger of Covenant",),
    ),
    "a tribute of one that was in play": (
        "Anna: play Burrowing Wurm / Anna: resolve Angel of Light: tribute",
        {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Angel of Light"},
        "5.6.1",
        ("Angel of Light",),
    ),
    "a tribute of one that was in play, said by its target": (
        "Anna: pass / Ben: pass / chance: Ben draws Muse / Anna: target Ben's Triceratops",
        {"Anna_champion": "Kong", "Ben_champion": "Triceratops"},
        "5.6.1",
        ("Kong",),
    ),
    "a tribute twice": (
        "Anna: play Kong / Anna: target Ben's Palace Guard / Anna: target Ben's Triceratops",
        {"Anna_hand": "Kong", "Ben_champion": "Palace Guard, Triceratops"},
        "5.6.1",
        ("Kong", "once"),
    ),
    "a second draw of a tribute": (
        "Anna: play Triceratops / chance: Anna draws Kong / chance: Anna draws Lash",
        {"Anna_hand": "Triceratops"},
        "5.6.1",
        ("Triceratops", "once"),
    ),
    "a tribute whose condition does not hold": (
        "Anna: play White Dragon / Anna: choose Kong, Lash",
        {"Anna_hand": "White Dragon", "Anna_discard": "Kong, Lash"},
        "3.2.3",
        ("White Dragon",),
    ),
    "loyalty with too few cards": (
        "Anna: play Medusa / Anna: reveal Drain Essence",
        {"Anna_hand": "Medusa, Drain Essence, Kong"},
        "5.3.4",
        ("Medusa",),
    ),
    "loyalty with another alignment": (
        "Anna: play Medusa / Anna: reveal Drain Essence, Kong",
        {"Anna_hand": "Medusa, Drain Essence, Wither, Kong"},
        "5.3.1",
        ("Kong",),
    ),
    "loyalty of one that was in play": (
        "Anna: reveal Drain Essence, Wither",
        {"Anna_hand": "Drain Essence, Wither", "Anna_champion": "Medusa"},
        "5.3.1",
        ("Medusa",),
    ),
    "loyalty of a card that has none": (
        "Anna: play Burrowing Wurm / Anna: reveal Kong, Lash",
        {"Anna_hand": "Burrowing Wurm, Kong, Lash"},
        "5.3.1",
        ("Burrowing Wurm",),
    ),
    "loyalty a second time": (
        (
            "Anna: play Medusa / Anna: reveal Drain Essence, Wither / Anna: target Ben's Kong / "
            "Anna: reveal Drain Essence, Wither"
        ),
        {"Anna_hand": "Medusa, Drain Essence, Wither", "Ben_champion": "Kong, Muse"},
        "5.3.1",
        ("Medusa", "once"),
    ),
    "what loyalty gives though it was declined": (
        "Anna: play Medusa / Anna: decline / Anna: target Ben's Kong",
        {"Anna_hand": "Medusa, Drain Essence, Wither", "Ben_champion": "Kong, Muse"},
        "5.3.1",
        ("Medusa", "revealed"),
    ),
}
"""Tribute and loyalty: as the card enters play, once, with what they ask for."""

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
        "5.6.3",
        ("Kong",),
    ),
}
"""Triggers out of their order."""

CLAIMS: Final[dict[str, Claim]] = {
    f"{what}: {name}": claim
    for what, claims in (
        ("ally", ALLIES),
        ("entering", ENTERING),
        ("power", POWERS),
        ("moment", MOMENTS),
        ("order", ORDER),
    )
    for name, claim in claims.items()
}
"""All of them, by name."""
