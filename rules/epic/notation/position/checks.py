"""Checks of a position that has been built.

Each contradiction is reported at its field.
"""

from collections.abc import Iterator

from rules.decks.names import fold
from rules.epic.board.continuous import current_values, has_keyword
from rules.epic.interpretation_options import DEFENSE_FALLS, WHEN_BROKEN
from rules.epic.notation.position.cards import DescribedCards
from rules.epic.notation.position.fields import Fields
from rules.epic.notation.position.leavers import check_leavers
from rules.epic.notation.position.window import can_have_initiative, can_have_passed, is_window
from rules.epic.players.seats import acts_for
from rules.epic.state import Champion, EpicState
from rules.epic.traits import Keyword
from rules.notation.position.fields import EVERYONE, Spot, spot_of


def check_position(state: EpicState, fields: Fields, described: DescribedCards) -> None:
    """Report every contradiction in ``state``."""
    _check_champions(state, fields, described)
    _check_window(state, fields)
    check_leavers(state, fields, _with_spots(state, described))
    if (state.phase, state.stage) == ("start", 0):
        _check_turn_start(state, fields, described)


def _check_window(state: EpicState, fields: Fields) -> None:
    """Report players whose initiative or pass is impossible at this moment."""
    holder, can = state.initiative, can_have_passed(state)
    if is_window(state) and holder < 0:
        message = "somebody has initiative in this phase: name who may make a play (4.1.3)"
        fields.say(spot_of(fields, EVERYONE, "Initiative"), message)
    elif is_window(state) and not can_have_initiative(state, holder):
        message = f"{state.names[holder]} is neither attacking nor attacked and has no initiative in this battle (I-42)"
        fields.say(spot_of(fields, EVERYONE, "Initiative"), message)
    if len(set(state.passed)) < len(state.passed):
        fields.say(spot_of(fields, EVERYONE, "Passed"), "nobody passes twice in one window: name each player once")
    elif _all_players(fields, "Initiative", "Passed") and can and set(state.passed) not in map(set, can):
        players = " or ".join(", ".join(state.names[seat] for seat in seats) or "nobody" for seats in can)
        message = f"where {state.names[holder]} has initiative here, who has passed before is {players} (4.1.3)"
        fields.say(spot_of(fields, EVERYONE, "Passed"), message)


def _all_players(fields: Fields, *names: str) -> bool:
    """Return True if these fields name only players.

    Callers check more only then, to report no follow-up errors.
    """
    described = [line[0] for name in names if (line := fields.one(EVERYONE, name))]
    return all(
        len(fields.seats(player.strip())) == 1
        for text in described
        for player in text.split(",")
        if fold(player) != "nobody"
    )


def _check_turn_start(state: EpicState, fields: Fields, described: DescribedCards) -> None:
    """Report facts that the end of the previous turn would have removed (4.5.2)."""
    for number, seat in enumerate(state.seats):
        if seat.ones_played:
            message = "nobody has played a card this turn, which only starts: leave this out (4.2.1)"
            fields.say(spot_of(fields, number, "ones played"), message)
        if any(cid in state.broken for cid in seat.discard):
            fields.say(
                spot_of(fields, number, "broken"), "nothing has broken this turn, which only starts: leave this out"
            )
    if state.no_attacks:
        message = "nothing forbids attacks this turn, which only starts: leave this out (4.5.2d)"
        fields.say(spot_of(fields, EVERYONE, "No more attacks"), message)
    for champion, spot in _with_spots(state, described):
        name = state.table[champion.cid].name
        if champion.damage or champion.hurt:
            fields.say(spot, f"{name} has no damage when a turn starts: the End Phase removed it (4.5.2c)")
        if champion.until_end:
            fields.say(spot, f"what changed {name} until end of turn is over when a turn starts (4.5.2d)")
        if champion.attacked:
            fields.say(spot, f"{name} has not attacked this turn, which only starts")


def _with_spots(state: EpicState, described: DescribedCards) -> Iterator[tuple[Champion, Spot]]:
    """Yield each champion with its location in the description."""
    spots = [spot for champions in described.champions for _, _, spot in champions]
    yield from zip((champion for seat in state.seats for champion in seat.champions), spots, strict=False)


def _declared(state: EpicState) -> bool:
    """Return True if blockers have been declared in this battle."""
    return state.step not in ("attackers", "before-blocks") and not (state.step == "blocks" and state.stage == 0)


def _check_champions(state: EpicState, fields: Fields, described: DescribedCards) -> None:
    """Report contradictions about champions in play."""
    for champion, spot in _with_spots(state, described):
        name = state.table[champion.cid].name
        if (champion.attacking or champion.blocking) and state.phase != "battle":
            fields.say(spot, f"{name} is in a battle, but the phase is {state.phase}")
        elif champion.attacking and champion.blocking:
            fields.say(spot, f"{name} cannot attack and block at the same time")
        elif champion.attacking and not acts_for(state, champion.controller, state.turn):
            fields.say(spot, f"{name} cannot be attacking: it is not its controller's turn (4.4.1)")
        elif champion.blocking and not acts_for(state, champion.controller, state.defender):
            fields.say(spot, f"{name} cannot be blocking: its controller is not attacked (4.4.6[1])")
        elif champion.blocking and not _declared(state):
            fields.say(spot, f"{name} cannot be blocking before blockers are declared (4.4.6[1])")
        elif champion.attacked and not acts_for(state, champion.controller, state.turn) and not champion.deploying:
            # A champion whose control has changed since is deploying (5.17.2).
            fields.say(spot, f"{name} cannot have attacked in a turn that is not its controller's (4.4.1)")
        if champion.damage > max(champion.hurt, 0):
            fields.say(spot, f"{name} has more damage than it suffered this turn")
        now = current_values(state, champion)
        # Under another interpretation a champion survives damage that its defense has fallen to, or breaks later
        # (I-85, I-86).
        stands = state.options[DEFENSE_FALLS] or (state.options[WHEN_BROKEN] and state.frames)
        if champion.damage >= now.defense and not stands and not has_keyword(state, champion, Keyword.UNBREAKABLE):
            fields.say(
                spot,
                f"{name} has {champion.damage} damage and defense {now.defense}: it would have broken (5.16.3)",
            )
