"""A sentence for each kind of log event.

Fields of the templates: ``{0.player}`` is the first argument as a player name, ``{0.side}`` as a player or team;
``{1.card}`` the second as a card name, ``{1.own}`` with the player of the first argument as owner ("Ben's Kong");
``{1.cards}`` and ``{1.owns}`` the second and all following; ``{1}`` the plain number. ``{1.ability}`` and ``{1.mode}``
name ability or mode ``args[2]`` of the second argument.
"""

from typing import Final

from rules.engine.log import Event
from rules.epic.effects import Ally, Loyalty, Power, Tribute
from rules.epic.state import ABILITIES_LOST, DELAYED, GRANTED, RIGHTEOUS, EpicState
from rules.epic.state.display_names import display_name, owned_name, player_name, side_name
from rules.notation.english import listed

TEMPLATES: Final[dict[str, str]] = {
    # setup and turn
    "first": "{0.side} takes the first turn.",
    "keep": "{0.player} keeps the opening hand.",
    "mulligan": "{0.player} replaces {1} of the cards in the opening hand.",
    "turn": "Turn {1} begins: {0.side}.",
    "gold": "{0.player} has {1} gold.",
    "no-draw": "{0.side} skips the draw of the first turn.",
    "gain-gold": "{0.player} gains {1} gold (now {2}).",
    "bound-gold": "{0.player} gains {1} gold for {2} cards and powers only.",
    "prepare": "{1.owns} is prepared.",
    "deployed": "{1.owns} stops deploying.",
    "main": "{0.side} enters the Main Phase.",
    "initiative": "{0.side} has initiative.",
    "offer-end": "{0.side} passes, to end the turn.",
    "pass": "{0.side} passes.",
    "end-turn": "{0.side} goes to the End Phase.",
    "end-phase": "{0.side}'s End Phase begins.",
    "heal": "Damage is removed from {0.cards}.",
    "wear-off": "Effects until end of turn end on {0.cards}.",
    "trigger-waits": "{1.ability} waits for the next turn.",
    "trigger-lost": "{1.ability} is lost.",
    "turn-ends": "{0.side}'s turn ends.",
    # moving cards
    "draw": "{0.player} draws {1.card}.",
    "discard": "{0.player} discards {1.cards}.",
    "bottom": "{1.cards} goes to the bottom of {0.player}'s deck.",
    "enter": "{1.own} enters play.",
    "enter-expended": "{1.own} enters play expended.",
    "event-done": "{1.card} goes to {0.player}'s discard pile.",
    "break": "{1.own} breaks.",
    "unbreakable": "{1.own} is unbreakable and stays.",
    "banish": "{1.own} is banished.",
    "banish-hand": "{1.own} is banished from the hand.",
    "no-discard": "{0.player} has no card to discard.",
    "banish-card": "{1.own} is banished from the discard pile.",
    "unbanishable": "{1.own} is unbanishable and stays.",
    "bounce": "{1.own} returns to its owner's hand.",
    "to-hand": "{1.own} goes to its owner's hand.",
    "reveal-top": "{0.player} reveals {1.card} from the top of the deck.",
    "banish-revealed": "{1.own} is banished from the top of the deck.",
    "blink": "{1.own} leaves play.",
    "mode": "{0.player} chooses effect {3} of {1.card}.",
    "recall": "{0.player} recalls {1.card}.",
    "no-recall": "{1.card} is not in the discard pile any more and is not recalled.",
    "reveal": "{0.player} reveals {2.cards} for {1.card}.",
    "no-reveal": "{0.player} reveals nothing for {1.card}.",
    "recycle": "{0.player} recycles {1.cards}.",
    "no-recycle": "{0.player} has fewer than two cards to recycle.",
    "no-recycling": "{0.player} does not recycle.",
    # playing
    "play": "{0.player} plays {1.card}{1.mode} for {3} gold.",
    "play-free": "{0.player} plays {1.card}{1.mode} for free.",
    "banish-played": "{1.own} is banished.",
    "use": "{0.player} uses the power of {1.card} for {3} gold.",
    "trigger": "{1.ability} triggers.",
    "resolve": "{1.ability} resolves.",
    "forgotten": "{1.ability} is missed.",
    "target-none": "{0.player} targets nothing with {1.card}.",
    "return": "{1.own} goes back under the control of {0.player}.",
    "transform": "{1.own} is transformed.",
    "set-for-end": "The end-of-turn effect of {1.card} waits.",
    "choose": "{0.player} chooses {2.cards} for {1.card}.",
    "number": "{0.player} chooses {2} for {1.card}.",
    "choose-none": "{0.player} chooses nothing for {1.card}.",
    "no-target": "{1.card} has no legal target.",
    "tribute-goes-on": "The tribute of {1.card} goes on without a target.",
    "no-choose": "{1.card} has nothing to choose from.",
    "no-tribute": "The tribute of {1.own} has no legal target and does not apply.",
    "no-ally": "{1.ability} does not trigger on {3.card}: it is not in place when the card counts.",
    "asks-loyalty": "{0.player} may reveal cards for the loyalty of {1.own}.",
    "member": "{1.card} applies to {0.player}, a member of the team.",
    "no-loyalty": "{0.player} has {2.fewer} to reveal for {1.card}.",
    "nothing-to-do": "{1.card} offers nothing that could have an effect.",
    "condition-fails": "The condition on {1.card} does not hold.",
    "unblocked": "{2.card} is unblocked: no blockers have been declared.",
    # effects
    "damage": "{0.card} deals {2} damage to {1.card} (now {3}).",
    "gain": "{0.player} gains {1} health (now {2}).",
    "gains-nothing": "{1.own} gains no abilities or powers.",
    "no-gain": "{0.player} cannot gain health.",
    "forbid": "{0.player} cannot {1} for the rest of the turn.",
    "lose-health": "{0.player} loses {1} health (now {2}).",
    "expend": "{1.own} is expended.",
    "pay": "{0.player} pays {1} gold for {2.card}.",
    "uncounter": "{0.card} loses {1} +1/+1 counters (now {2}).",
    "counters": "{0.card} gets {1} +1/+1 counters (now {2}).",
    "no-attacks": "No further attack may be declared this turn.",
    "out-of-reach": "{1.card} does not reach {2.player}.",
    "doom": "{2.cards} will break at end of turn.",
    # battle
    "attack": "{0.side} attacks {1.side} with {2.cards}.",
    "advance": "{0.side} advances to the {1} step.",
    "leave-battle": "{1.own} is taken out of the battle.",
    "block": "{0.side} blocks with {1.cards}.",
    "no-block": "{0.side} does not block.",
    "leaves-battle": "{1.own} leaves the battle.",
    "no-damage": "{1.own} is expended and deals no damage.",
    "stays-blocked": "{1.own} stays blocked and deals no damage.",
    "battle-ends": "The battle ends; {0.side} is back in the Main Phase.",
    "battle-breaks-off": "The battle of {0.side} is broken off.",
    # end of the game
    "leaves": "All that {0.player} owns leaves the game.",
    "leaves-with": "{0.player} takes {1.cards} out of the game.",
    "regain": "{0.player} controls {1.card} again.",
    "concede": "{0.player} concedes.",
    "eliminated": "{0.player} is eliminated.",
    "win": "{0.player} wins.",
    "endless": "Mandatory effects repeat without end: the game is drawn.",
    "drawn-game": "No player is left: the game is drawn.",
    "drawn-together": "Several players were eliminated together: the game is drawn.",
}
"""The sentence template of each kind of event; ``SPECIAL`` has the others."""


