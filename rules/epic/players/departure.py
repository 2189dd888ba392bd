"""Players who leave a game that continues (1.9.3, I-24, I-115, I-116)."""

from rules.epic.players.initiative import drop_departed_players
from rules.epic.state import AnyFrame, Champion, EpicState, clear_values
from rules.epic.state.log import log_event


def remove_players(state: EpicState, seats: list[int]) -> None:
    """Remove all cards and effects of ``seats`` from the game (1.9.3, I-24)."""
    gone = frozenset(seats)
    dealt = state.step == "after-damage" and not any(frame.kind == "battle-damage" for frame in state.frames)
    _drop_unresolved(state, gone)
    for seat in seats:
        _remove_cards(state, seat)
    for seat in seats:
        _return_champions(state, seat)
    state.broken = tuple(cid for cid in state.broken if state.owners[cid] not in gone)
    clear_values(state)
    if state.phase == "battle" and (state.turn in gone or state.defender in gone):
        _skip_to_battle_end(state, dealt=dealt)
    drop_departed_players(state)
    _clear_decision(state)


def _drop_unresolved(state: EpicState, gone: frozenset[int]) -> None:
    """Remove unresolved events and triggers of the departed players."""
    texts = _texts_controlled_by(state, gone)
    state.frames = [frame for frame in state.frames if frame.controller not in gone and not _belongs_to(frame, texts)]
    state.noted = [trigger for trigger in state.noted if trigger.controller not in gone]
    state.batch = [trigger for trigger in state.batch if trigger.controller not in gone]
    state.delayed = [trigger for trigger in state.delayed if trigger.controller not in gone]


def _texts_controlled_by(state: EpicState, gone: frozenset[int]) -> set[tuple[int, int]]:
    """Return ``(source, cause)`` of each text that a departed player controls."""
    begun: dict[tuple[int, int], int] = {}
    for frame in state.frames:
        if "path" in frame.data:
            begun.setdefault((frame.source, frame.cause), frame.controller)
    return {text for text, seat in begun.items() if seat in gone}


def _belongs_to(frame: AnyFrame, texts: set[tuple[int, int]]) -> bool:
    """Return True if a frame asks another player for a choice for one of ``texts``.

    Frames that draw cards do not belong to a text: the draws still happen.
    """
    chooses = "path" in frame.data or frame.kind in {"discard", "reveal-top"}
    return chooses and (frame.source, frame.cause) in texts


def _remove_cards(state: EpicState, seat: int) -> None:
    """Remove all cards and tokens that ``seat`` owns from all zones."""
    mine = state.seats[seat]
    mine.deck, mine.hand, mine.discard, mine.supplemental, mine.gods = [], [], [], (), ()
    mine.gold, mine.bound, mine.bans, mine.ones_played = 0, (), (), ()
    state.teams[mine.team].health = 0
    for other in state.seats:
        leaving = [champion for champion in other.champions if champion.owner == seat]
        other.champions = [champion for champion in other.champions if champion.owner != seat]
        if leaving:
            log_event(state, "leaves-with", (seat, *(champion.oid for champion in leaving)), ("1.9.3", "I-24"))
    log_event(state, "leaves", (seat,), ("1.9.3", "I-24"))


def _return_champions(state: EpicState, seat: int) -> None:
    """Return champions that ``seat`` controlled to their owners (5.17.2, I-77).

    They are deploying and out of any battle.
    """
    borrowed, state.seats[seat].champions = state.seats[seat].champions, []
    for champion in borrowed:
        champion.controller = champion.keeper = champion.owner
        champion.deploying = True
        champion.attacking = champion.blocking = False
        champions = state.seats[champion.owner].champions
        champions.append(champion)
        champions.sort(key=_entry_order)
        log_event(state, "regain", (champion.owner, champion.oid), ("1.9.3", "I-24", "5.17.2"))
    for other in state.seats:
        for champion in other.champions:
            if champion.keeper == seat:
                champion.keeper = champion.owner


def _entry_order(champion: Champion) -> int:
    return champion.oid


def _skip_to_battle_end(state: EpicState, *, dealt: bool) -> None:
    """Skip to the end of the battle; its triggers still resolve (I-115)."""
    state.frames = [frame for frame in state.frames if frame.kind != "battle-damage"]
    if not dealt:
        log_event(state, "battle-breaks-off", (state.turn,), ("I-115", "I-24"))
    state.step, state.stage, state.initiative, state.passed = "after-damage", 0, -1, ()


def _clear_decision(state: EpicState) -> None:
    """Remove the pending decision, so that the loop asks it again."""
    pending = state.pending
    if pending is None:
        return
    if pending.kind == "mulligan" and not state.seats[pending.seat].out:
        # Rewards for the elimination come first (I-118).
        state.stage -= 1
    if pending.kind == "block" and state.step == "blocks":
        state.stage = 0
    state.pending = None
