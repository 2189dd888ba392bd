"""Message about the passes that an illegal play lacks."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_OUTCOMES: Final[Mapping[str, Promise]] = {
    "legal": gettext_lazy("With them, the record is legal."),
    "illegal": gettext_lazy("With them, a later play is still illegal."),
    "undetermined": gettext_lazy("With them, the verdict is undetermined."),
}


def describe_missing_passes(missing: Mapping[str, Any], lines: Sequence[int], *, is_named: bool = True) -> str:
    """Return which passes are missing before which plays, and the verdict with them.

    Args:
        missing: the JSON form of ``MissingPasses``.
        lines: the line of each play of the record, in order.
        is_named: True to name the illegal play by its number, False for a message next to the play.
    """
    first, *others = missing["lines"]
    numbers = {line: number for number, line in enumerate(lines, start=1)}
    values = {"number": numbers.get(first["line"], 0), "passes": "; ".join(first["passes"])}
    if is_named and values["number"]:
        sentences = [_("Play %(number)d is illegal only because passes are missing before it: %(passes)s.") % values]
    else:
        sentences = [_("This play is illegal only because passes are missing before it: %(passes)s.") % values]
    also = ", ".join(str(numbers[each["line"]]) for each in others if each["line"] in numbers)
    if also:
        sentences.append(_("Passes are also missing before these plays: %(numbers)s.") % {"numbers": also})
    sentences.append(str(_OUTCOMES.get(missing["verdict"], "")))
    return " ".join(filter(None, sentences))
