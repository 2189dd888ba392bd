"""Loose speech of judges: kinds of sentences that were refused or misread in the twelfth and later phrasings."""

import json

import pytest

from rules.judge.record import RecordError
from tests.rules.epic.notation.phrasings import FILES, outcome

POSITIONS = {
    f"{path.stem}/{name}": text for path in FILES for name, text in json.loads(path.read_text())["positions"].items()
}
"""The positions of the phrasings, by the file and their name."""
HUMANS = ", ".join(f"Human Token#{number}" for number in range(3, 9))
READ = [
    # Who acts, behind the play.
    ("twelfth/ambush", "Spike Trap by Li", ["Li: play Spike Trap"]),
    ("twelfth/ambush", "Lurking Giant from Li", ["Li: play Lurking Giant"]),
    ("twelfth/solo", "no block from Zoë", ["Zoë: no block"]),
    # All of them: the champions that the sentence named before.
    (
        "twelfth/table",
        "José plays Secret Legion for six Humans and swings with all of them",
        ["José: play Secret Legion, mode 2", f"José: attack with {HUMANS}"],
    ),
    ("twelfth/table", "José attacks with all of them", ["José: attack with all"]),
    # How long control or strength lasts.
    (
        "twelfth/table",
        "José takes Trihorror for good with Turn",
        ["José: play Turn, mode 2", "José: target Trihorror"],
    ),
    (
        "twelfth/table",
        "José plays Turn on Trihorror until end of turn",
        ["José: play Turn, mode 1", "José: target Trihorror"],
    ),
    (
        "twelfth/table",
        "José plays Rage on Triceratops until end of turn",
        ["José: play Rage, mode 1", "José: target Triceratops"],
    ),
    # The gold of a stronger effect, a player and the champions of that player.
    (
        "twelfth/table",
        "José plays Fireball for 1 on Mary-Ann and all of her champions",
        ["José: play Fireball, mode 2", "José: target Mary-Ann"],
    ),
    (
        "twelfth/table",
        "José plays Fireball for 1 on Muse",
        ["José: play Fireball, mode 2", "José: target Muse"],
    ),
    # Trigger orders with what the trigger does.
    (
        "twelfth/tribute",
        "Max takes Kong's tribute first and kills Muse",
        ["Max: resolve Kong: tribute", "Max: target Muse"],
    ),
    ("twelfth/tribute", "Fire Shaman triggers first on Ida", ["Max: resolve Fire Shaman: ally", "Max: target Ida"]),
    # Cards of a hand with their number, alignment and the rest.
    ("twelfth/loyal", "Max shows two Evil cards: Plague and Bitten", ["Max: reveal Plague, Bitten"]),
    ("twelfth/loyal", "Max has no loyalty to show", ["Max: no loyalty"]),
    ("twelfth/opening", "Ida puts Erase back and keeps the other four", ["Ida: mulligan Erase"]),
    ("twelfth/eight", "Max holds nine cards and bins Muse and Rage", ["Max: discard Muse, Rage"]),
    # Blocks.
    ("twelfth/solo", "van Dijk's Wurm is blocked by two Zombies", ["Zoë: block with Zombie Token, Zombie Token"]),
    ("twelfth/solo", "Zoë uses a Zombie as a chump blocker", ["Zoë: block with Zombie Token"]),
    ("twelfth/defend", "Zoë lets all two of them through", ["Zoë: no block"]),
    ("twelfth/ambush", "Li passes with no tricks", ["Li: pass"]),
    ("twelfth/window", "Ida passes, end of turn", ["Ida: pass"]),
    # What happens to the rest, and how an attack is announced.
    ("twelfth/table", "Attack: Triceratops and Dark Leader", ["José: attack with Triceratops, Dark Leader"]),
    ("twelfth/table", "José attacks w/ Triceratops, the others stay back", ["José: attack with Triceratops"]),
    # Players in the first person: contractions, `your`, parts of names, classes.
    ("thirteenth/rosa", "Rosa: I'm attacking with both wolves", ["Rosa: attack with Wolf Token, Wolf Token"]),
    ("thirteenth/rosa", "Rosa: I'd like to attack with Little Devil", ["Rosa: attack with Little Devil"]),
    (
        "thirteenth/rosa",
        "Rosa: I'll break your Monster with Reaper",
        ["Rosa: play Reaper", "Rosa: target Mythic Monster"],
    ),
    (
        "thirteenth/rosa",
        "Rosa attacks with Little Devil, Tim doesn't block",
        ["Rosa: attack with Little Devil", "Rosa: pass", "Big Tim: no block"],
    ),
    (
        "thirteenth/rosa",
        "Rosa: Hunting Pack, no damage",
        ["Rosa: play Hunting Pack", "Rosa: decline"],
    ),
    (
        "thirteenth/xu",
        "Xu: I ambush Rescue Griffin and block with it",
        ["Xu: play Rescue Griffin", "Xu: pass", "D'Arcy: pass", "Xu: block with Rescue Griffin"],
    ),
    (
        "thirteenth/xu",
        "Xu: I play Rescue Griffin and block",
        ["Xu: play Rescue Griffin", "Xu: pass", "D'Arcy: pass", "Xu: block with Rescue Griffin"],
    ),
    (
        "thirteenth/split",
        "D'Arcy: I play Go Wild on my Dinosaur",
        ["D'Arcy: play Go Wild", "D'Arcy: target Stampeding Einiosaurus"],
    ),
    ("thirteenth/five", "Xu: Kong goes to the bottom", ["Xu: mulligan Kong"]),
    ("thirteenth/five", "Xu: my hand is fine", ["Xu: keep"]),
]
REFUSED = [
    # What players consider, or what is not so.
    ("thirteenth/rosa", "Rosa: I'm not attacking with Little Devil"),
    ("thirteenth/rosa", "Rosa: I'd attack with Little Devil"),
    ("thirteenth/rosa", "Rosa: I'll think about Reaper"),
    ("thirteenth/rosa", "Rosa: I'll play Reaper and kill my Monster"),
    ("thirteenth/rosa", "Rosa: Silver Dragon, no damage"),
    ("thirteenth/rosa", "Rosa: Martial Law, you get five humans"),
    ("thirteenth/rosa", "Rosa: Quell for the twos"),
    ("thirteenth/xu", "Xu: blocks"),
    ("thirteenth/xu", "Xu: no thanks"),
    ("thirteenth/xu", "Xu: I play Fumble on Saren and block"),
    ("thirteenth/split", "D'Arcy: I play Go Wild on my Dragon"),
    ("thirteenth/nine", "D'Arcy: Kong goes to the bottom"),
    # Passes do not lead to the next turn unless the sentence says so.
    ("twelfth/window", "Ida passes and Ida passes"),
    ("twelfth/window", "Ida passes and Max passes again"),
    ("twelfth/window", "Ida passes. Ida attacks with Palace Guard"),
    ("twelfth/window", "both pass. Ida attacks with Palace Guard"),
    # Untrue statements of the kinds that are read.
    ("twelfth/table", "José takes Trihorror for good with Turn until end of turn"),
    ("twelfth/table", "José plays Rage on Triceratops for good"),
    ("twelfth/table", "José plays Flame Strike for 1 on Mary-Ann"),
    ("twelfth/table", "José plays Lightning Storm on Mary-Ann and her board"),
    ("twelfth/table", "José summons Steel Golem and reveals Blue Dragon and Thought Plucker for breakthrough"),
    ("twelfth/table", "José plays Priest of Kalnor, gaining 8"),
    ("twelfth/loyal", "Max shows two Good cards: Plague and Bitten"),
    ("twelfth/loyal", "Max shows two Evil cards: Plague and Kong"),
    ("twelfth/opening", "Ida puts Erase back and keeps the other three"),
    ("twelfth/opening", "Ida puts all four back"),
    ("twelfth/eight", "Max holds eight cards and bins Muse and Rage"),
    ("twelfth/defend", "Zoë lets all three of them through"),
    ("twelfth/solo", "Zoë lets both through"),
    ("twelfth/tribute", "Max takes Kong's loyalty first and kills Muse"),
    ("twelfth/ambush", "Spike Trap by O'Neill from Li"),
    ("twelfth/table", "Kong from Muse"),
    ("twelfth/ambush", "Li plays Spike Trap by O'Neill"),
]


@pytest.mark.parametrize(("position", "message", "lines"), READ, ids=[message for _, message, _ in READ])
def test_loose_sentence_with_one_meaning_is_read(position, message, lines):
    assert outcome(POSITIONS[position], [message]) == outcome(POSITIONS[position], lines)


@pytest.mark.parametrize(("position", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_loose_sentence_untrue_or_unclear_is_refused(position, message):
    with pytest.raises(RecordError):
        outcome(POSITIONS[position], [message])
