"""Events and lists of players in the JSON of other programs.

Supported are NRTM and Cobra, Challonge and start.gg.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext as _

from epic_events.bulk_import.foreign.model import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    Kind,
    Stage,
    full_name,
    number_playoff_rounds,
    parse_day,
    split_double_elimination,
)
from epic_events.bulk_import.tables import TableError, is_like_json, normalise_title, read_json
from epic_events.infra.names import isolated, normalised

_LISTS: Final = (
    "players",
    "participants",
    "entrants",
    "attendees",
    "registrations",
    "standings",
    "nodes",
    "data",
    "results",
)
_WHOLE_NAMES: Final = ("name", "displayname", "player", "playername", "fullname", "gamertag", "username", "nickname")
_FIRST: Final = ("firstname", "first", "givenname", "vorname")
_LAST: Final = ("lastname", "last", "surname", "familyname", "nachname")
_GAME_POINTS: Final = 3
_MAX_DEPTH: Final = 12
_SCORE: Final = re.compile(r"(?P<first>-?\d{1,2})-(?P<second>-?\d{1,2})")


def read_json_event(text: str) -> ForeignEvent | None:
    """Return the event in JSON; None for a text that is not JSON.

    Raises:
        TableError: the JSON is damaged or has no players.
    """
    if not is_like_json(text, "{["):
        return None
    data = _load(text)
    if isinstance(data, Mapping):
        if isinstance(data.get("rounds"), list) and isinstance(data.get("players"), list):
            return _read_nrtm(data)
        tournament = data.get("tournament")
        if isinstance(tournament, Mapping) and isinstance(tournament.get("participants"), list):
            return _read_challonge(tournament)
        if (sets := _find(data, "sets", 0)) is not None:
            return _read_startgg(data, sets)
    players = tuple(
        ForeignPlayer(str(number), name, None, number)
        for number, each in enumerate(_find_people(data, 0) or (), 1)
        if (name := person_name(each))
    )
    if not players:
        raise TableError(_("This JSON has no players. Paste the whole export of an event or a list of names."))
    return ForeignEvent("JSON", players)


def _load(text: str) -> object:
    """Return the data of JSON, or of JSON lines with an object each.

    Raises:
        TableError: the text is neither.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines):
        return [read_json(line) for line in lines]
    return read_json(text)


def person_name(data: object) -> str:
    """Return the name of a person in JSON; empty without one."""
    if isinstance(data, str):
        return normalised(data)
    if not isinstance(data, Mapping):
        return ""
    fields = {normalise_title(str(key)): value for key, value in data.items()}
    for wrapper in ("participant", "attributes", "player", "entrant", "user"):
        if isinstance(fields.get(wrapper), Mapping) and (name := person_name(fields[wrapper])):
            return name
    first, last = (
        next((value for key in keys if isinstance(value := fields.get(key), str) and value.strip()), "")
        for keys in (_FIRST, _LAST)
    )
    whole = next((value for key in _WHOLE_NAMES if isinstance(value := fields.get(key), str) and value.strip()), "")
    prefix = fields.get("prefix")
    if "gamertag" in fields and isinstance(prefix, str) and prefix.strip() and whole == fields["gamertag"]:
        return f"{normalised(prefix)} | {normalised(whole)}"
    return normalised(whole) or full_name(first, last)


def _find_people(data: object, depth: int) -> Sequence[object] | None:
    """Return the list of persons in JSON, under one of the usual names."""
    if isinstance(data, list):
        return data
    if isinstance(data, Mapping) and depth < _MAX_DEPTH:
        for key in (*_LISTS, *data):
            if key in data and isinstance(data[key], (list, Mapping)):
                found = _find_people(data[key], depth + 1)
                if found and any(map(person_name, found)):
                    return found
    return None


def _find(data: object, key: str, depth: int) -> Any:
    """Return the value of a key at any depth; None without one."""
    if isinstance(data, Mapping) and depth < _MAX_DEPTH:
        if key in data:
            return data[key]
        return next((found for value in data.values() if (found := _find(value, key, depth + 1)) is not None), None)
    return None


def _key(data: object, field: str = "id") -> str:
    value = data.get(field) if isinstance(data, Mapping) else data
    return "" if value is None or isinstance(value, (dict, list)) else str(value)


