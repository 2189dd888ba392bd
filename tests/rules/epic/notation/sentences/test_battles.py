"""Sentences of judges about attacks, blocks and damage are read with their meaning."""

import pytest

from tests.rules.epic.notation.phrasings import outcome
from tests.rules.epic.notation.sentences import POSITIONS

READ = [
    (
        "first/main",
        "Anna plays Wolf's Call and swings with all four wolves",
        ["Anna: play Wolf's Call", "Anna: attack with Wolf Token#1, Wolf Token#2, Wolf Token#3, Wolf Token#4"],
    ),
    ("first/main", "Anna attacks with Muse in the air", ["Anna: attack with Muse"]),
    (
        "first/main",
        "Anna attacks with Triceratops and Ben blocks with Steel Golem",
        ["Anna: attack with Triceratops", "Anna: pass", "Ben: block with Steel Golem"],
    ),
    (
        "first/main",
        "Anna attacks with Triceratops, Ben double blocks with Unicorn and Golem",
        ["Anna: attack with Triceratops", "Anna: pass", "Ben: block with Noble Unicorn, Steel Golem"],
    ),
    (
        "first/main",
        "Anna attacks with Triceratops; no block",
        ["Anna: attack with Triceratops", "Anna: pass", "Ben: no block"],
    ),
    (
        "first/main",
        "Anna attacks with Triceratops. Ben doesn't block and takes 10",
        ["Anna: attack with Triceratops", "Anna: pass", "Ben: no block"],
    ),
    (
        "first/main",
        "Anna swings with everything, no blocks",
        ["Anna: attack with Triceratops, Palace Guard, Muse", "Anna: pass", "Ben: no block"],
    ),
    (
        "first/main",
        "Triceratops attacks and is blocked by Steel Golem",
        ["Anna: attack with Triceratops", "Anna: pass", "Ben: block with Steel Golem"],
    ),
    ("third/swing", "Anna: passes, no block", ["Anna: pass", "Ben: no block"]),
    ("first/main", "Anna sends in the team", ["Anna: attack with Triceratops, Palace Guard, Muse"]),
    ("first/main", "Anna swings with the team", ["Anna: attack with Triceratops, Palace Guard, Muse"]),
    ("first/main", "Anna turns Triceratops sideways", ["Anna: attack with Triceratops"]),
    ("first/main", "Anna attacks with her whole team", ["Anna: attack with Triceratops, Palace Guard, Muse"]),
    (
        "first/main",
        "Anna attacks with all three ready champions",
        ["Anna: attack with Triceratops, Palace Guard, Muse"],
    ),
    ("first/main", "Anna attacks with Triceratops alone", ["Anna: attack with Triceratops"]),
    ("first/main", "Anna attacks with Muse, not Triceratops", ["Anna: attack with Muse"]),
    (
        "first/main",
        "Anna keeps Muse home and attacks with Triceratops and Palace Guard",
        ["Anna: attack with Triceratops, Palace Guard"],
    ),
    ("first/main", "Anna attacks with Triceratops and keeps Muse back", ["Anna: attack with Triceratops"]),
    (
        "first/main",
        "Anna plays Rage on Triceratops and then attacks with it",
        ["Anna: play Rage, mode 1", "Anna: target Triceratops", "Anna: attack with Triceratops"],
    ),
    (
        "first/main",
        "After playing Rage on Muse Anna attacks with it",
        ["Anna: play Rage, mode 1", "Anna: target Muse", "Anna: attack with Muse"],
    ),
    (
        "first/main",
        "Anna attacks with Muse after playing Rage on it",
        ["Anna: play Rage, mode 1", "Anna: target Muse", "Anna: attack with Muse"],
    ),
    (
        "first/main",
        "Anna plays Rage on Muse before attacking with it",
        ["Anna: play Rage, mode 1", "Anna: target Muse", "Anna: attack with Muse"],
    ),
    ("first/main", "Anna tries to attack with the expended Hunting Raptors", ["Anna: attack with Hunting Raptors"]),
    ("first/main", "Triceratops swings, Muse stays home", ["Anna: attack with Triceratops"]),
    (
        "second/bonfire",
        "Lightning Storm: 4 to Dark Knight, rest to Ben",
        ["Anna: play Lightning Storm", "Anna: assign Lightning Storm: 4 to Dark Knight, 2 to Ben"],
    ),
    (
        "second/bonfire",
        "Anna puts all of Lightning Storm into Ben",
        ["Anna: play Lightning Storm", "Anna: assign Lightning Storm: 6 to Ben"],
    ),
    (
        "second/bonfire",
        "Anna swings with Triceratops and both Wolves, holding back Pyromancer",
        ["Anna: attack with Triceratops, Wolf Token#1, Wolf Token#2"],
    ),
    ("second/bonfire", "Anna attacks with a Wolf", ["Anna: attack with Wolf Token#1"]),
    ("second/bonfire", "Anna attacks with one of her wolves", ["Anna: attack with Wolf Token#1"]),
    (
        "second/bonfire",
        "Anna attacks with two Wolves and Triceratops",
        ["Anna: attack with Wolf Token#1, Wolf Token#2, Triceratops"],
    ),
    (
        "second/grave",
        "Final Task on Trihorror, attacking with it right away",
        ["Cleo: play Final Task, mode 2", "Cleo: choose Trihorror", "Cleo: attack with Trihorror"],
    ),
    ("second/grave", "Cleo plays Corpse Taker and takes nothing back", ["Cleo: play Corpse Taker", "Cleo: no"]),
    (
        "second/charge",
        "Jana blocks Triceratops and the Angel with Steel Titan",
        ["Jana: pass", "Jana: block with Steel Titan"],
    ),
    ("second/charge", "Jana lets the damage through", ["Jana: pass", "Jana: no block"]),
    ("second/charge", "Steel Titan steps in front", ["Jana: pass", "Jana: block with Steel Titan"]),
    ("second/charge", "Jana passes and takes 16", ["Jana: pass", "Jana: no block"]),
    (
        "second/charge",
        "Jana ambushes Lurking Giant and blocks with it",
        ["Jana: play Lurking Giant", "Jana: pass", "Ivo: pass", "Jana: block with Lurking Giant"],
    ),
    ("second/gate", "Jana puts Kong in the way", ["Jana: block with Kong"]),
    ("second/gate", "Jana declines to block", ["Jana: no block"]),
    ("second/gate", "Jana takes all 18", ["Jana: no block"]),
    ("second/gate", "Jana chumps the Wurm with a Human", ["Jana: block with Human Token#1"]),
    ("second/gate", "Jana chumps with one of the Humans", ["Jana: block with Human Token#1"]),
    (
        "second/gate",
        "Jana blocks with her two Humans and Muse",
        ["Jana: block with Human Token#1, Human Token#2, Muse"],
    ),
    ("second/gate", "Jana blocks with Kong and Guard", ["Jana: block with Kong, Palace Guard"]),
    ("second/gate", "Jana's blockers are Kong and Muse", ["Jana: block with Kong, Muse"]),
    ("second/gate", "Kong and Palace Guard gang up on the Wurm", ["Jana: block with Kong, Palace Guard"]),
    (
        "second/gate",
        "Jana blocks with every champion except Muse",
        ["Jana: block with Kong, Palace Guard, Human Token#1, Human Token#2"],
    ),
    ("second/quiet", "Kim plays Palace Guard but banishes nothing", ["Kim: play Palace Guard", "Kim: no"]),
    ("second/quiet", "Kim plays Palace Guard and declines the tribute", ["Kim: play Palace Guard", "Kim: no"]),
    ("second/may", "Gus declines Spawning Demon's trigger", ["Gus: resolve Spawning Demon: ally", "Gus: no"]),
    (
        "second/deal",
        "Triceratops kills Ogre Mercenary and Human Token and deals 6 to Jana",
        ["Ivo: assign Triceratops: 3 to Ogre Mercenary, 1 to Human Token, 6 to Jana"],
    ),
    (
        "second/deal",
        "Nine to the Ogre, one to the Human",
        ["Ivo: assign Triceratops: 9 to Ogre Mercenary, 1 to Human Token"],
    ),
    ("second/deal", "All damage to the Ogre Mercenary", ["Ivo: assign Triceratops: 10 to Ogre Mercenary"]),
    (
        "first/main",
        "After playing Rage on Muse Anna attacks with it",
        ["Anna: play Rage, mode 1", "Anna: target Muse", "Anna: attack with Muse"],
    ),
    (
        "first/main",
        "Anna attacks with Muse after playing Rage on it",
        ["Anna: play Rage, mode 1", "Anna: target Muse", "Anna: attack with Muse"],
    ),
    ("first/main", "Anna attacks Ben with the Triceratops and the Muse", ["Anna: attack with Triceratops, Muse"]),
    ("first/main", "Anna declares an attack with Triceratops", ["Anna: attack with Triceratops"]),
    ("first/main", "Anna attacks for 10 with Triceratops", ["Anna: attack with Triceratops"]),
    ("first/main", "Anna swings for 12 with Triceratops and Muse", ["Anna: attack with Triceratops, Muse"]),
    ("first/main", "Triceratops and Muse attack for 12", ["Anna: attack with Triceratops, Muse"]),
    ("first/main", "Anna attacks with Triceratops for ten damage", ["Anna: attack with Triceratops"]),
    ("first/main", "Ben gets attacked by Triceratops", ["Anna: attack with Triceratops"]),
    ("first/main", "Ben is attacked by Triceratops and Muse", ["Anna: attack with Triceratops, Muse"]),
    ("first/main", "An attack with Muse", ["Anna: attack with Muse"]),
    (
        "first/main",
        "First Anna plays Lash on Muse, then she attacks with it",
        ["Anna: play Lash", "Anna: target Muse", "Anna: attack with Muse"],
    ),
    (
        "second/quiet",
        "Kim attacks with Kong, Lou doesn't block",
        ["Kim: attack with Kong", "Kim: pass", "Lou: no block"],
    ),
    (
        "second/quiet",
        "Kim attacks with Kong. No responses. Lou blocks with Palace Guard",
        ["Kim: attack with Kong", "Kim: pass", "Lou: block with Palace Guard"],
    ),
    ("second/quiet", "Kim swings Kong at Lou, who takes it", ["Kim: attack with Kong", "Kim: pass", "Lou: no block"]),
    (
        "second/quiet",
        "Kim swings with both Human Tokens and Kong, Lou chumps with Palace Guard",
        ["Kim: attack with Human Token#1, Human Token#2, Kong", "Kim: pass", "Lou: block with Palace Guard"],
    ),
    (
        "second/quiet",
        "Kim attacks with Kong and Lou plays Hasty Retreat on it",
        ["Kim: attack with Kong", "Kim: pass", "Lou: play Hasty Retreat, mode 1", "Lou: target Kong"],
    ),
    (
        "second/quiet",
        "Kim attacks with Kong, Lou bounces it with Hasty Retreat",
        ["Kim: attack with Kong", "Kim: pass", "Lou: play Hasty Retreat, mode 1", "Lou: target Kong"],
    ),
    (
        "second/trio",
        "Mia attacks Otis with everything",
        ["Mia: attack Otis with Hunting Raptors, Gold Dragon, Wolf Token"],
    ),
    (
        "second/deal",
        "Ivo puts 3 on Ogre Mercenary, 1 on Human Token and 6 on Jana",
        ["Ivo: assign Triceratops: 3 to Ogre Mercenary, 1 to Human Token, 6 to Jana"],
    ),
    (
        "second/deal",
        "3 to the Ogre, 1 to the Human, 6 tramples through",
        ["Ivo: assign Triceratops: 3 to Ogre Mercenary, 1 to Human Token, 6 to Jana"],
    ),
    (
        "second/deal",
        "Triceratops deals 3 to Ogre, 1 to Human and the rest to Jana",
        ["Ivo: assign Triceratops: 3 to Ogre Mercenary, 1 to Human Token, 6 to Jana"],
    ),
    (
        "second/deal",
        "Triceratops puts everything on the Ogre Mercenary",
        ["Ivo: assign Triceratops: 10 to Ogre Mercenary"],
    ),
    ("second/charge", "Jana passes; no block", ["Jana: pass", "Jana: no block"]),
    ("second/charge", "no response, no blocks", ["Jana: pass", "Jana: no block"]),
    ("second/gate", "Kong jumps in the way", ["Jana: block with Kong"]),
    ("second/gate", "Kong and Muse double block Burrowing Wurm", ["Jana: block with Kong, Muse"]),
    ("second/gate", "Jana lets Burrowing Wurm through", ["Jana: no block"]),
    ("second/gate", "no one blocks", ["Jana: no block"]),
    ("second/gate", "Jana takes the full 18", ["Jana: no block"]),
    ("first/main", "everything attacks", ["Anna: attack with Triceratops, Palace Guard, Muse"]),
    (
        "second/gate",
        "Jana blocks with all but Palace Guard and Kong",
        ["Jana: block with Human Token#1, Human Token#2, Muse"],
    ),
]


@pytest.mark.parametrize(("position", "message", "lines"), READ, ids=[message for _, message, _ in READ])
def test_sentence_about_battles_is_read(position, message, lines):
    assert outcome(POSITIONS[position], [message]) == outcome(POSITIONS[position], lines)
