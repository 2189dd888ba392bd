"""Lazy imports.

The public names of a package are imported when they are first used.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_getattr(package: str, places: Mapping[str, str]) -> Callable[[str], object]:
    """Return a module-level ``__getattr__`` that imports public names on first use.

    Args:
        package: the name of the package.
        places: the public names by module; ``public=private`` if the name in the module differs.
    """
    homes = {
        public: (module, private_name or public)
        for module, names in places.items()
        for public, _, private_name in (each.partition("=") for each in names.split())
    }

    def found(name: str) -> object:
        if name not in homes:
            held = sys.modules[package]
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=held)
        module, attribute = homes[name]
        value = getattr(import_module(module), attribute)
        # Cached in the package; concurrent threads find the same value.
        setattr(sys.modules[package], name, value)
        return value

    return found
