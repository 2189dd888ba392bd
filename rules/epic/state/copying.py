"""Fast copies of a game, handwritten because what-if analysis copies often.

Copies are created without calling ``__init__`` and set every slot. Immutable values (tuples, decisions, events, the
card table) are shared. A test compares these functions with the field tables of ``rules.epic.state``.
"""

from rules.engine.state import Frame
from rules.epic.state.model import AnyFrame, Champion, EpicState, Seat, Team, Trigger


def copy_champion(champion: Champion) -> Champion:
    """Return an independent copy of ``champion``."""
    new = Champion.__new__(Champion)
    new.oid = champion.oid
    new.cid = champion.cid
    new.controller = champion.controller
    new.owner = champion.owner
    new.stance = champion.stance
    new.deploying = champion.deploying
    new.damage = champion.damage
    new.hurt = champion.hurt
    new.plus = champion.plus
    new.attacking = champion.attacking
    new.blocking = champion.blocking
    new.attacked = champion.attacked
    new.until_end = champion.until_end
    new.lasting = champion.lasting
    new.struck = champion.struck
    new.keeper = champion.keeper
    return new


def copy_seat(seat: Seat) -> Seat:
    """Return an independent copy of ``seat``."""
    new = Seat.__new__(Seat)
    new.team = seat.team
    new.deck = seat.deck[:]
    new.hand = seat.hand[:]
    new.discard = seat.discard[:]
    new.supplemental = seat.supplemental
    new.gods = seat.gods
    new.champions = [copy_champion(champion) for champion in seat.champions]
    new.gold = seat.gold
    new.bound = seat.bound
    new.bans = seat.bans
    new.ones_played = seat.ones_played
    new.out = seat.out
    return new


def copy_team(team: Team) -> Team:
    """Return an independent copy of ``team``."""
    new = Team.__new__(Team)
    new.health = team.health
    new.out = team.out
    return new


def copy_frame(frame: AnyFrame) -> AnyFrame:
    """Return an independent copy of ``frame``."""
    new = Frame.__new__(Frame)
    new.kind = frame.kind
    new.index = frame.index
    new.controller = frame.controller
    new.source = frame.source
    new.data = frame.data.copy()
    new.cause = frame.cause
    return new


def copy_trigger(trigger: Trigger) -> Trigger:
    """Return an independent copy of ``trigger``."""
    new = Trigger.__new__(Trigger)
    new.controller = trigger.controller
    new.source = trigger.source
    new.cid = trigger.cid
    new.ability = trigger.ability
    new.data = trigger.data.copy()
    new.cause = trigger.cause
    return new


def share_state(state: EpicState) -> EpicState:
    """Return a shallow copy of ``state`` in which unknown cards can be named.

    Everything else is shared with ``state``, so do not apply actions to it.
    """
    new = EpicState.__new__(EpicState)
    new.version = state.version
    new.variant = state.variant
    new.choices = state.choices
    new.cards = state.cards
    new.options = state.options
    new.names = state.names
    new.table = state.table
    new.owners = state.owners
    new.lists = state.lists
    new.entered = state.entered
    new.teams = state.teams
    new.seats = state.seats
    new.first = state.first
    new.turn = state.turn
    new.turn_number = state.turn_number
    new.initiative = state.initiative
    new.phase = state.phase
    new.stage = state.stage
    new.step = state.step
    new.passed = state.passed
    new.played = state.played
    new.defender = state.defender
    new.blocked = state.blocked
    new.no_attacks = state.no_attacks
    new.broken = state.broken
    new.mortal = state.mortal
    new.frames = state.frames
    new.noted = state.noted
    new.batch = state.batch
    new.delayed = state.delayed
    new.pending = state.pending
    new.winner_seats = state.winner_seats
    new.drawn = state.drawn
    new.cause = state.cause
    new.log = state.log
    new.values = state.values.copy()
    new.observer = state.observer
    new.missed_trigger = state.missed_trigger
    return new


def copy_state(state: EpicState) -> EpicState:
    """Return an independent copy of ``state`` with the same log."""
    new = share_state(state)
    new.teams = [copy_team(team) for team in state.teams]
    new.seats = [copy_seat(seat) for seat in state.seats]
    new.frames = [copy_frame(frame) for frame in state.frames]
    # Triggers rarely wait, and skipping the comprehension is twice as fast.
    new.noted = [copy_trigger(trigger) for trigger in state.noted] if state.noted else []
    new.batch = [copy_trigger(trigger) for trigger in state.batch] if state.batch else []
    new.delayed = [copy_trigger(trigger) for trigger in state.delayed] if state.delayed else []
    new.log = state.log[:]
    return new
