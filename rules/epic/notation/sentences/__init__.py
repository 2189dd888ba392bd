"""Parser of plays written as sentences.

Returns canonical lines or names the part not understood.

``lines`` and ``read_line`` are the entry points. The modules:

==========================  ==========================================================================================
``tokens``, ``vocabulary``  tokens of a sentence; the verbs and function words that judges use
``grammar``                 the patterns of clauses, from ``battle_rules``, ``play_rules`` and ``answer_rules``;
                            ``complements`` has those of what follows a play, such as targets
``nouns``                   the slots of patterns, built on ``player_names``, ``card_names``, ``name_lists``,
                            ``groups`` and ``damage_shares``
``parsing``                 splits a sentence into clauses; ``acting`` finds who acts in each
``interpreting``            chooses the intended parse; ``consecutive_clauses`` compares the clauses with each other;
                            ``rewording`` corrects typos and the order of clauses
``resolving``               turns a clause into canonical lines; uses ``battle_clauses``, ``play_clauses`` and
                            ``hand_clauses``
``attempts``                lines that a clause may stand for, tried on a copy of the game (``trials``); ``applying``
                            applies its complements, with the ``choices`` they stand for
``claims``                  stated results, compared with ``outcomes``
``battle_results``          results of a battle that are stated before it ends
``joint_divisions``         damage of several champions that is divided at one decision
==========================  ==========================================================================================

A sentence whose stated result (``killing Kong``) does not happen is rejected.
"""

import re
from functools import lru_cache
from typing import Final

from rules.engine.decision import ActionError, AmbiguousActionError, InvalidActionError
from rules.engine.game import Line, ParsedAction
from rules.engine.ids import CHANCE
from rules.epic.cards.game_cards import GameCards
from rules.epic.notation.lines.stated_results import parse_result, split_result
from rules.epic.notation.reading import read
from rules.epic.notation.sentences.battle_results import came_true
from rules.epic.notation.sentences.vocabulary import VERBS
from rules.epic.notation.verbs import WORDINGS
from rules.epic.state import EpicState
from rules.notation.symbols import foreign_symbol

_CANONICAL: Final = re.compile(
    r"(?:keep|pass|end turn|no block|decline|concede|yes|no)"
    r"|(?:attack with|block with|target|choose|discard|reveal|mulligan|resolve|assign)"
    r"(?: (?:[^\sa-z]\S*|of|the|to|in|on|discard|pile|tribute|loyalty|ally|trigger|righteous|mode))+"
)
"""Matches canonical lines, which need no other interpretation."""
_SHORT_NAMES: Final = re.compile(r"[\w'#?]{2,}(?:(?:, | )[\w'#?]{2,}){0,2}")
"""Matches the names after a short verb in short records; longer texts are parsed as sentences too."""
_QUESTION: Final = re.compile(r"\w\?\W*$")
"""Matches a question; an unknown card is a question mark of its own: ``reveal ?, ?``."""
_DIVISION: Final = re.compile(r"[^:]+: \d+ to ")
"""Matches the division of a named champion's damage in short records: ``Kong: 2 to Muse, 11 to Ben``."""
_BLOCKED: Final = re.compile(r"block(?:s|ed)? (?!with\b)(.+)")
"""Matches a block without ``with``, which may name the attacker: ``blocks Kong``."""
_CARD: Final = re.compile(r"(?:play|use) (.+?)(?:, (?:mode|power) \d)?")


def lines(state: EpicState, seat: int | None, words: str) -> list[Line]:
    """Return the canonical lines that a line stands for.

    A canonical line is returned unchanged.

    Args:
        state: the game; not changed.
        seat: the acting player; ``None`` if the line does not start with a player.
        words: the text after the player's name.

    Raises:
        ActionError: the acting player is not named and cannot be inferred.
    """
    result = parse_result(words)
    if result is not None and seat is not None:
        if came_true(state, seat, result):
            return []
        raise InvalidActionError(f"“{result.sentence}” is not how the battle ended", unparsed=words)
    if _QUESTION.search(words):
        raise InvalidActionError(f"“{words[:60]}” is a question, not a play", unparsed="?")
    symbol = foreign_symbol(words)
    if symbol:
        raise InvalidActionError(f"“{symbol}” is not understood: write it in words", unparsed=symbol)
    if seat is None:
        return _line_of_only_actor(state, words)
    if seat == CHANCE or (_is_canonical(state.cards, words) and words.casefold() not in VERBS["draw"]):
        return [Line(seat, words)]
    _reject_blocked_attacker(state, seat, words)
    parseable = _is_parseable(state, seat, words)
    if parseable and not _divides_damage(state, words) and not _may_put_into_play(state, seat, words):
        return [Line(seat, words)]
    try:
        return _interpret_cached(state, seat, words)
    except ActionError as error:
        if parseable and _is_partial_division(error):
            raise
        # read_line raises the error, once it is known that the line repeats no automatic event.
        return [Line(seat, words)]


def _divides_damage(state: EpicState, words: str) -> bool:
    """Return True for a sentence at a division of damage.

    It may leave out some of the damage.
    """
    is_division = state.pending is not None and state.pending.kind == "assign"
    return is_division and not words.startswith("assign") and not _DIVISION.match(words)


def _reject_blocked_attacker(state: EpicState, seat: int, words: str) -> None:
    """Raise for ``blocks Kong`` if Kong attacks: who blocks is missing."""
    match = _BLOCKED.fullmatch(words)
    if match is None or not _is_parseable(state, seat, words):
        return
    named = [state.find(ref) for ref in read(state, seat, words).action.refs]
    own = state.seats[seat].champions
    if any(champion is not None and champion.attacking and champion not in own for champion in named):
        message = f"{match[1]} attacks: who blocks is missing, write `block with ...`"
        raise InvalidActionError(message, unparsed=words)


