"""Layout of a stored board: seats, battle, recent changes, and the board as text.

Pure: a stored board contains only what its kind of viewer may see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from epic_events.reference.cards import catalogue
from rules.games import GAMES, PlayableGame, require_engine
from rules.judge.board_layout import BoardLayout

MAX_PIPS = 12
"""Maximum number of damage pips that are drawn; more damage is shown as a number."""


def layout_board(game: str, stored: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a board for the template.

    The first player is below, the others above, the battle between them.

    Args:
        game: slug of the game.
        stored: the stored board.
        before: the board one step earlier, to highlight changes; ``None`` at the start.
    """
    engine_game = require_engine(GAMES[game])
    earlier = {side["player"]: side for side in before["sides"]} if before else {}
    sides = [_side(engine_game, side, earlier.get(side["player"])) for side in stored["sides"]]
    for number, side in enumerate(sides):
        side["rows"] = _rows(side["back"], engine_game.layout.lanes, faces_down=number > 0)
    below, above = sides[:1], sides[1:]
    battle = _battle(engine_game.layout, above, below)
    outline = _outline(engine_game.layout, stored)
    return {
        **stored,
        "below": below,
        "above": above,
        "battle": battle,
        "marker": engine_game.layout.marker,
        "outline": "\n".join([*outline, "", battle["words"]] if battle else outline),
    }


def _side(game: PlayableGame, stored: Mapping[str, Any], before: Mapping[str, Any] | None) -> dict[str, Any]:
    drawing = game.layout
    pieces_by_name = {piece["name"]: piece for piece in before["pieces"]} if before else None
    pieces = [_piece(game, piece, pieces_by_name) for piece in stored["pieces"]]
    piles = [
        {"label": label, "count": stored[key]["count"], "cards": stored[key]["cards"]}
        for key, label in (("hand", _("hand")), ("deck", _("deck")), ("discard", _("discard pile")))
    ]
    totals, now = stored["totals"], stored["totals"].get(drawing.main_total, 0)
    forward = {drawing.attacking, drawing.blocking} - {""}
    return {
        **stored,
        "piles": piles,
        "large": {"name": drawing.main_total, "number": now},
        "coin": {"name": drawing.coin, "number": totals[drawing.coin]} if drawing.coin in totals else None,
        "others": {name: number for name, number in totals.items() if name not in (drawing.main_total, drawing.coin)},
        "change": now - before["totals"].get(drawing.main_total, 0) if before else 0,
        "forward": [piece for piece in pieces if forward & set(piece["states"])],
        "back": [piece for piece in pieces if not forward & set(piece["states"])],
    }


def _rows(pieces: Sequence[dict[str, Any]], lanes: int, *, faces_down: bool) -> list[list[dict[str, Any]]]:
    """Return the pieces in lanes by row, seen from below.

    Empty in a game without lanes. The lanes of the player above are mirrored.
    """
    numbers = sorted({piece["row"] for piece in pieces if piece.get("lane")}, reverse=faces_down)
    for piece in pieces:
        lane = piece.get("lane", 0)
        piece["column"] = lanes + 1 - lane if faces_down else lane
    in_order = sorted(pieces, key=lambda piece: piece["column"])
    return [[piece for piece in in_order if piece.get("row") == number] for number in numbers]


def _piece(game: PlayableGame, stored: Mapping[str, Any], previous_piece: Mapping[str, Any] | None) -> dict[str, Any]:
    drawing, values = game.layout, stored["values"]
    card = game.cards.get(stored["card"])
    lying = {drawing.tile_styles[state] for state in stored["states"] if state in drawing.tile_styles}
    classes = [f"lies-{word}" for word in sorted(lying)]
    url = ""
    if card is not None:
        classes += [f"align-{slugify(word)}" for word in catalogue.coloured_words(game, card)[:1]]
        classes += ["is-token"] * card.is_token
        url = catalogue.card_url(game, card.name)
    if previous_piece is not None and previous_piece.get(stored["name"]) != stored:
        classes.append("is-changed")
    first, second = drawing.size
    size = {first: values[first], second: values[second]} if first in values else {}
    drawn = {*size, drawing.damage} if size else set()
    harm = values.get(drawing.damage, 0) if size else 0
    return {
        **stored,
        "classes": " ".join(classes),
        "url": url,
        "size": size,
        "harm": {"name": drawing.damage, "number": harm, "pips": "●" * min(harm, MAX_PIPS)} if harm else None,
        "others": {name: number for name, number in values.items() if name not in drawn and (number or not size)},
    }


