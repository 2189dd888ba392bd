"""I-141 to I-150: sacrifices, wins and amounts of card texts."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "I-141",
        ("5.9.2", "5.12.3", "3.2.3c"),
        "A player has to break one champion of their choice; may it be one that cannot break?",
        ("No, one that can break; without any, nothing happens.", "Yes, and then nothing breaks."),
        "The cards say: if able. A champion that stays has not been broken.",
        fixed_reason="The cards ask for it only of who is able.",
        affects_winner=True,
    ),
    Entry(
        "I-142",
        ("1.2.1", "5.0"),
        "A card lets its player win in a way that the rules on winning do not name.",
        ("The player wins at once, team-mates included.", "Nothing happens."),
        "A card says what its text does; the two ways of the rules need no card.",
        fixed_reason="The card would have no text.",
    ),
    Entry(
        "I-143",
        ("5.3.1", "5.3.4", "5.3.5"),
        "How many cards may be revealed for loyalty X?",
        (
            "Any number of one's choice, at least one; the number is chosen by revealing.",
            "All cards that qualify, or none.",
        ),
        "X is the number that the player reveals; revealing none is declining.",
        fixed_reason="The cards count how many were revealed.",
    ),
    Entry(
        "I-144",
        ("3.2.3", "1.5.4", "3.6.3"),
        "A player loses any amount of health of their choice; how much at most, and is 0 an amount?",
        ("From 0 up to what the player has.", "Any number at all.", "At least 1."),
        "Only what one has can be lost, as with a payment (I-22); nothing demands more than 0.",
        fixed_reason="More than one has changes nothing but the size of an effect without bound.",
    ),
    Entry(
        "I-145",
        ("3.2.1", "3.2.3c"),
        "Inspiration has two cards banished; is that a cost of playing it?",
        ("No, an effect: it does as much as it can, and draws one card unless both were Sage.", "Yes."),
        "No additional cost is stated for it (3.6.1).",
        fixed_reason="Nothing that is known about the card states a cost.",
    ),
    Entry(
        "I-146",
        ("3.2.1", "3.2.3a", "1.9.2", "5.18.1"),
        "Fairy Trickster lets a card off any player's deck be played at its full cost: when, and for whom?",
        (
            "At once, on any turn; a champion enters under the player's control; no ally ability triggers.",
            "As if it were in that player's hand.",
        ),
        "The power says so as it resolves; ownership does not change (1.9.2), and ally abilities ask for the hand.",
        fixed_reason="The listing says nothing that another reading could rest on.",
    ),
)
