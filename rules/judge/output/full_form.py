"""The full form of a record.

Full verbs and names, one action a line, outcomes written out. It is the counterpart of ``compact``: the result replays
to the same final state. Each line is parsed again; a line whose full words would have another meaning stays as it was.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.decision import Action, ActionError
from rules.engine.game import ParsedAction, RepeatedEvent
from rules.engine.ids import CHANCE
from rules.judge.game import JudgedGame
from rules.judge.record.errors import RecordError
from rules.judge.record.model import CHANCE_NAME, NO_NOTES, Branch, Deck, DeckLine, Play, Record
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.setup.initial_state import expand_deck_line


def expand_record(replayed: Replay) -> Record:
    """Return the record of a replay in full, with its comments and clock times.

    Plays from the first line that is not legal stay as they are written; so does a branch that cannot be parsed.
    """
    game, record = replayed.game, replayed.record
    plays = (*_expanded_plays(replayed, 0), *replayed.remaining_plays)
    branches = tuple(replace(branch, plays=_expand_branch(replayed, branch)) for branch in record.branches)
    return replace(record, decks=tuple(_deck(game, deck) for deck in record.decks), plays=plays, branches=branches)


def _deck(game: JudgedGame, deck: Deck) -> Deck:
    if deck.lines is None:
        return deck
    return replace(deck, lines=tuple(replace(line, text=_deck_line(game, line)) for line in deck.lines))


def _deck_line(game: JudgedGame, line: DeckLine) -> str:
    text = expand_deck_line(game, line, [])
    count, _, name = text.partition(" ")
    match = game.cards.find(name)
    return f"{count} {match.card.name}" if count.isdecimal() and match is not None else text


def _expand_branch(replayed: Replay, branch: Branch) -> tuple[Play, ...]:
    """Return the plays of a branch in full; it begins where the legal plays end."""
    plays = tuple(replayed.explicit_plays())
    try:
        along = replay(replayed.game, replace(replayed.record, plays=(*plays, *branch.plays), branches=()))
    except RecordError:
        return branch.plays
    return (*_expanded_plays(along, len(plays)), *along.remaining_plays)


def _expanded_plays(replayed: Replay, first: int) -> Iterator[Play]:
    """Yield the legal plays in full, from step number ``first`` on."""
    state, claimed = replayed.initial_state, 0
    for index, step in enumerate(replayed.steps):
        seat = CHANCE if step.actor == CHANCE_NAME else replayed.record.players.index(step.actor)
        moment = _LineExpander(replayed.game, state, claimed)
        actions = list(moment.expand_implied(step.implied_actions))
        lines = list(
            moment.expand_repetition(seat, step.words) if step.repeats else moment.expand_action(seat, step.words)
        )
        plays = [*actions, *(Play(step.actor, words) for words in lines)]
        for number, play in enumerate(plays if index >= first else ()):
            yield replace(play, notes=NO_NOTES if number else step.notes)
        state, claimed = step.state, moment.claimed


class _LineExpander:
    """Expands a line at a state.

    ``claimed`` counts the log entries that lines account for.
    """

    def __init__(self, game: JudgedGame, state: Any, claimed: int) -> None:
        self.game = game
        self.state = state
        self.claimed = claimed

    def _repetition(self, seat: int, words: str) -> RepeatedEvent[Any] | None:
        return self.game.notation.repeats(self.state, seat, words, self.state.log[self.claimed :])

    def expand_implied(self, actions: Sequence[Action]) -> Iterator[Play]:
        """Yield lines for the implied actions, and advance the game after them."""
        if actions:
            self.state = self.game.engine.copy(self.state)
        for action in actions:
            yield Play(self.state.names[action.seat], self.game.notation.render(self.state, action))
            self.claimed = len(self.state.log) + 1
            self.game.engine.apply(self.state, action)

    def expand_repetition(self, seat: int, words: str) -> Iterator[str]:
        """Yield the line that repeats an automatic event."""
        text = self._repetition(seat, words)
        if text is None:
            yield words
            return
        full = self.game.notation.render_repetition(text.game, seat, words, text.event)
        again = self._repetition(seat, full)
        yield full if again is not None and again.log_entries == text.log_entries else words
        self.claimed += text.log_entries

    def expand_action(self, seat: int, words: str) -> Iterator[str]:
        """Yield the lines for an action.

        They are preceded by the events that it would otherwise be parsed as repeating.
        """
        parsed = self._parse(seat, words)
        if parsed is None:
            if self._repetition(seat, words) is not None:
                yield from self.expand_repetition(seat, words)
            else:
                yield words
            return
        full = self.game.notation.render(parsed.game, parsed.action)
        if not self.game.notation.parses_as(self.state, seat, full, parsed.action):
            full = words
        # Words that could repeat an automatic action are parsed as that first, so the repetition is written before
        # them.
        while expand_repetition := self._repetition(seat, full):
            yield full
            self.claimed += expand_repetition.log_entries
        yield full
        self.claimed = len(self.state.log) + 1

    def _parse(self, seat: int, words: str) -> ParsedAction[Any] | None:
        """Return the legal action that the words mean, or ``None``."""
        try:
            parsed = self.game.notation.read(self.state, seat, words)
            return None if self.game.engine.check(parsed.game, parsed.action) else parsed
        except ActionError:
            return None