class _EventArgument:
    """An event argument, with properties that format it for a template."""

    def __init__(self, state: EpicState, event: Event, index: int) -> None:
        self._state = state
        self._args = [arg if isinstance(arg, int) else 0 for arg in event.args]
        self._index = index
        self._shown = event.args[index]

    def __str__(self) -> str:
        return str(self._shown)

    def __format__(self, _spec: str) -> str:
        return str(self._shown)

    @property
    def player(self) -> str:
        return player_name(self._state, self._args[self._index])

    @property
    def side(self) -> str:
        return side_name(self._state, self._args[self._index])

    @property
    def card(self) -> str:
        return display_name(self._state, self._args[self._index])

    @property
    def own(self) -> str:
        return owned_name(self._state, self._args[0], self._args[self._index])

    @property
    def cards(self) -> str:
        return listed([display_name(self._state, ref) for ref in self._args[self._index :]])

    @property
    def owns(self) -> str:
        return listed([owned_name(self._state, self._args[0], ref) for ref in self._args[self._index :]])

    @property
    def fewer(self) -> str:
        count = self._args[self._index]
        return f"fewer than {count} cards" if count > 1 else "no card"

    @property
    def mode(self) -> str:
        modes = len(self._state.printed_of(self._args[self._index]).modes)
        return f" (effect {self._args[2] + 1} of {modes})" if modes > 1 else ""

    @property
    def ability(self) -> str:
        source, index = self._args[self._index], self._args[2]
        label = ability_name(self._state, source, index)
        return f"{label} of {owned_name(self._state, self._args[0], source)}"


