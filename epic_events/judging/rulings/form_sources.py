"""Extension point for prefilling the form of a new ruling, such as from a dispute."""

from collections.abc import Callable
from typing import Any

initial_data_sources: dict[str, Callable[[object, str], dict[str, Any]]] = {}
"""Functions that return initial form data for a user and a value, by query parameter such as ``dispute``."""


def load_initial_data(user: object, query: dict[str, str]) -> dict[str, Any]:
    """Return initial form data from a registered query parameter; empty without one.

    Raises:
        MissingError: the object in the query string does not exist.
        NotAllowedError: the user may not base a ruling on it.
    """
    begin = next(((source, query[name]) for name, source in initial_data_sources.items() if query.get(name)), None)
    return {} if begin is None else begin[0](user, begin[1])
