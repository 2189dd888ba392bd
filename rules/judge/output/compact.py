"""The short form of a record: several plays on a line, short verbs and names.

The result is an ordinary record that replays to the same final state. Each play is parsed again; a play whose short
words would have another meaning is written in full. Outcomes that the seed determines are omitted.
"""

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from rules.decks.names import fold
from rules.engine.ids import CHANCE
from rules.judge.game import JudgedGame
from rules.judge.record.model import CHANCE_NAME, Deck, Play, Record
from rules.judge.record.parser import CHANCE_SIGN, NEXT_ACTOR
from rules.judge.record.writer import branch_text
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay, Step
from rules.judge.replay.seeds import seed_of, splitmix64
from rules.judge.replay.verdict import Verdict

WIDTH: Final = 100
"""The maximum width of a line of plays, in characters."""
AND_THEN: Final = " / "
_VERB: Final = re.compile(r"^(?:draws|reveals) ")


def write_compact(game: JudgedGame, record: Record) -> str:
    """Return ``record`` as text in its short form, without comments and clock times.

    Raises:
        RecordError: the record cannot be replayed.
        ValueError: it has an illegal or undetermined line, so the meaning of its plays is uncertain.
    """
    replayed = replay(game, record)
    if replayed.verdict is not Verdict.LEGAL:
        raise ValueError(f"only a legal record has a short form; this one is {replayed.verdict}")
    parts = ["".join(f"{header.key}: {header.value}\n" for header in record.headers)]
    parts += [_deck(game, deck) for deck in record.decks]
    if record.position is not None:
        fields = "".join(f"{field.key}: {field.text}\n" for field in record.position.fields)
        parts.append(f"Position\n{fields}")
    plays = list(_merge_draws(_plays_to_write(game, replayed)))
    if plays:
        parts.append("Plays\n" + "".join(f"{line}\n" for line in _lines(_initials(record.players), plays)))
    parts += [branch_text(branch) for branch in record.branches]
    return "".join(parts)


def _deck(game: JudgedGame, deck: Deck) -> str:
    if deck.lines is None:
        return f"Deck {deck.player}: unknown\n"
    return f"Deck {deck.player}: {AND_THEN.join(_deck_line(game, line.text) for line in deck.lines)}\n"


def _deck_line(game: JudgedGame, text: str) -> str:
    count, _, name = text.partition(" ")
    match = game.cards.find(name)
    return f"{count} {game.cards.shortened(match.card.name)}" if count.isdecimal() and match is not None else text


def _plays_to_write(game: JudgedGame, replayed: Replay) -> Iterator[Play]:
    """Yield the plays to write in short form.

    Actions, and lines that name unknown cards.
    """
    state, claimed, outcomes = replayed.initial_state, 0, 0
    seed = seed_of(replayed.record)
    previous_state = replayed.initial_state
    for step in replayed.steps:
        earlier, previous_state = previous_state, step.state
        seat = CHANCE if step.actor == CHANCE_NAME else replayed.record.players.index(step.actor)
        if step.repeats:
            if game.notation.names_cards(earlier, step.state):
                # The repetition names an unknown card, so it must not be left out.
                repeated = game.notation.repeats(earlier, seat, step.words, earlier.log[claimed:])
                yield Play(step.actor, step.words)
                state, claimed = step.state, claimed + (repeated.log_entries if repeated else 0)
            continue
        if seat == CHANCE:
            outcomes += 1
            if seed is not None and _matches_seed(game, state, step, splitmix64(seed, outcomes - 1)):
                state, claimed = step.state, len(state.log) + 1
                continue
        words = _short_words(game, state, seat, step)
        # Words that could repeat an automatic action are parsed as that first, so the repetition is written before
        # them.
        while repeated := game.notation.repeats(state, seat, words, state.log[claimed:]):
            yield Play(step.actor, words)
            claimed += repeated.log_entries
        yield Play(step.actor, words)
        state, claimed = step.state, len(state.log) + 1


def _matches_seed(game: JudgedGame, state: Any, step: Step, outcome: int) -> bool:
    after = game.engine.copy(state)
    game.engine.apply(after, game.engine.outcome(after, outcome))
    return bool(after.digest() == step.state.digest())


def _short_words(game: JudgedGame, state: Any, seat: int, step: Step) -> str:
    """Return the shortest words that are parsed as the same action."""
    if step.decisions != 1:
        return step.words
    action = game.notation.read(state, seat, step.words).action
    for words in game.notation.short_forms(state, action):
        if game.notation.parses_as(state, seat, words, action):
            return words
    return step.words


def _merge_draws(plays: Iterator[Play]) -> Iterator[Play]:
    """Yield the plays, with consecutive draws of one player merged into one."""
    previous: Play | None = None
    for play in plays:
        if previous is not None and previous.actor == play.actor == CHANCE_NAME:
            actor, _, card = play.words.partition(" ")
            if previous.words.split(" ", 1)[0] == actor:
                previous = Play(CHANCE_NAME, f"{previous.words}, {_VERB.sub('', card)}")
                continue
        if previous is not None:
            yield previous
        previous = play
    if previous is not None:
        yield previous


def _initials(players: tuple[str, ...]) -> dict[str, str]:
    """Return the shortest unique prefix of each player's name.

    The abbreviation of chance is included.
    """
    short = {CHANCE_NAME: CHANCE_SIGN}
    for name in players:
        others = [other.casefold() for other in players if other != name]
        lengths = range(1, len(name) + 1)
        short[name] = next(
            (
                name[:length]
                for length in lengths
                if name[:length].isalpha() and not any(o.startswith(name[:length].casefold()) for o in others)
            ),
            name,
        )
    return short


def _begins_like_actor(names: Collection[str], words: str) -> bool:
    """Return True if words begin like an actor and a colon.

    For example ``ev: ally`` with a player Eva.
    """
    match = NEXT_ACTOR.match(words)
    return match is not None and any(fold(name).startswith(fold(match[1])) for name in names)


def _lines(names: dict[str, str], plays: list[Play]) -> Iterator[str]:
    line, actor = "", ""
    for play in plays:
        unsaid = play.actor == actor and not _begins_like_actor(names, play.words)
        text = play.words if unsaid else f"{names[play.actor]}: {play.words}"
        alone = not unsaid and " " in names[play.actor]
        if line and not alone and len(line) + len(text) + len(AND_THEN) <= WIDTH:
            line = f"{line}{AND_THEN}{text}"
        else:
            if line:
                yield line
            line = f"{names[play.actor]}: {play.words}"
        actor = play.actor
    if line:
        yield line
