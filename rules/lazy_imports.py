"""Names of a package, each loaded from its module when it is first asked for."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_getattr(package: str, places: Mapping[str, str]) -> Callable[[str], object]:
    """Return what a package answers with to a name that it does not hold yet (``__getattr__``).

    Args:
        package: its name.
        places: the public names by the module that has them, ``=`` before the name it has there where that is another.
    """
    homes = {
        public: (module, there or public)
        for module, names in places.items()
        for public, _, there in (each.partition("=") for each in names.split())
    }

    def found(name: str) -> object:
        if name not in homes:
            held = sys.modules[package]
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=held)
        module, there = homes[name]
        value = getattr(import_module(module), there)
        # Found at once from now on; two threads that come here together find the same.
        setattr(sys.modules[package], name, value)
        return value

    return found