def _battle(
    drawing: BoardLayout, above: Sequence[Mapping[str, Any]], below: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Return the attacking and blocking groups; ``None`` outside of battle.

    All attackers form one group and all blockers another, so all lines meet in one point.
    """
    upper, lower = ([_group(drawing, side) for side in sides if side["forward"]] for sides in (above, below))
    groups = [*upper, *lower]
    if not groups:
        return None
    words = [group["words"] for group in groups]
    if len(groups) == 1:
        words.append(_("no blocker"))
    from_above = any(group["attacks"] for group in upper)
    widths = [[_is_turned(piece) for group in part for piece in group["pieces"]] for part in (upper, lower)]
    return {
        "above": upper,
        "below": lower,
        "words": " · ".join(words),
        "from_above": from_above,
        "ties": ties(*widths, from_above=from_above),
    }


def _is_turned(piece: Mapping[str, Any]) -> bool:
    return "lies-quarter" in piece["classes"].split()


def _group(drawing: BoardLayout, side: Mapping[str, Any]) -> dict[str, Any]:
    pieces = side["forward"]
    attacks = any(drawing.attacking in piece["states"] for piece in pieces)
    strength, toughness = drawing.size
    numbers = {
        "name": side["player"],
        "strength": strength,
        "toughness": toughness,
        "strong": sum(max(piece["values"][strength], 0) for piece in pieces),
        "left": sum(max(piece["values"][toughness] - piece["values"].get(drawing.damage, 0), 0) for piece in pieces),
    }
    words = (
        _("%(name)s attacks with %(strength)s %(strong)d")
        if attacks
        else _("%(name)s blocks with %(strength)s %(strong)d, %(toughness)s %(left)d left")
    )
    return {"player": side["player"], "pieces": pieces, "attacks": attacks, "words": words % numbers}


def _outline(drawing: BoardLayout, stored: Mapping[str, Any]) -> list[str]:
    """Return the board as lines of text, for screen readers and copying."""
    lines = [_describe_moment(stored)]
    for side in stored["sides"]:
        totals = ", ".join(f"{name} {number}" for name, number in side["totals"].items())
        has = f" ({drawing.marker})" if drawing.marker and side["player"] == stored["initiative"] else ""
        lines += ["", f"{side['player']}{has}: {', '.join((totals, _('out'))) if side['out'] else totals}"]
        for key, label in (("hand", _("Hand")), ("discard", _("Discard pile"))):
            pile = side[key]
            cards = f": {', '.join(pile['cards'])}" if pile["cards"] else ""
            lines.append(f"  {label} {pile['count']}{cards}")
        lines.append(f"  {_('Deck')} {side['deck']['count']}")
        if side.get("extra_cards"):
            lines.append(f"  {_('Extra cards')}: {', '.join(side['extra_cards'])}")
        lines += [f"  {_in_a_line(drawing, piece)}" for piece in side["pieces"]]
    if stored["triggers"]:
        lines += ["", _("Pending triggers:"), *(f"  {trigger}" for trigger in stored["triggers"])]
    return [*lines, *(("", *stored["notes"]) if stored["notes"] else ())]


def _describe_moment(stored: Mapping[str, Any]) -> str:
    """Return the turn, the phase and the pending decision as text."""
    if stored["over"]:
        winners = ", ".join(stored["winners"])
        return _("%(names)s has won.") % {"names": winners} if winners else _("The game is drawn.")
    turn = _("Turn %(number)d, %(name)s") % {"number": stored["turn_number"], "name": stored["turn"]}
    return ". ".join(part for part in (turn if stored["turn"] else "", stored["phase"], stored["waiting"]) if part)


def _in_a_line(drawing: BoardLayout, piece: Mapping[str, Any]) -> str:
    """Return a piece as one line of text."""
    values, (first, second) = piece["values"], drawing.size
    size = f" {values[first]}/{values[second]}" if first in values else ""
    harm = f", {drawing.damage} {values[drawing.damage]}" if size and values.get(drawing.damage) else ""
    drawn = {first, second, drawing.damage} if size else set()
    others = [f"{name} {number}" for name, number in values.items() if name not in drawn and (number or not size)]
    more = [*others, *piece["states"], *piece["keywords"], *piece["changes"]]
    if piece["owner"]:
        more.append(_("%(name)s's card") % {"name": piece["owner"]})
    return f"{piece['name']}{size}{harm} ({', '.join(more)})"


UPRIGHT: Final = 124
"""Width of an upright tile with its gap in pixels, as in ``board.css``."""
TURNED: Final = 156
"""Width of a rotated tile with its gap in pixels."""
HIGH: Final = 56
"""Distance of the two groups in pixels."""
MAX_TILES_PER_ROW: Final = 5
"""Maximum size of a group with one line per tile; a larger group has several rows and a single line."""


@dataclass(frozen=True)
class Ties:
    """The lines of a battle.

    Attributes:
        width, height: of the drawing, in pixels.
        lines: start and end points, ``x1 y1 x2 y2``.
        arrow: the points of the arrowhead at the attacked side.
    """

    width: int
    height: int
    lines: tuple[tuple[int, int, int, int], ...]
    arrow: str


def ties(upper: Sequence[bool], lower: Sequence[bool], *, from_above: bool) -> Ties:
    """Return the lines between two groups.

    If the upper or lower group is empty, they lead to the attacked player.

    Args:
        upper: for each tile above, True if it is turned sideways.
        lower: the same for the tiles below.
        from_above: True if the upper group attacks.

    >>> ties([False], [True], from_above=False).lines
    ((78, 0, 78, 28), (78, 56, 78, 28))
    """
    across = [_centres(group) for group in (upper, lower)]
    width = max(total for _, total in across) or UPRIGHT
    middle, half = width // 2, HIGH // 2
    lines = []
    for (centres, total), edge in zip(across, (0, HIGH), strict=True):
        shift = (width - total) // 2
        lines += [(shift + centre, edge, middle, half) for centre in centres]
        if not centres:
            lines.append((middle, edge, middle, half))
    tip, back = (half + 9, half - 6) if from_above else (half - 9, half + 6)
    return Ties(width, HIGH, tuple(lines), f"{middle},{tip} {middle - 9},{back} {middle + 9},{back}")


def _centres(group: Sequence[bool]) -> tuple[list[int], int]:
    """Return the centre of each tile of a group and the width of the group."""
    widths = [TURNED if turned else UPRIGHT for turned in group]
    if len(widths) > MAX_TILES_PER_ROW:
        widths = [max(widths)]
    return [sum(widths[:at]) + wide // 2 for at, wide in enumerate(widths)], sum(widths)
