"""The parser of records: builds the data model from the lines.

It is tolerant: play numbers are ignored, known words ignore case, player names may be abbreviated, and a play is
recognised by its actor even without the heading ``Plays``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from rules.decks.names import fold, suggest, words
from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.headers import (
    LEADING_NUMBER,
    ambiguous_name_error,
    begins_play,
    game_errors,
    is_actor,
    is_pending_header,
    matching_players,
    missing_header_hint,
    player_errors,
)
from rules.judge.record.lines import Lines, split_lines
from rules.judge.record.missing_colons import UNNAMED_KEY
from rules.judge.record.model import (
    CHANCE_NAME,
    FORMAT,
    NO_NOTES,
    REQUIRED,
    UNNAMED,
    Branch,
    Deck,
    DeckLine,
    Header,
    Notes,
    Place,
    Play,
    Position,
    PositionField,
    Record,
)
from rules.judge.record.syntax_tree import Token, Tree
from rules.judge.record.token_text import columns_of, comment_of, key_of, normalize, place_of, text_of

END: Final = 10**9
"""A line number after the last line."""
NO_GAMES: Final[Mapping[str, Sequence[str]]] = MappingProxyType({})

_LIKE_A_PLAY = re.compile(r"^\d{1,6}[ \t]*[.)][^:]+:")
_HEADING = re.compile(r"(?:deck|branch)\s+[^\s:#{\[]|(?:position|plays)\s*:?\s*(?:$|[#{\[])", re.IGNORECASE)
"""The heading of a section."""
_AND_THEN = re.compile(r"\s+/\s+")
"""The separator of plays, or of cards of a deck, on one line."""
NEXT_ACTOR: Final = re.compile(r"^([^\s:]+):\s*(.*)$")
"""A further play on a line, which may begin with an actor."""
CHANCE_SIGN: Final = "*"
"""The short form of ``chance`` as an actor."""


def parse(text: str | bytes, game: str = "", versions_by_game: Mapping[str, Sequence[str]] = NO_GAMES) -> Record:
    """Parse the text of a record.

    Args:
        text: the record; bytes are decoded as UTF-8.
        game: the required game slug; empty for any game.
        versions_by_game: the rules versions by game slug, to report errors in these headers together with others; empty
            to leave them to the replay.

    Raises:
        RecordError: it is no valid record; says where, what was found and what was expected.
    """
    record = _Builder(split_lines(text), versions_by_game).record()
    header = record.header("Game")
    if game and header and header.value.casefold() != game.casefold():
        message = f"this record is of the game {header.value!r}, not of {game!r}"
        raise RecordError(Problem(header.place.line, header.place.column, message, header.value, (game,)))
    return record


@dataclass
class _Builder:
    """Builds a record from its lines and collects the errors."""

    lines: Lines
    known: Mapping[str, Sequence[str]]

    def record(self) -> Record:
        """Return the record; raise with every error found."""
        self.problems: list[Problem] = []
        self.comments = self._comments_by_line()
        self.taken = 0
        self.plain = iter(self.lines.plain)
        self.next_plain = next(self.plain, None)
        self.headers: list[Header] = []
        self.headers_closed = False
        self.players: tuple[str, ...] = ()
        self.players_unknown = False
        self.actors: dict[str, str | None] = {}
        self.decks: list[Deck] = []
        self.position: Position | None = None
        self.plays: list[Play] = []
        self.branches: list[Branch] = []
        self.current_plays = self.plays
        self.heading = Notes()
        read = {
            "header": self._header,
            "deck": self._deck,
            "position": self._position,
            "plays": self._plays,
            "branch": self._branch,
        }
        sections = [node for node in self.lines.tree.children if isinstance(node, Tree)]
        self.branch_lines = [place_of(node.children[0]).line for node in sections if node.data == "branch"]
        for node in sections:
            read[node.data](node)
        self._add_plain_plays_before(END)
        self._close_headers()
        tail = self._comments_above(END)
        if self.problems:
            raise RecordError(*sorted(self.problems, key=lambda problem: (problem.line, problem.column)))
        headers = tuple(sorted(self.headers, key=_rank))
        plays, branches = tuple(self.plays), tuple(self.branches)
        return Record(headers, tuple(self.decks), self.position, plays, self.heading, tail, branches)

    # Comments and places

    def _comments_by_line(self) -> list[Token]:
        return sorted(self.lines.skipped, key=lambda token: (token.line or 0, token.column or 0))

    def _comments_above(self, line: int) -> tuple[str, ...]:
        """Return the comment lines before ``line`` that are not assigned yet."""
        above = []
        while self.taken < len(self.comments) and (self.comments[self.taken].line or 0) < line:
            token = self.comments[self.taken]
            self.taken += 1
            if token.type == "COMMENT":
                above.append(comment_of(token))
        return tuple(above)

    def _notes(self, line: int) -> Notes:
        """Return the comments of ``line``: those above it and those on it."""
        above = self._comments_above(line)
        comments: list[str] = []
        clock = ""
        while self.taken < len(self.comments) and self.comments[self.taken].line == line:
            token = self.comments[self.taken]
            self.taken += 1
            if token.type == "COMMENT":
                comments.append(comment_of(token))
            else:
                clock = token.strip("[]").removeprefix("%clk ")
        if not (above or comments or clock):
            return NO_NOTES
        return Notes(above, "; ".join(comment for comment in comments if comment), clock)

    def _add_problem(self, place: Place, message: str, found: str = "", expected: tuple[str, ...] = ()) -> None:
        self.problems.append(Problem(place.line, place.column, message, found, expected))

    # Headers

    def _header(self, node: Tree) -> None:
        key_token, text_node = node.children
        key, (value, _) = normalize(key_of(key_token)), text_of(text_node, place_of(key_token))
        players = self.players_so_far()
        if self.headers_closed or (players and self._actor(key) and not is_pending_header(key, players, self.headers)):
            self._play(key_token, text_node)
            return
        place = place_of(key_token)
        required_key = next((name for name in REQUIRED if name.casefold() == key.casefold()), None)
        notes = self._notes(place.line)
        if not self.headers and required_key != "Record":
            self._add_problem(place, "a record begins with the header `Record: 1`", f"{key}:", ("`Record: 1`",))
        if any(header.key.casefold() == key.casefold() for header in self.headers):
            self._add_problem(place, f"the header {key} is repeated", f"{key}:")
            return
        if not value:
            self._add_problem(
                place, f"the header {required_key or key} has no value", f"{key}:", ("a value after the colon",)
            )
        self.headers.append(Header(required_key or key, value, notes, place))

    def players_so_far(self) -> tuple[str, ...]:
        """Return the players named by the headers parsed so far."""
        header = next((header for header in self.headers if header.key == "Players"), None)
        return tuple(normalize(name) for name in header.value.split(",")) if header else ()

    def _close_headers(self) -> None:
        """Validate all headers, once, before anything else is parsed."""
        if self.headers_closed:
            return
        self.headers_closed = True
        end = self.headers[-1].place if self.headers else Place(1, 1)
        by_key = {header.key: header for header in self.headers}
        for key in REQUIRED:
            if key not in by_key and (key != "Record" or not self.headers):
                self._add_problem(
                    end, f"the header {key} is missing{missing_header_hint(key, self.headers)}", "", (f"`{key}: ...`",)
                )
        self.players = self.players_so_far()
        self.players_unknown = "Players" not in by_key
        if "Players" in by_key:
            self._check_players(by_key["Players"])
        if "Record" in by_key and by_key["Record"].value != str(FORMAT):
            header = by_key["Record"]
            message = f"this reader knows records of format {FORMAT}, not {header.value!r}"
            self._add_problem(header.place, message, header.value, (str(FORMAT),))
        self._reject_plays_in_headers()
        self.problems += game_errors(by_key, self.known)
        first = by_key.get("First")
        if first and self.players and first.value and not self.players_unknown:
            name = self._player(first.value)
            if name is None:
                message = f"First names {first.value!r}, who is no player"
                several = ambiguous_name_error(first.value, self.players)
                self._add_problem(first.place, several or message, first.value, self.players)
            else:
                self.headers[self.headers.index(first)] = replace(first, value=name)

    def _reject_plays_in_headers(self) -> None:
        """Report plays above the header ``Players`` as errors."""
        for index, header in enumerate(self.headers):
            actor = self._find_actor(header.key)
            is_player = actor is not None and (actor == CHANCE_NAME or not self.players_unknown)
            if is_player and not is_pending_header(header.key, self.players, self.headers[:index]):
                message = f"`{header.key}: {header.value[:40]}` is a play of {actor}; plays come after the headers"
                self._add_problem(header.place, message, f"{header.key}:", ("a header",))

    def _check_players(self, header: Header) -> None:
        errors = list(player_errors(header, self.players))
        self.problems += errors
        # The actors of plays are then unknown; one error is enough for all lines.
        self.players_unknown = bool(errors)
        value = ", ".join(self.players)
        self.headers[self.headers.index(header)] = replace(header, value=value)

    # Actors

    def _player(self, name: str) -> str | None:
        """Return the player with this name or unique prefix, or ``None``."""
        matches = matching_players(name, self.players or self.players_so_far())
        return matches[0] if len(matches) == 1 else None

    def _actor(self, name: str) -> str | None:
        """Return the actor with this name or abbreviation.

        Cached once the players are known.
        """
        if not self.players:
            return self._find_actor(name)
        if name not in self.actors:
            self.actors[name] = self._find_actor(name)
        return self.actors[name]

    def _find_actor(self, text: str) -> str | None:
        # A name may begin with a number itself: "7 of Nine".
        full_name = next((name for name in self.players_so_far() if fold(name) == fold(text)), None)
        if full_name is not None:
            return full_name
        unnumbered = LEADING_NUMBER.sub("", text)
        if fold(unnumbered) in (CHANCE_NAME, "shuffle") or unnumbered.strip() == CHANCE_SIGN:
            return CHANCE_NAME
        return self._player(unnumbered) or self._player(text)

    # Decks and position

    def _deck(self, node: Tree) -> None:
        self._close_headers()
        heading, name_token, *rest = node.children
        assert isinstance(name_token, Token)
        place = place_of(heading)
        notes = self._notes(place.line)
        player = self._player(normalize(name_token))
        if player is None and not self.players_unknown:
            message = f"{normalize(name_token)!r} is no player of this record"
            message = ambiguous_name_error(normalize(name_token), self.players) or message
            self._add_problem(place_of(name_token), message, normalize(name_token), self.players)
        elif player is not None and any(deck.player == player for deck in self.decks):
            self._add_problem(place, f"the deck of {player} is repeated", normalize(name_token))
        lines: list[DeckLine] = []
        deck_index = len(self.decks)
        self.decks.append(Deck(player or "", None, notes, place))
        for child in rest:
            assert isinstance(child, Tree)
            self._deck_lines(child, lines)
        unknown = [line for line in lines if line.text.casefold() == "unknown"]
        if unknown and len(lines) > 1:
            self._add_problem(unknown[0].place, "a deck is either unknown or a list of cards, not both", "unknown")
        if unknown:
            notes = notes.merge(unknown[0].notes)
        self.decks[deck_index] = Deck(player or "", None if unknown or not lines else tuple(lines), notes, place)

    def _deck_lines(self, node: Tree, lines: list[DeckLine]) -> None:
        """Parse a line below a deck's heading, or the text after its colon."""
        if node.data == "entry":
            key_token, text_node = node.children
            if self.plays or is_actor(key_of(key_token), self.players):
                self._play(key_token, text_node)
                return
            place = place_of(key_token)
            text = f"{key_of(key_token)}:{text_of(text_node, place)[0]}"
        else:
            text, place = text_of(node, Place())
        notes = self._notes(place.line) if text else Notes()
        for part in _AND_THEN.split(text):
            self._deck_line(part, place, notes, lines)
            notes = Notes()

    def _deck_line(self, text: str, place: Place, notes: Notes, lines: list[DeckLine]) -> None:
        # Normalise the space around a colon, which has no meaning in a deck line.
        key, _, rest = normalize(text).partition(":")
        rest = rest.lstrip("# ")  # "#" right after a colon would begin a comment
        text = f"{key.strip()}: {rest}".strip() if rest else key.strip()
        if text and self.plays:
            self._add_problem(place, "decks come before the plays", text[:40], ("a play such as `Ben: pass`",))
        elif _LIKE_A_PLAY.match(text):
            self._add_problem(place, "a number with a full stop and a colon begin a play, not a card", text[:40])
        elif _HEADING.match(text) or (rest and is_actor(key, self.players)):
            message = f"{text[:40]!r} is no card: on a line of its own it begins another part of the record"
            self._add_problem(place, message, text[:40], ("a card such as `3 Kong`",))
        elif text.startswith("#"):
            self._add_problem(place, f"{text[:40]!r} is no card: `#` begins a comment", text[:40])
        elif text:
            # Cards after the heading's colon share its line; its comments belong to the heading.
            lines.append(DeckLine(text, notes, place))

    def _position(self, node: Tree) -> None:
        self._close_headers()
        heading, *rest = node.children
        place = place_of(heading)
        if self.position is not None:
            self._add_problem(place, "the position is repeated", "Position")
        notes = self._notes(place.line)
        fields: list[PositionField] = []
        for child in rest:
            assert isinstance(child, Tree)
            key_token, text_node = child.children
            key = normalize(key_of(key_token))
            if self.plays or begins_play(key, self.players):
                self._play(key_token, text_node)
                continue
            text, _ = text_of(text_node, place_of(key_token))
            location, columns = place_of(key_token), columns_of(text_node)
            fields.append(PositionField(key, text, self._notes(location.line), location, columns))
        self.position = Position(tuple(fields), notes, place)

    # Plays

    def _plays(self, node: Tree) -> None:
        self._close_headers()
        for child in node.children:
            if isinstance(child, Token):
                self.heading = self._notes(child.line or 0)
                continue
            *_, key_token, text_node = child.children
            self._play(key_token, text_node)

    def _branch(self, node: Tree) -> None:
        heading, name_token, *rest = node.children
        assert isinstance(name_token, Token)
        place, name = place_of(heading), normalize(name_token)
        self._add_plain_plays_before(place.line)
        notes = self._notes(place.line)
        if any(branch.name.casefold() == name.casefold() for branch in self.branches):
            self._add_problem(place, f"the branch {name} is repeated", name)
        self.current_plays = []
        for child in rest:
            assert isinstance(child, Tree)
            *_, key_token, text_node = child.children
            self._play(key_token, text_node)
        self._add_plain_plays_before(next((line for line in self.branch_lines if line > place.line), END))
        self.branches.append(Branch(name, tuple(self.current_plays), notes, place))
        self.current_plays = self.plays

    def _add_plain_plays_before(self, line: int) -> None:
        """Add the plain plays above ``line`` that have not been added yet."""
        play = self.next_plain
        while play is not None and play.line < line:
            words = Place(play.line, play.column + len(play.actor) + len(": "))
            self._add_play(play.actor, normalize(play.words), Place(play.line, play.column), words)
            play = self.next_plain = next(self.plain, None)

    def _play(self, key_token: "Token | Tree", text_node: "Token | Tree") -> None:
        self._close_headers()
        key, line = key_of(key_token), place_of(key_token)
        self._add_plain_plays_before(line.line)
        text, place = text_of(text_node, Place(line.line, line.column + len(key) + 1))
        self._add_play(key, text, line, place)

    def _add_play(self, key: str, text: str, line: Place, place: Place) -> None:
        """Add the plays of one line; it begins at ``line``, its words begin at ``place``."""
        notes = self._notes(line.line)
        if "/" not in text:
            self._add_single_play(key, text, line, place, notes)
            return
        first, *others = _AND_THEN.split(text)
        self._add_single_play(key, first, line, place, replace(notes, comment="", clock="") if others else notes)
        column = place.column + len(first) + len(" / ")
        for index, part in enumerate(others):
            match = NEXT_ACTOR.match(part)
            if match and self._actor(match[1]) is not None:
                key, words = match[1], match[2]
            else:
                words = part
            location = Place(line.line, column)
            last = Notes((), notes.comment, notes.clock) if index == len(others) - 1 else Notes()
            self._add_single_play(key, words, location, location, last)
            column += len(part) + len(" / ")

    def _add_single_play(self, key: str, text: str, line: Place, place: Place, notes: Notes) -> None:
        """Add one play; it begins at ``line``, its words begin at ``place``."""
        if LEADING_NUMBER.sub("", normalize(key)).strip() == UNNAMED_KEY:
            self.current_plays.append(
                Play(UNNAMED, text, notes, Place(place.line, max(1, place.column - len(UNNAMED_KEY) - 1)))
            )
            return
        actor = self._actor(key)
        actor_text = actor or LEADING_NUMBER.sub("", normalize(key))
        if actor is None and not self.players_unknown:
            guesses = suggest(actor_text, {name: words(name) for name in (*self.players, CHANCE_NAME)}, 1)
            hint = f" (did you mean {guesses[0]}?)" if guesses else ""
            expected = (*self.players, CHANCE_NAME)
            message = (
                ambiguous_name_error(actor_text, self.players) or f"{actor_text!r} is no player in this record{hint}"
            )
            message += f"; a play begins with {' or '.join(expected)}"
            self._add_problem(line, message, actor_text, expected)
        elif text.startswith("#"):
            message = f"what does {actor} do? `#` begins a comment, so the play has no words"
            self._add_problem(place, message, text[:40], ("words after the colon",))
        elif not text.strip():
            self._add_problem(place, f"what does {actor} do? The play has no words", "", ("words after the colon",))
        self.current_plays.append(Play(actor_text, text, notes, place))


def _rank(header: Header) -> int:
    return REQUIRED.index(header.key) if header.key in REQUIRED else len(REQUIRED)
