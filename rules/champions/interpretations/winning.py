"""CH-34 to CH-41, CH-51 and CH-52: numbers, losing, decks."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "CH-34",
        (
            "2.12.2",
            "2.12.3",
        ),
        "Where is the floor when a value is increased and reduced?",
        (
            "Step by step in Standard Order, never below 0 in between.",
            "At the end, after the sum.",
        ),
        "The steps have an order, which would not matter otherwise.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "CH-35",
        (
            "2.12.4",
            "6.1.2/rend",
        ),
        "How do effects work that say would?",
        (
            (
                "After all modifiers, in Standard Order, each card once on one event; the new amount is not modified "
                "again. Rend passes by reductions, not by these."
            ),
        ),
        "2.12.4 puts them after the modifiers; a replacement is no reduction.",
    ),
    Entry(
        "CH-36",
        (
            "5.1.4",
            "5.1.1",
        ),
        "Which cards does the exception of 5.1.4 finish?",
        (
            "Any own card or Heroic Act that brought it about, itself or by an answer to it, in any phase.",
            "Only one that is being played.",
        ),
        "A card in play was played, and the rule sets no time.",
        affects_winner=True,
    ),
    Entry(
        "CH-37",
        ("5.1.5",),
        "What is the same action, in which both come to 0?",
        (
            "The outermost effect and all it sets off, in any phase; then the turn player wins.",
            "The whole turn.",
        ),
        "Outside the Action Phase there are effects, too, that bring both to 0 at a stroke.",
        affects_winner=True,
    ),
    Entry(
        "CH-38",
        ("4.1.5.5c",),
        "A player with cards in hand has nothing in play after the Empty Deck Check.",
        (
            "Defeated: the hand does not count.",
            "The player goes on.",
        ),
        "The last step names cards in play alone.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "CH-39",
        ("4.1.5.5c",),
        "Which moves out of the hand spare a player the check?",
        ("This turn, by anything; an Ability counts though it passes limbo, a card put into the deck does not.",),
        "The areas are named: battlefield and discard pile.",
    ),
    Entry(
        "CH-40",
        ("4.1.5.5c",),
        "Which Blessing is active here, and what if nothing can be given up?",
        ("One that lies face up, on an X too; if none of the three is possible, the last step follows.",),
        "Turning face down is the price, and it can be paid by any that is face up.",
    ),
    Entry(
        "CH-41",
        (
            "4.1.5.5c",
            "2.14.4e",
        ),
        "Is one Action card of a stack given up, or the stack?",
        (
            "The stack: it is one Unit.",
            "Its top card.",
        ),
        "For effects a stack is one Unit.",
    ),
    Entry(
        "CH-51",
        ("2.1.1.2",),
        "May a deck hold Unaligned cards only?",
        ("Yes.",),
        "Each of them is Unaligned, as the rule allows.",
    ),
    Entry(
        "CH-52",
        (
            "5.1",
            "4.1.5.5",
        ),
        "The rules are silent on conceding, on loops without end, and on two empty decks.",
        (
            (
                "A player may concede at any decision; a loop that no one can end is not decided by these rules; with"
                " both decks empty the check is made in each turn."
            ),
        ),
        "No one can be made to play on, and no rule ends a loop.",
    ),
)
