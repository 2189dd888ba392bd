"""Claims of abilities that did not trigger: ally abilities and tributes."""

from typing import Final

from tests.rules.judge.unfounded_claims.claim import Claim

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
