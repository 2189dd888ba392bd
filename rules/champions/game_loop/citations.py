"""Citations of rules by number and of interpretations by id."""

from functools import cache

from rules.champions.interpretations import PREFIX


@cache
def cite(*numbers: str) -> tuple[str, ...]:
    """Return rule numbers with the document prefix; interpretation ids stay unchanged.

    >>> cite("2.6.4", "CH-22")
    ('CH:2.6.4', 'CH-22')
    """
    return tuple(number if number.startswith("CH-") else f"{PREFIX}{number}" for number in numbers)
