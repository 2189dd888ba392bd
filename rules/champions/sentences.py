"""Sentences for log entries, which themselves store only numbers.

In a template ``{0}`` is the first argument as a player's name, ``{1}`` the second as a card's name or a number,
depending on the kind; ``{whose}`` is the possessive of the first argument.
"""

from typing import Final

from rules.champions.state import ChampionsState
from rules.engine.log import Event
from rules.notation.english import possessive

TEMPLATES: Final[dict[str, tuple[str, str]]] = {
    "first": ("p", "{0} goes first."),
    "place": ("pcn", "{0} places {1} in lane {2}."),
    "health": ("pn", "{0} starts with {1} health."),
    "turn": ("pn", "Turn {1} begins: {0}."),
    "draw": ("pc", "{0} draws {1}."),
    "no-card": ("p", "{0} has no card left to draw."),
    "rotate": ("pcn", "{whose} {1} turns to corner {2}."),
    "acts": ("pc", "{whose} {1} acts."),
    "exhausting": ("pc", "{whose} {1} is Exhausted: what it does then, it does in limbo."),
    "exhaust": ("pc", "{whose} {1} is Exhausted and goes to the discard pile."),
    "blessing-ends": ("pc", "{whose} {1} is Exhausted and is turned face down."),
    "turned-over": ("pc", "{whose} {1} has been carried out and is turned face down."),
    "play": ("pcc", "{0} plays {1} with {2}."),
    "deploy": ("pcn", "{0} Deploys {1} in lane {2}."),
    "entering": ("pc", "{whose} {1} does in limbo what it does as it enters play."),
    "enter": ("pcn", "{whose} {1} comes into lane {2}."),
    "done": ("pc", "{whose} {1} has been carried out and goes to the discard pile."),
    "use": ("pc", "{0} uses the Heroic Act of {1}."),
    "pass": ("pn", "{0} passes; actions left: {1}."),
    "objective": ("pcc", "{1} of {0} has done its objective, by {2}, and turns."),
    "complete": ("pc", "The Quest of {1} of {0} is complete."),
    "reveal": ("pcn", "{0} reveals {1} in lane {2}."),
    "damage": ("pnc", "{2} deals {1} damage to {0}."),
    "no-damage": ("pc", "{1} deals no damage to {0}."),
    "heal": ("pnc", "{0} gains {1} health by {2}."),
    "no-gain": ("pc", "{0} gains no health by {1}."),
    "no-value": ("pc", "{whose} {1} shows no value, so what asks for one does nothing."),
    "cancelled": ("pc", "{whose} {1} has left its corner: the rest of its text is cancelled."),
    "actions": ("pn", "{0} has {1} actions now."),
    "no-actions": ("pc", "{0} cannot gain actions by {1} now."),
    "nothing": ("pc", "An instruction of {whose} {1} has no effect."),
    "declines": ("pc", "{0} declines what {1} offers."),
    "instead": ("pc", "{whose} {1} replaces what would happen."),
    "discard": ("pc", "{0} discards {1}."),
    "search": ("pc", "{0} takes {1} out of the deck."),
    "shuffle": ("p", "{0} shuffles the deck."),
    "moves": ("pc", "{0} moves {1} out of the hand."),
    "puts": ("pc", "{0} puts {1} away."),
    "stands": ("pc", "{whose} {1} does not turn."),
    "restart": ("pc", "{whose} {1} is set to its first corner."),
    "triggers": ("pc", "The instant effects of {whose} {1} trigger."),
    "dormant": ("pcn", "{whose} {1} is Dormant until the end of turn {2}."),
    "awake": ("pc", "{whose} {1} is no longer Dormant."),
    "granted": ("pcn", "{whose} {1} has a further line of text until the end of turn {2}."),
    "ungranted": ("pc", "{whose} {1} loses a line of text added to it."),
    "removes": ("pc", "{whose} {1} Removes cards."),
    "last-stand": ("pc", "{whose} {1} has a Last Stand."),
    "not-removed": ("pc", "{whose} {1} Removes nothing."),
    "remove": ("pc", "{whose} {1} is Removed and goes to the discard pile."),
    "leaving": ("pc", "{whose} {1} does in limbo what it does as it leaves play."),
    "return": ("pc", "{whose} {1} is Returned to the hand."),
    "swap": ("pcc", "{whose} {1} is Swapped with {2}."),
    "replace": ("pcc", "{whose} {1} is Replaced by {2}."),
    "lanes": ("pcc", "{whose} {1} and {2} change lanes."),
    "give": ("pc", "{0} gives up {1}."),
    "given": ("pc", "{whose} {1} goes to the discard pile."),
    "fall": ("p", "{0} is at 0 health."),
    "finishes": ("p", "What {0} does is finished first."),
    "removed": ("p", "{0} is out of the game."),
    "win": ("p", "{0} wins."),
    "concede": ("p", "{0} concedes."),
}
"""Argument kinds (player, card, number) and sentence template, by kind of log entry."""


def describe_event(state: ChampionsState, event: Event) -> str:
    """Return the sentence for a log entry."""
    kinds, template = TEMPLATES[event.kind]
    words = [_word(state, kind, value) for kind, value in zip(kinds, event.args, strict=True)]
    return template.format(*words, whose=possessive(words[0]))


def _word(state: ChampionsState, kind: str, value: int | str) -> str:
    if kind == "p":
        return state.names[int(value)]
    return state.table[int(value)].name if kind == "c" else str(value)
