"""The known words of trait lines, used to detect misspellings."""

from typing import Final

RACES: Final = ("Coyotle", "Dwarf", "Elf", "Human", "Necrotic", "Orc", "Shin'hare", "Vennen")
"""The races, of both factions (UR:124, UR:125)."""

FACTIONS: Final = ("Ardent", "Underworld")
"""The two factions (UR:126)."""

_WORDS: Final = """
    Abomination Airship Angel Arborean Avatar Beast Bird Blob Brood Chaostouched Cleric Concubunny Construct
    Coyotle Cromag Demon Destruction Device Dingler Dinosaur Doomsday Dragon Dwarf Elder Elemental Elf Engine
    Enlightened Factory Fae Falcon Forge Gargoyle Giant Goblin Great Griffin Harpy High Hope Human Hydra Iljuni
    Illusion Imp Imps Insect King Knight Kraken Lord Lust Mage Manifestation Manti Might Minotaur Mutant
    Necrotic Nibblin Ogre Orc Pegasus Pet Plans Plant Prince Princess Queen Ranger Robot Rogue Salvation Sensei
    Shapeshifter Shin'hare Shroomkin Slave Spider Spirit Squirrel Standard Stormling Tentacle Totem Transcended
    Trap Trinity Troll Turtle Undead Unicorn Vampire Vennen Voidtouched Wall Warlock Warrior Witch Wolf Yeti
    Zombie
"""

TRAITS: Final = tuple(_WORDS.split())
"""All words of trait lines, including races, in alphabetical order; "of" between two of them is not a trait."""