def _number(value: object) -> int:
    """Return a number of points or games, 0 for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return 0
    try:
        return max(0, min(99, int(float(value))))
    except (ValueError, OverflowError):
        return 0


def _players(entries: Sequence[object]) -> dict[str, ForeignPlayer]:
    players = {}
    for number, each in enumerate(entries, 1):
        inner = each.get("participant", each) if isinstance(each, Mapping) else each
        name = person_name(each)
        if name:
            key = _key(inner) or str(number)
            players[key] = ForeignPlayer(key, name, None, number)
    if not players:
        raise TableError(_("This JSON has no players. Paste the whole export of an event or a list of names."))
    return players


def _require_known(players: Mapping[str, ForeignPlayer], *keys: str) -> None:
    """Raise if a match names a player who is not listed.

    Raises:
        TableError: names the player.
    """
    for key in keys:
        if key and key not in players:
            message = _("The player %(player)s of a match is not in the list of players.")
            raise TableError(message % {"player": isolated(key[:20])})


def _read_nrtm(data: Mapping[str, Any]) -> ForeignEvent:
    """Return the event of NRTM or Cobra.

    A match has two games of three points, in the cut one game.
    """
    players = _players(data["players"])
    matches: list[ForeignMatch] = []
    ignored: Counter[str] = Counter()
    for number, pairings in enumerate(data["rounds"], 1):
        for pairing in pairings if isinstance(pairings, list) else ():
            found = list(_nrtm_match(pairing, number, players)) if isinstance(pairing, Mapping) else []
            matches += found
            ignored[_("matches without players")] += not found
    program = "Cobra" if "cobra" in str(data.get("uploadedFrom", "")).lower() else "NRTM"
    name, day = normalised(str(data.get("name") or "")), parse_day(str(data.get("date") or ""))
    return ForeignEvent(program, tuple(players.values()), tuple(number_playoff_rounds(matches)), name, day, +ignored)


def _nrtm_match(
    pairing: Mapping[str, Any], number: int, players: Mapping[str, ForeignPlayer]
) -> Iterator[ForeignMatch]:
    sides = [side if isinstance(side := pairing.get(key), Mapping) else {} for key in ("player1", "player2")]
    first, second = (key if (key := _key(side)) != "(BYE)" else "" for side in sides)
    if not first:
        sides, first, second = sides[::-1], second, ""
    _require_known(players, first, second)
    stage: Stage = "playoff" if pairing.get("eliminationGame") else "swiss"
    if not first:
        return
    if not second:
        yield ForeignMatch(stage, number, first, kind="bye")
        return
    if pairing.get("intentionalDraw"):
        yield ForeignMatch(stage, number, first, second, (0, 0, 0), "agreed_draw")
        return
    if "winner" in sides[0] or "winner" in sides[1]:
        won, lost = bool(sides[0].get("winner")), bool(sides[1].get("winner"))
        kind: Kind = "played" if won or lost else "open"
        yield ForeignMatch(stage, number, first, second, (int(won), int(lost), 0), kind)
        return
    points = [_nrtm_points(side) for side in sides]
    if None in points or (points == [0, 0] and not pairing.get("doubleLoss")):
        yield ForeignMatch(stage, number, first, second, kind="open" if None in points else "double_loss")
        return
    one, two = (point or 0 for point in points)
    drawn = min(one % _GAME_POINTS, two % _GAME_POINTS)
    yield ForeignMatch(stage, number, first, second, (one // _GAME_POINTS, two // _GAME_POINTS, drawn))


def _nrtm_points(side: Mapping[str, Any]) -> int | None:
    if side.get("combinedScore") is not None:
        return _number(side["combinedScore"])
    parts = [side[key] for key in ("runnerScore", "corpScore") if side.get(key) is not None]
    return sum(map(_number, parts)) if parts else None


def _read_challonge(tournament: Mapping[str, Any]) -> ForeignEvent:
    """Return the event of Challonge.

    It is an elimination unless it was Swiss or round robin; matches of groups come before it.
    """
    players = _players(tournament["participants"])
    aliases = _group_ids(tournament["participants"])
    stage: Stage = "playoff" if "elimination" in str(tournament.get("tournament_type", "")) else "swiss"
    matches: list[ForeignMatch] = []
    ignored: Counter[str] = Counter()
    listed = tournament.get("matches")
    for each in listed if isinstance(listed, list) else ():
        inner = each.get("match", each) if isinstance(each, Mapping) else {}
        match: Mapping[str, Any] = inner if isinstance(inner, Mapping) else {}
        first, second = (aliases.get(key, key) for key in (_key(match, "player1_id"), _key(match, "player2_id")))
        if not first:
            first, second = second, first
        _require_known(players, first, second)
        number = match.get("round")
        if not first or not isinstance(number, int):
            ignored[_("matches without players")] += 1
            continue
        of_stage: Stage = "swiss" if match.get("group_id") else stage
        if not second:
            matches.append(ForeignMatch(of_stage, number, first, kind="bye"))
        else:
            matches.append(_challonge_match(match, of_stage, number, first, second))
    name, day = normalised(str(tournament.get("name") or "")), parse_day(str(tournament.get("started_at") or ""))
    return _with_elimination("Challonge", players, matches, name, day, ignored)


def _group_ids(entries: Sequence[object]) -> dict[str, str]:
    """Return the participant by the ids that Challonge uses in a group stage."""
    aliases = {}
    for each in entries:
        inner = each.get("participant", each) if isinstance(each, Mapping) else {}
        ids = inner.get("group_player_ids") if isinstance(inner, Mapping) else None
        aliases.update({_key(alias): _key(inner) for alias in (ids if isinstance(ids, list) else ())})
    return aliases


def _with_elimination(
    program: str,
    players: Mapping[str, ForeignPlayer],
    matches: list[ForeignMatch],
    name: str,
    day: date | None,
    ignored: Counter[str],
) -> ForeignEvent:
    """Return the event; an elimination with negative rounds is a double one."""
    playoff = [match for match in matches if match.stage == "playoff"]
    double = any(match.round < 0 for match in playoff)
    if double:
        matches = [match for match in matches if match.stage == "swiss"] + split_double_elimination(playoff)
    numbered = tuple(number_playoff_rounds(matches))
    return ForeignEvent(program, tuple(players.values()), numbered, name, day, +ignored, double)


def _challonge_match(match: Mapping[str, Any], stage: Stage, number: int, first: str, second: str) -> ForeignMatch:
    sets = [(int(each["first"]), int(each["second"])) for each in _SCORE.finditer(str(match.get("scores_csv") or ""))]
    winner = _key(match, "winner_id")
    third = match.get("identifier") == "3P"
    if len(sets) > 1:
        games = (sum(a > b for a, b in sets), sum(a < b for a, b in sets), sum(a == b for a, b in sets))
    elif sets:
        games = (max(0, sets[0][0]), max(0, sets[0][1]), 0)
    else:
        games = (int(winner == first), int(winner == second), 0)
    kind: Kind = "played" if winner or match.get("state") == "complete" else "open"
    if match.get("forfeited"):
        kind = "no_show"
    return ForeignMatch(stage, number, first, second, games, kind, third=third)


def _read_startgg(data: Mapping[str, Any], sets: object) -> ForeignEvent:
    """Return the event of start.gg from the ``sets`` of its API."""
    nodes = sets.get("nodes") if isinstance(sets, Mapping) else sets
    players: dict[str, ForeignPlayer] = {}
    matches: list[ForeignMatch] = []
    ignored: Counter[str] = Counter()
    for each in nodes if isinstance(nodes, list) else ():
        slots = each.get("slots") if isinstance(each, Mapping) else None
        if not isinstance(slots, list) or len(slots) != 2:
            ignored[_("matches without players")] += 1
            continue
        keys, wins = [], []
        for slot in slots:
            entrant = slot.get("entrant") if isinstance(slot, Mapping) else None
            key, name = _key(entrant or {}), person_name(entrant or {})
            keys.append(key)
            wins.append(_find(slot, "value", 0))
            if key and name:
                players.setdefault(key, ForeignPlayer(key, name, None, len(players) + 1))
        _require_known(players, *keys)
        found = list(_startgg_match(each, keys, wins))
        matches += found
        ignored[_("matches without players")] += not found
    if not players:
        raise TableError(_("This JSON has no players. Paste the whole export of an event or a list of names."))
    name = next((str(found) for key in ("tournament", "event") if (found := _find(_find(data, key, 0), "name", 0))), "")
    return _with_elimination("start.gg", players, matches, normalised(name), None, ignored)


def _startgg_match(each: Mapping[str, Any], keys: list[str], wins: list[Any]) -> Iterator[ForeignMatch]:
    number, words = each.get("round"), str(each.get("fullRoundText") or "").lower()
    if not isinstance(number, int) or not any(keys):
        return
    stage: Stage = "swiss" if number > 0 and (words.startswith("round") or "swiss" in words) else "playoff"
    first, second = keys
    if not (first and second):
        yield ForeignMatch(stage, number, first or second, kind="bye")
        return
    winner = _key(each, "winnerId")
    if any(isinstance(value, (int, float)) and value < 0 for value in wins):  # -1: disqualified, did not show up
        yield ForeignMatch(stage, number, first, second, (int(winner == first), int(winner == second), 0), "no_show")
        return
    games = (
        (_number(wins[0]), _number(wins[1]), 0)
        if None not in wins
        else (int(winner == first), int(winner == second), 0)
    )
    yield ForeignMatch(stage, number, first, second, games, "played" if winner or any(games) else "open")
