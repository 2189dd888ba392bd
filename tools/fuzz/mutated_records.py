"""Records of random games changed word by word and line by line."""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from rules.engine.decision import UndeterminedError
from rules.engine.game import Setup
from rules.games import GAMES, PlayableGame, require_engine
from rules.judge.output.compact import write_compact
from rules.judge.output.random_play import play_game, record_headers
from rules.judge.record.model import Branch, DeckLine, Position, PositionField, Record
from rules.judge.record.writer import write
from rules.judge.replay.replayer import replay
from tools.fuzz.setups import random_setup

RECORDS: Final = 12
"""Records for each game."""
MAX_PLAYS: Final = 40
"""Most plays of a record: most errors occur early, and long records are slow."""
EVERYDAY: Final = (
    "and", "with", "then", "instead", "of", "except", "all", "but", "both", "two", "three", "2", "x2", "0", "99",
    "-1", "?", "2 ?", "nothing", "none", "everything", "it", "him", "the", "her", "from", "hand", "in", "lane",
    "lane 5", "to", "on", "at end of turn", "for nine", "draws", "reveals", "plays", "uses", "attacks", "blocks",
    "passes", "gives up", "places", "target", "choose", "discard", "resolve", "assign", "no", "yes", "keep",
    "mulligan", "chance:", ":", ",", ";", " / ", "(", ")", "#2", "'s", "+1/+1", "1 damage", "expended",
    "face down", "quest 2", "corner 9", "",
)  # fmt: skip
DECK_LINES: Final = (
    "0 {}", "100 {}", "1 {}, 0 {}", "{}", "2 {} / 1 {}", "Sideboard", "3", "{} x3", "Name,Count", "{},2", "40 cards",
    "// {}", "1 {} 1 {}", "unknown", "1 {}, 1 Unknown Person",
)  # fmt: skip


@lru_cache
def playable_games() -> tuple[PlayableGame, ...]:
    """Return every game with an engine, with its own set of cards if it has one."""
    games = [require_engine(game) for game in GAMES.values() if game.is_playable]
    return tuple(game.with_set(next(iter(game.card_sets))) if game.card_sets else game for game in games)


def records(seed: int) -> Iterator[tuple[str, str]]:
    """Yield changed records of the random game of ``seed``.

    Each comes with the slug of its game.
    """
    chance = random.Random(f"mutated {seed}")
    game = chance.choice(playable_games())
    whole = _played(game, seed, chance)
    if whole is None:
        return
    words = (*EVERYDAY, *chance.sample(list(game.cards.names), 12), *whole.players)
    for _ in range(RECORDS):
        record = _shortened(game, whole, chance)
        if chance.random() < 0.15:
            text = write(_with_deck_line(game, record, chance))
        elif chance.random() < 0.3:
            text = write_compact(game, record)
        else:
            text = write(record)
        yield game.slug, _mutated(text, words, chance)


def _played(game: PlayableGame, seed: int, chance: random.Random) -> Record | None:
    setup = random_setup(seed) if game.slug == "epic" else _setup(game, chance)
    with suppress(UndeterminedError):
        record, _, _ = play_game(game, setup, seed)
        return record
    return None


def _setup(game: PlayableGame, chance: random.Random) -> Setup:
    decks = tuple(game.engine.random_deck(chance, game.cards) for _ in range(2))
    return Setup(("Anna", "Ben"), decks, chance.randrange(2), game.usual_version, cards=game.cards)


def _shortened(game: PlayableGame, whole: Record, chance: random.Random) -> Record:
    """Return the first plays of a record or those after a position.

    They may have branches.
    """
    count = chance.randint(0, min(MAX_PLAYS, len(whole.plays)))
    record = replace(whole, plays=whole.plays[:count])
    if chance.random() < 0.5:
        record = _from_position(game, record, chance) or record
    if chance.random() < 0.2:
        plays = whole.plays[count : count + 3]
        names = chance.choice((("claimed",), ("ruled",), ("claimed", "ruled")))
        record = replace(record, branches=tuple(Branch(name, plays) for name in names))
    return replace(record, decks=()) if record.position is not None and chance.random() < 0.3 else record


def _from_position(game: PlayableGame, record: Record, chance: random.Random) -> Record | None:
    replayed = replay(game, record)
    if not replayed.steps:
        return None
    at = chance.randrange(len(replayed.steps))
    state: Any = replayed.steps[at].state
    if state.over:
        return None
    fields = tuple(PositionField(key, text) for key, text in game.notation.describe(state))
    plays = record.plays[at + 1 : at + 1 + chance.randint(0, 6)]
    headers = record_headers(game, Setup(record.players, (None,) * len(record.players), record.first, record.version))
    stored_headers = tuple(header for header in record.headers if header.key != "Seed") or headers
    return replace(record, headers=stored_headers, position=Position(fields), plays=plays)


def _with_deck_line(game: PlayableGame, record: Record, chance: random.Random) -> Record:
    if not record.decks:
        return record
    names = [chance.choice(game.cards.names) for _ in range(2)]
    line = DeckLine(chance.choice(DECK_LINES).format(*names))
    first, *others = record.decks
    lines = list(first.lines or ())
    lines.insert(chance.randint(0, len(lines)), line)
    return replace(record, decks=(replace(first, lines=tuple(lines)), *others))


def _mutated(text: str, words: tuple[str, ...], chance: random.Random) -> str:
    """Return a text with some of its lines changed, mostly plays."""
    lines = text.splitlines()
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        plays = lines.index("Plays") + 1 if "Plays" in lines else 0
        since = plays if plays < len(lines) and chance.random() < 0.8 else 0
        at = chance.randrange(since, len(lines))
        kind = chance.randrange(8)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[chance.randrange(len(lines))])
        else:
            lines[at] = _changed(lines[at], kind, words, chance)
        if not lines:
            return ""
    return "\n".join(lines) + "\n"


def _changed(line: str, kind: int, words: tuple[str, ...], chance: random.Random) -> str:
    parts = line.split(" ")
    at = chance.randrange(len(parts))
    if kind in (2, 3):
        parts.insert(at + 1, chance.choice(words))
    elif kind == 4:
        parts[at] = chance.choice(words)
    elif kind == 5:
        del parts[at]
    elif kind == 6:
        parts.insert(at, parts[at])
    else:
        parts.append(" ".join(chance.choice(words) for _ in range(chance.randint(1, 4))))
    return " ".join(parts)
