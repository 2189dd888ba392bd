"""CH-28 to CH-30, CH-42, CH-43, CH-53 and CH-54: actions and requirements."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "CH-28",
        ("2.5.3.3",),
        "Abilities are spoken of for Engaged Champions. And the Disengaged?",
        (
            "They may play them too; only the class is asked for.",
            "They may not: a Unit has to be there.",
        ),
        "2.5.3.2 names the class as the permission; the other rule sorts out what Engaged may do.",
    ),
    Entry(
        "CH-29",
        ("4.1.3.2d",),
        "How far does the once of a name reach?",
        ("For each player and turn; all cards of the name, Champions of equal names too.",),
        "The rule speaks of the player's copies, and of Heroic Acts, which Champions have.",
    ),
    Entry(
        "CH-30",
        (
            "2.9.1",
            "2.5.1.7",
        ),
        "Is a Heroic Act available on an X, on a Dormant card, after a complete Quest?",
        ("No, no, yes.",),
        "It is an effect of the card, and the first two have none; a complete Quest takes nothing away.",
    ),
    Entry(
        "CH-42",
        (
            "4.1.3.4c",
            "4.1.3",
        ),
        "Actions gained after passing, and unused ones gained before.",
        ("The former are lost; the latter count for drawing.",),
        "Passing passes on all that remain at that moment.",
    ),
    Entry(
        "CH-43",
        (
            "6.1.2/deploy",
            "2.10.2.4",
        ),
        "What may be declined?",
        ("Moves and Deploys out of hand or deck that name a kind of card; none out of the discard pile.",),
        "The permission is for areas that the opponent cannot check.",
    ),
    Entry(
        "CH-53",
        (
            "3.1.2c",
            "3.2.3.1",
            "4.1.1.1",
        ),
        "The rules name no mulligan, and nothing special for the first player's first turn.",
        ("No mulligan, no limit of cards in hand, two actions for both players from the first turn.",),
        "What is not there is not done; the default of 4.1.1.1 has no exception.",
    ),
    Entry(
        "CH-54",
        (
            "2.5.2.2",
            "6.2/normal-restrictions",
        ),
        "2.5.1.2 lets only a Disengaged Champion play a Unit; 2.5.2.2 says nothing like it of Spells.",
        (
            "An Engaged Champion cannot play or Deploy a Spell: being Disengaged is a normal restriction.",
            "It can: the class alone is asked for. What becomes of the card that lies there, no rule says.",
        ),
        "6.2 names being Disengaged together with the class, for Units and Spells alike.",
        affects_winner=True,
        needs_confirmation=True,
    ),
)
