"""I-111 to I-120 and I-154: gods, teams, Hunter, departures."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "I-111",
        ("2.4.1", "1.3.2", "1.4.6"),
        "How many gods may a player bring, and which of their abilities work?",
        (
            "At most one each, in any way of playing; powers, ally abilities and triggers work for its owner all game.",
            "One each for all players or for none.",
            "As many as a player likes.",
        ),
        "2.4.1 speaks of one God card played with a deck; its abilities would say nothing if they did not work there.",
        fixed_reason="How many gods a format allows is for its deck rules; the engine plays one a player.",
    ),
    Entry(
        "I-112",
        ("1.2[1]", "4.1.1", "4.4.1", "RB:the-many-epic-formats/team-multiplayer/hydra"),
        "Which members of a team act while the team has initiative?",
        (
            "Any of them, with their own cards and gold; they attack, block, pass and order triggers as one.",
            "One after the other, each passing by themselves.",
        ),
        "The team is the player who has the turn and initiative.",
        fixed_reason="1.2[1] makes the team the player, and records tell its answers under any member's name.",
    ),
    Entry(
        "I-113",
        ("1.2[1]", "RB:the-many-epic-formats/team-multiplayer/hydra"),
        "What do a card's words about its player and each player mean in a team?",
        (
            "Own is what the member has, opposing what other teams have; health counts once a team, cards each member.",
            "A team-mate's champions and cards count as one's own.",
        ),
        "Everyone has champions, cards and gold of their own; only turn and health are shared.",
        affects_winner=True,
        fixed_reason="Each way of playing says what its players share; everything not shared is each player's own.",
    ),
    Entry(
        "I-154",
        ("1.2[1]", "4.0", "4.4.11", "RB:the-many-epic-formats/team-multiplayer/hydra"),
        "A card has the player of another team do something whose turn it is, or whom it has dealt damage in battle.",
        (
            "The member who stands for that team: the first in seat order.",
            "One member, whom that team chooses.",
            "Each member of that team.",
        ),
        "Turn and attack concern the team, and the card speaks of one player.",
    ),
    Entry(
        "I-114",
        ("1.2[1]", "1.2.2", "I-23"),
        "A member of a team concedes.",
        ("The team leaves the game.", "That member leaves, and the team goes on without them."),
        "The player who leaves is the team.",
        affects_winner=True,
        fixed_reason="1.2[1] makes the team the player, and 1.2.2 is about the player who leaves.",
    ),
    Entry(
        "I-115",
        ("1.9.3", "4.4.14", "I-24"),
        "The attacking or the attacked player leaves the game during the battle.",
        (
            "What has triggered resolves, then the battle is over; attackers stay expended.",
            "The battle goes on, and initiative passes to the player on the left instead.",
        ),
        "No champion or player is left to deal damage to, or none is left to deal it.",
        fixed_reason="1.9.3 takes the player and what belongs to them out of the game at once.",
    ),
    Entry(
        "I-116",
        ("1.9.3", "4.3.3", "I-24"),
        "The player whose turn it is has left the game. How does the turn go on?",
        (
            "Where that player would have initiative the next to the left has it; when all have passed it ends.",
            "The turn ends at once.",
        ),
        "The publisher's page on games of many players says so.",
        fixed_reason="The publisher's page answers it for games of many players.",
    ),
    Entry(
        "I-117",
        ("RB:the-many-epic-formats/multiplayer/hunter-first-blood", "1.2.2"),
        "Several players are eliminated together in Hunter - First Blood.",
        (
            "Next to each of them, the nearest to the right who remains wins; several of them win together.",
            "The game is drawn.",
            "The one eliminated first in turn order counts.",
        ),
        "The rule names a winner for each elimination and no order among them.",
        affects_winner=True,
    ),
    Entry(
        "I-118",
        ("RB:the-many-epic-formats/multiplayer/hunter-last-one-standing",),
        "When does an elimination give health and a card, and to whom, if several fall together?",
        (
            "At once, in mid-effect, to the nearest to the right who remains, for each of the eliminated.",
            "As a trigger, before the next play.",
        ),
        "It is a rule of the game, not an ability.",
        affects_winner=True,
        fixed_reason="It is no ability of any card, so it cannot wait like one (3.4.1).",
    ),
    Entry(
        "I-119",
        ("RB:the-many-epic-formats/multiplayer/hunter-first-blood",),
        "What is out of reach in Hunter?",
        (
            "Players beyond the nearest to each side, and what they control or own: to pick, to count and to change.",
            "Only what would be targeted.",
        ),
        "Cards affect only their player and the two neighbors, and the publisher's page says they see no further.",
        affects_winner=True,
        fixed_reason="The rule book says that cards affect the neighbours only, whatever they do.",
    ),
    Entry(
        "I-120",
        ("1.2[1]", "1.8.4", "4.2.3", "4.5.2b"),
        "In which order do team-mates draw, replace cards of the opening hand and discard?",
        ("In seat order, one team after the other.", "As the team likes."),
        "Nothing depends on it but the order of lines.",
        fixed_reason="Nothing depends on it but the order of lines.",
    ),
)
