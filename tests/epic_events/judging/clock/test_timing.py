"""Clock timing, compared with a simulation by seconds."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from epic_events.judging.clock.timing import Clock, Kind, Move, get_table_end, replay_moves

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


def after(seconds: int) -> datetime:
    return NOON + timedelta(seconds=seconds)


STEPS = st.lists(
    st.tuples(
        st.integers(0, 90),
        st.sampled_from([Kind.START, Kind.PAUSE, Kind.RESUME, Kind.ADD, Kind.TIME, Kind.SET_BACK]),
        st.integers(1, 200),
    ),
    max_size=12,
)


def counted(moves: list[Move], until: int) -> int | None:
    """Return the seconds left by simulation; negative after the end."""
    left: int | None = None
    paused = False
    waiting = list(moves)
    for second in range(until + 1):
        if left is not None and not paused and second > 0:
            left -= 1
        while waiting and waiting[0].at == after(second):
            move = waiting.pop(0)
            if move.kind is Kind.SET_BACK:
                left, paused = None, False
            elif move.kind is Kind.START and left is None:
                left, paused = move.seconds, False
            elif left is None:
                continue
            elif move.kind is Kind.PAUSE:
                paused = True
            elif move.kind is Kind.RESUME:
                paused = False
            elif move.kind is Kind.ADD:
                left = max(left, 0) + move.seconds if move.seconds > 0 else left + move.seconds
    return left


@given(STEPS, st.integers(0, 120))
def test_time_left_equals_simulation_by_seconds(steps, later):
    at, moves = 0, []
    for pause, kind, seconds in steps:
        at += pause
        moves.append(Move(kind, after(at), seconds if kind in (Kind.START, Kind.ADD) else 0))
    clock = replay_moves(moves)
    left = counted(moves, at + later)
    assert clock.time_left(after(at + later)) == (None if left is None else timedelta(seconds=left))
    if clock.ends_at is not None:
        assert clock.time_left(clock.ends_at) == timedelta()


@given(st.integers(1, 3000), st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), max_size=6))
def test_pauses_do_not_reduce_time_left(length, pauses):
    moves, at, still = [Move(Kind.START, NOON, length)], 0, 0
    for played, paused in pauses:
        moves += [Move(Kind.PAUSE, after(at + played)), Move(Kind.RESUME, after(at + played + paused))]
        at, still = at + played + paused, still + paused
    assert replay_moves(moves).ends_at == after(length + still)


@given(st.integers(-40, 300))
def test_is_due_once_for_each_end_time(added):
    moves = [Move(Kind.START, NOON, 60)]
    assert not replay_moves(moves).is_due(after(59))
    assert replay_moves(moves).is_due(after(60))
    moves.append(Move(Kind.TIME, after(63)))
    assert not replay_moves(moves).is_due(after(10_000))
    moves.append(Move(Kind.ADD, after(70), added))
    clock = replay_moves(moves)
    assert clock.ends_at == (after(70 + added) if added > 0 else after(60 + added))
    assert clock.is_due(after(70 + max(added, 0))) == (added != 0)


def test_paused_clock_has_no_end_time():
    paused = replay_moves([Move(Kind.START, NOON, 60), Move(Kind.PAUSE, after(20))])
    assert (paused.ends_at, paused.is_running, paused.is_due(after(900))) == (None, False, False)
    assert paused.time_left(after(900)) == timedelta(seconds=40)
    assert Clock().time_left(NOON) is None


def test_get_table_end_adds_extension_to_early_call_of_time():
    assert get_table_end(None, None, 5) is None
    assert get_table_end(after(60), None, 5) == after(360)
    assert get_table_end(after(60), after(30), 0) == after(30)
    assert get_table_end(None, after(30), 1) == after(90)