def _may_put_into_play(state: EpicState, seat: int, words: str) -> bool:
    """Return True for ``plays Kong`` while an effect may put Kong into play."""
    pending = state.pending
    is_asked = pending is not None and pending.seat == seat and pending.kind in {"may", "choose"}
    return is_asked and words.startswith(("plays ", "played "))


def _is_partial_division(error: ActionError) -> bool:
    from rules.epic.notation.sentences.clauses import PartialDivisionError  # noqa: PLC0415 - as below

    return isinstance(error, PartialDivisionError)


def find_unknown_word(state: EpicState, words: str) -> str:
    """Return the first word of a line that belongs to no play, card or player.

    Empty if there is none.
    """
    from rules.epic.notation.sentences.rewording import find_unknown_word as find  # noqa: PLC0415 - most records need no grammar

    return "" if parse_result(words) is not None else find(state, split_result(words)[0])


class _LastError:
    """Cache of the last rejected sentence.

    ``read_line`` parses it again right after ``lines``.
    """

    def __init__(self) -> None:
        self.found: tuple[EpicState, int, int, str, ActionError] | None = None

    def error(self, state: EpicState, seat: int, words: str) -> ActionError | None:
        """Return the cached error for this sentence and state, or ``None``."""
        cached = self.found
        if cached is None or cached[0] is not state or cached[1:4] != (len(state.log), seat, words):
            return None
        return cached[4]


_LAST_REFUSAL: Final = _LastError()


def _interpret_cached(state: EpicState, seat: int, words: str) -> list[Line]:
    """Return the lines of a sentence or raise its error; errors are cached."""
    from rules.epic.notation.sentences.interpreting import interpret  # noqa: PLC0415 - most records need no grammar

    refused = _LAST_REFUSAL.error(state, seat, words)
    if refused is not None:
        raise refused.with_traceback(None)
    try:
        return interpret(state, seat, words)
    except ActionError as error:
        _LAST_REFUSAL.found = (state, len(state.log), seat, words, error)
        raise


def read_line(state: EpicState, seat: int, words: str) -> ParsedAction[EpicState]:
    """Parse a line as an action at the pending decision.

    It is a canonical line, a short form or a sentence.

    Raises:
        InvalidActionError: not understood; the message names the part and what would be understood.
        AmbiguousActionError: several actions fit; the message lists them.
    """
    try:
        return read(state, seat, words)
    except InvalidActionError as error:
        if seat == CHANCE:
            raise
        return _read_sentence(state, seat, words, error)


def _read_sentence(state: EpicState, seat: int, words: str, error: InvalidActionError) -> ParsedAction[EpicState]:
    from rules.epic.notation.sentences.clauses import NotTrueError  # noqa: PLC0415 - as above
    from rules.epic.notation.sentences.interpreting import PartlyReadError  # noqa: PLC0415 - as above

    try:
        lines = _interpret_cached(state, seat, words)
    except InvalidActionError as other:
        closer = bool(error.unparsed) and len(error.unparsed) <= len(other.unparsed)
        if isinstance(other, NotTrueError) or (isinstance(other, PartlyReadError) and not closer):
            raise other from None
        raise InvalidActionError(str(error), unparsed=error.unparsed or other.unparsed) from None
    if not lines:
        raise InvalidActionError(f"{words[:60]!r} says what happened, and nothing that is done", unparsed=words)
    if len(lines) > 1 or lines[0].seat != seat:
        several = "; ".join(line.words for line in lines)
        raise InvalidActionError(f"this says several things at once: {several}; write a line for each", unparsed=words)
    return read(state, seat, lines[0].words)


def _is_canonical(cards: GameCards, words: str) -> bool:
    """Return True for a canonical line, full or short.

    A short one is one word, or a short verb before names.
    """
    if _CANONICAL.fullmatch(words) is not None or " " not in words:
        return True
    first, _, rest = words.partition(" ")
    return (first in WORDINGS.short and first != "a" and _SHORT_NAMES.fullmatch(rest) is not None) or _plays_a_card(
        cards, words
    )


@lru_cache(maxsize=8192)
def _plays_a_card(cards: GameCards, words: str) -> bool:
    match = _CARD.fullmatch(words)
    return match is not None and cards.catalogue.find(match[1]) is not None


def _is_parseable(state: EpicState, seat: int, words: str) -> bool:
    """Return True if a line does not need the grammar of sentences.

    It can be parsed without it, or is ambiguous there.
    """
    try:
        read(state, seat, words)
    except InvalidActionError:
        return False
    except ActionError:
        return True
    return True


def _line_of_only_actor(state: EpicState, words: str) -> list[Line]:
    from rules.epic.notation.sentences.interpreting import interpret  # noqa: PLC0415 - as above

    pending = state.pending
    first, _, rest = words.partition(" ")
    if pending is not None and len(first) == 1 and rest:
        called = [seat for seat, name in enumerate(state.names) if name.casefold().startswith(first.casefold())]
        if len(called) == 1 and pending.seat != CHANCE and _is_parseable(state, pending.seat, words):
            meant = [f"{state.names[called[0]]}: {rest}", f"{state.names[pending.seat]}: {_in_full(words)}"]
            raise AmbiguousActionError(words, meant)
    try:
        return interpret(state, None, words)
    except InvalidActionError as error:
        if _is_partial_division(error) or pending is None or pending.seat == CHANCE:
            raise
        if not _is_parseable(state, pending.seat, words):
            raise
    return [Line(pending.seat, words)]


def _in_full(words: str) -> str:
    from rules.epic.notation.words import spelled_out  # noqa: PLC0415 - as above

    return spelled_out(words)
