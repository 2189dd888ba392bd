"""Static files under names that hold a hash of their contents, compressed once: browsers keep them for good."""

import hashlib
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

_OTHER_SCRIPT = r"""["'](?P<url>\.{1,2}/[^"']+)["']"""
_IMPORTS = (
    (rf"(?P<matched>\bfrom\s*{_OTHER_SCRIPT})", 'from "%(url)s"'),
    (rf"(?P<matched>\bimport\s*{_OTHER_SCRIPT})", 'import "%(url)s"'),
    (rf"(?P<matched>\bimport\(\s*{_OTHER_SCRIPT}\s*\))", 'import("%(url)s")'),
)


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise ships no types
    """Names every file by its contents, also where one of the site's own scripts, or the reader of codes, imports one.

    What Django brings for imports would be tried on the scripts of packages too, which import what they do not ship.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", _IMPORTS),
        ("vendor/qr/*.js", _IMPORTS),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Read the names that were given when the files were gathered."""
        super().__init__(*args, **kwargs)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file, put together once: a page names three dozen, and they stay while it is served.

        Raises:
            ValueError: nothing of that name was gathered.
        """
        if force:
            return str(super().url(name, force))
        if name not in self._addresses:
            self._addresses[name] = super().url(name)
        return self._addresses[name]


def gather() -> bool:
    """Gather the static files where they are served from; return whether there was anything to do.

    Files of the same names, sizes and times, handled by the same code, were gathered by the start before this one.
    """
    told = Path(settings.STATIC_ROOT) / "gathered.txt"
    now = _fingerprint()
    if told.exists() and told.read_text(encoding="ascii") == now:
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    told.write_text(now, encoding="ascii")
    return True


def _fingerprint() -> str:
    """Return in hexadecimal what tells whether the files, or what is done with them, have changed."""
    own = Path(__file__).read_bytes()
    parts = [version("django"), version("whitenoise"), settings.STORAGES["staticfiles"]["BACKEND"]]
    for finder in get_finders():
        for name, storage in finder.list([]):
            about = Path(storage.path(name)).stat()
            parts.append(f"{name} {about.st_size} {about.st_mtime_ns}")
    return hashlib.sha256(own + "\n".join(parts).encode()).hexdigest()