def ability_name(state: EpicState, source: int, index: int) -> str:  # noqa: PLR0911 - one line a kind
    """Return the capitalised name of ability ``index`` of a card or object."""
    if index == RIGHTEOUS:
        return "Righteous"
    if index == DELAYED:
        return "The delayed effect"
    if index == GRANTED:
        return "The ability given"
    match state.printed_of(source).ability(index):
        case Tribute():
            return "Tribute"
        case Loyalty(count):
            return f"Loyalty {count or 'X'}"
        case Ally(alignment):
            return f"The {alignment} ally ability"
        case Power():
            return "The power"
    return "The triggered ability"


def describe_event(state: EpicState, event: Event) -> str:
    """Return the sentence for one log event.

    Raises:
        KeyError: the kind of event has no sentence.
    """
    if event.kind in SPECIAL:
        return SPECIAL[event.kind](state, event)
    words = [_EventArgument(state, event, index) for index in range(len(event.args))]
    sentence = TEMPLATES[event.kind].format(*words)
    if event.kind in {"prepare", "bottom", "deployed"} and len(event.args) > 2:
        sentence = sentence.replace(" is prepared.", " are prepared.").replace(" goes to ", " go to ")
        sentence = sentence.replace(" stops deploying.", " stop deploying.")
    return sentence[0].upper() + sentence[1:]


def _number_args(event: Event) -> list[int]:
    return [arg if isinstance(arg, int) else 0 for arg in event.args]


def _describe_assign(state: EpicState, event: Event) -> str:
    seat, *parts = _number_args(event)
    shares = [
        f"{display_name(state, source)} {amount} to {display_name(state, target)}"
        for source, target, amount in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]
    return f"{player_name(state, seat)} assigns damage: {', '.join(shares)}."


def _describe_modify(state: EpicState, event: Event) -> str:
    oid, lasting = _number_args(event)[:2]
    modifiers = list(zip(event.args[2::2], event.args[3::2], strict=True))
    changes = []
    for kind, value in modifiers:
        modifier_text = f"the ability that {value} gives" if kind == "granted" else str(value)
        changes.append(f"{value:+d} {kind}" if isinstance(value, int) else modifier_text)
    how_long = "for as long as it stays in play" if lasting else "until end of turn"
    if modifiers[:1] == [ABILITIES_LOST]:
        also = f" and gets {listed(changes[1:])}" * (len(changes) > 1)
        return f"{display_name(state, oid)} loses its powers, abilities and keywords{also} {how_long}."
    return f"{display_name(state, oid)} gets {listed(changes)} {how_long}."


def _describe_may(state: EpicState, event: Event) -> str:
    seat, source, yes = _number_args(event)
    return f"{player_name(state, seat)} {'uses' if yes else 'declines'} what {display_name(state, source)} offers."


def _describe_join(state: EpicState, event: Event) -> str:
    seat, oid, attacking = _number_args(event)
    return f"{owned_name(state, seat, oid)} joins the {'attack' if attacking else 'block'}."


def _describe_target(state: EpicState, event: Event) -> str:
    seat, source, *targets = _number_args(event)
    after = state.log[event.seq + 1] if event.seq + 1 < len(state.log) else event
    names = [display_name(state, ref) for ref in targets]
    if after.kind == "seize" and targets == [after.args[1]]:
        # Another player controlled it when it was picked.
        names = [_seized_champion_name(state, after)]
    return f"{player_name(state, seat)} targets {listed(names)} with {display_name(state, source)}."


def _describe_seize(state: EpicState, event: Event) -> str:
    return f"{player_name(state, _number_args(event)[0])} gains control of {_seized_champion_name(state, event)}."


def _seized_champion_name(state: EpicState, event: Event) -> str:
    _, oid, previous = _number_args(event)
    return owned_name(state, previous, oid)


SPECIAL: Final = {
    "assign": _describe_assign,
    "modify": _describe_modify,
    "may": _describe_may,
    "join": _describe_join,
    "target": _describe_target,
    "seize": _describe_seize,
}
"""Functions for kinds of events that need more than a template."""
