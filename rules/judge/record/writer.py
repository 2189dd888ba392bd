"""The canonical text of a record."""

from collections.abc import Iterable, Iterator

from rules.judge.record.model import CHANCE_NAME, NO_NOTES, UNNAMED, Branch, Deck, Notes, Play, Position, Record


def write(record: Record) -> str:
    """Return the canonical text of a record.

    ``parse`` converts it back to an equal record. Players' plays are numbered from 1; lines of chance have no number.
    """
    parts = [_lines((f"{header.key}: {header.value}", header.notes) for header in record.headers)]
    parts += [_lines(_deck(deck)) for deck in record.decks]
    if record.position:
        parts.append(_lines(_position(record.position)))
    if record.plays or record.heading != NO_NOTES:
        parts.append(_lines(_plays(record)))
    parts += [branch_text(branch) for branch in record.branches]
    if record.tail:
        parts.append("".join(f"{_comment_marker(comment)}\n" for comment in record.tail))
    return "\n".join(parts)


def _deck(deck: Deck) -> Iterator[tuple[str, Notes]]:
    yield f"Deck {deck.player}" + (": unknown" if deck.lines is None else ""), deck.notes
    for line in deck.lines or ():
        yield line.text, line.notes


def _position(position: Position) -> Iterator[tuple[str, Notes]]:
    yield "Position", position.notes
    for field in position.fields:
        yield f"{field.key}: {field.text}", field.notes


def _plays(record: Record) -> Iterator[tuple[str, Notes]]:
    yield "Plays", record.heading
    yield from _number_plays(record.plays)


def branch_text(branch: Branch) -> str:
    """Return the canonical text of a branch."""
    return _lines(_branch(branch))


def _branch(branch: Branch) -> Iterator[tuple[str, Notes]]:
    yield f"Branch {branch.name}", branch.notes
    yield from _number_plays(branch.plays)


def _number_plays(plays: Iterable[Play]) -> Iterator[tuple[str, Notes]]:
    number = 0
    for play in plays:
        if play.actor == CHANCE_NAME:
            yield f"{play.actor}: {play.words}", play.notes
        else:
            number += 1
            line = f"{play.actor}: {play.words}" if play.actor != UNNAMED else play.words
            yield f"{number}. {line}", play.notes


def _lines(items: Iterable[tuple[str, Notes]]) -> str:
    return "".join(f"{line}\n" for text, notes in items for line in _with_notes(text.rstrip(), notes))


def _with_notes(text: str, notes: Notes) -> Iterator[str]:
    for comment in notes.above:
        yield _comment_marker(comment)
    if notes.clock:
        text += f" [{notes.clock}]"
    if notes.comment:
        text += f"  # {notes.comment}"
    yield text


def _comment_marker(comment: str) -> str:
    return f"# {comment}" if comment else "#"
