"""Card files of the Epic TCG for tests."""

HEAD = 'file = 1\ngame = "epic-tcg"\nset = "City event"\n'


def card(name: str, *, cost: str = "action") -> str:
    """Return one card of a card file: an event that draws a card."""
    return (
        f'[[card]]\nname = "{name}"\ncost = "{cost}"\nspeed = "fast"\ntype = "event"\nalignment = "wild"\n'
        'origin = "natural"\ngift = false\ndo = ["draw 1"]\n'
    )


NAMES = [f"Frog {letter}" for letter in "abcdefghijklmnopqrst"]
FILE = HEAD + "".join(map(card, NAMES)) + card("Rescue")
"""Twenty cards that no one else knows, and one that is known."""
FREE = HEAD + "".join(card(name, cost="free") for name in NAMES)
"""The same cards, every one free: more than a deck may have."""
LIST = "".join(f"3 {name}\n" for name in NAMES)
"""A deck of them."""
