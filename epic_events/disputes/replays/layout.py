"""A stored board laid out for a page: who sits where, who meets whom in battle, what just changed, and all as text.

Pure: everything comes from the stored board, which was made for one kind of viewer and holds nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from epic_events.reference.cards import catalogue
from rules.games import GAMES

LANES = 4
IN_BATTLE = frozenset({"attacking", "blocking"})


def lay_out(game: str, stored: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a board for the template: the first player below, the others above, the battle between them.

    Args:
        game: slug of the game.
        stored: the board, as it was stored for this kind of viewer.
        before: the board one step earlier, to light what has changed; None at the start.
    """
    earlier = {side["player"]: side for side in before["sides"]} if before else {}
    sides = [_side(game, side, earlier.get(side["player"])) for side in stored["sides"]]
    for number, side in enumerate(sides):
        side["rows"] = _rows(side["back"], faces_down=number > 0)
    below, above = sides[:1], sides[1:]
    return {
        **stored,
        "below": below,
        "above": above,
        "battle": _battle(above, below),
        "outline": "\n".join(_outline(stored)),
    }


def _side(game: str, stored: Mapping[str, Any], before: Mapping[str, Any] | None) -> dict[str, Any]:
    known = {piece["name"]: piece for piece in before["pieces"]} if before else None
    pieces = [_piece(game, piece, known) for piece in stored["pieces"]]
    piles = [
        {"label": label, "count": stored[key]["count"], "cards": stored[key]["cards"]}
        for key, label in (("hand", _("hand")), ("deck", _("deck")), ("discard", _("discard pile")))
    ]
    return {
        **stored,
        "piles": piles,
        "others": {name: number for name, number in stored["totals"].items() if name not in ("health", "gold")},
        "change": stored["totals"]["health"] - before["totals"]["health"] if before else 0,
        "forward": [piece for piece in pieces if IN_BATTLE & set(piece["states"])],
        "back": [piece for piece in pieces if not IN_BATTLE & set(piece["states"])],
    }


def _rows(pieces: Sequence[dict[str, Any]], *, faces_down: bool) -> list[list[dict[str, Any]]]:
    """Return what lies in lanes row by row as it is seen from below; nothing in a game without lanes.

    Each piece says its column: the lanes of who sits opposite count from the other end, and its front row lies below.
    """
    numbers = sorted({piece["row"] for piece in pieces if piece.get("lane")}, reverse=faces_down)
    for piece in pieces:
        lane = piece.get("lane", 0)
        piece["column"] = LANES + 1 - lane if faces_down else lane
    return [[piece for piece in pieces if piece.get("row") == number] for number in numbers]


def _piece(game: str, stored: Mapping[str, Any], known: Mapping[str, Any] | None) -> dict[str, Any]:
    known_game = GAMES[game]
    card = known_game.cards.get(stored["card"])
    classes = [f"is-{state}" for state in stored["states"]]
    url = ""
    if card is not None:
        classes += [f"align-{slugify(word)}" for word in catalogue.coloured_words(known_game, card)[:1]]
        classes += ["is-token"] * card.is_token
        url = catalogue.card_url(known_game, card.name)
    if known is not None and known.get(stored["name"]) != stored:
        classes.append("is-changed")
    return {**stored, "classes": " ".join(classes), "url": url, "fights": "offense" in stored["values"]}


def _battle(above: Sequence[Mapping[str, Any]], below: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the two groups that face each other across the middle line; None outside of battle.

    All attackers form one group and all blockers another (Complete Rules 4.4.1, 4.4.6), so groups meet, not pairs.
    """
    upper, lower = ([_group(side) for side in sides if side["forward"]] for sides in (above, below))
    groups = [*upper, *lower]
    if not groups:
        return None
    words = [group["words"] for group in groups]
    if len(groups) == 1:
        words.append(_("no blocker"))
    return {
        "above": upper,
        "below": lower,
        "words": " · ".join(words),
        "from_above": any(group["attacks"] for group in upper),
    }


def _group(side: Mapping[str, Any]) -> dict[str, Any]:
    pieces = side["forward"]
    attacks = any("attacking" in piece["states"] for piece in pieces)
    numbers = {
        "name": side["player"],
        "offense": sum(max(piece["values"]["offense"], 0) for piece in pieces),
        "defense": sum(max(piece["values"]["defense"] - piece["values"]["damage"], 0) for piece in pieces),
    }
    words = (
        _("%(name)s attacks with offense %(offense)d")
        if attacks
        else _("%(name)s blocks with offense %(offense)d, defense %(defense)d left")
    )
    return {"player": side["player"], "pieces": pieces, "attacks": attacks, "words": words % numbers}


def _outline(stored: Mapping[str, Any]) -> list[str]:
    """Return the board as lines of text, for screen readers and for copying into a decision."""
    lines = [_now(stored)]
    for side in stored["sides"]:
        totals = ", ".join(f"{name} {number}" for name, number in side["totals"].items())
        has = _(" (initiative)") if side["player"] == stored["initiative"] else ""
        lines += ["", f"{side['player']}{has}: {totals}"]
        for key, label in (("hand", _("Hand")), ("discard", _("Discard pile"))):
            pile = side[key]
            cards = f": {', '.join(pile['cards'])}" if pile["cards"] else ""
            lines.append(f"  {label} {pile['count']}{cards}")
        lines.append(f"  {_('Deck')} {side['deck']['count']}")
        if side.get("beside"):
            lines.append(f"  {_('Beside the deck')}: {', '.join(side['beside'])}")
        lines += [f"  {_in_a_line(piece)}" for piece in side["pieces"]]
    if stored["triggers"]:
        lines += ["", _("Waiting to happen:"), *(f"  {trigger}" for trigger in stored["triggers"])]
    return [*lines, *(("", *stored["notes"]) if stored["notes"] else ())]


def _now(stored: Mapping[str, Any]) -> str:
    """Return whose turn it is, where in it, and who is asked for what."""
    if stored["over"]:
        winners = ", ".join(stored["winners"])
        return _("%(names)s has won.") % {"names": winners} if winners else _("The game is drawn.")
    turn = _("Turn %(number)d, %(name)s") % {"number": stored["turn_number"], "name": stored["turn"]}
    return ". ".join(part for part in (turn if stored["turn"] else "", stored["phase"], stored["waiting"]) if part)


def _in_a_line(piece: Mapping[str, Any]) -> str:
    """Return something in play as one line."""
    values = piece["values"]
    size = f" {values['offense']}/{values['defense']}" if "offense" in values else ""
    damage = _(", damage %(damage)d") % values if values.get("damage") else ""
    others = [] if size else [f"{name} {number}" for name, number in values.items()]
    more = [*others, *piece["states"], *piece["keywords"], *piece["changes"]]
    if piece["owner"]:
        more.append(_("%(name)s's card") % {"name": piece["owner"]})
    return f"{piece['name']}{size}{damage} ({', '.join(more)})"
