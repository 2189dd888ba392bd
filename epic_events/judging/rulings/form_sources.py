"""What a new ruling can be made of: apps above say how its form begins, each under the name its address asks by."""

from collections.abc import Callable
from typing import Any

initial_data_sources: dict[str, Callable[[object, str], dict[str, Any]]] = {}
"""From the name in an address (``?dispute=``) to what gives, for a person and the value, what the form begins with."""


def load_initial_data(user: object, query: dict[str, str]) -> dict[str, Any]:
    """Return what a form begins with whose address asks for something to make a ruling of; nothing where it does not.

    Raises:
        MissingError, NotAllowedError: there is no such thing, or it is not this person's to rule on.
    """
    begin = next(((source, query[name]) for name, source in initial_data_sources.items() if query.get(name)), None)
    return {} if begin is None else begin[0](user, begin[1])
