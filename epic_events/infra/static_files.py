"""Static files under names that hold a hash of their contents, compressed once: browsers keep them for good.

What every page links is one style sheet and one script. Each names the files of its topics in the browser's own words
(``@import``, ``import``), so that they work as they are written; gathered, they stand in it.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import find, get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

_OTHER_SCRIPT = r"""["'](?P<url>\.{1,2}/[^"']+)["']"""
_IMPORTS = (
    (rf"(?P<matched>\bfrom\s*{_OTHER_SCRIPT})", 'from "%(url)s"'),
    (rf"(?P<matched>\bimport\s*{_OTHER_SCRIPT})", 'import "%(url)s"'),
    (rf"(?P<matched>\bimport\(\s*{_OTHER_SCRIPT}\s*\))", 'import("%(url)s")'),
)

WHOLE: Final = ("css/every_page.css", "js/every_page.js")
"""What every page links."""
_NAMED: Final = re.compile(
    r"""^(?:@import url\("(?P<style>[\w.]+)"\)(?: (?P<media>[^;]+))?|import "\./(?P<script>[\w.]+)");$""", re.MULTILINE
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

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Write what every page links as one file, then name all files by their contents and compress them."""
        whole = [] if dry_run else [name for name in WHOLE if name in paths]
        for name in whole:
            Path(self.path(name)).write_text(_as_one(name, paths), encoding="utf-8")
        made: dict[str, Any] = {name: (self, name) for name in whole}
        yield from super().post_process(paths | made, dry_run=dry_run, **options)

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file, put together once: each page names some, and they stay while it is served.

        Raises:
            ValueError: nothing of that name was gathered.
        """
        if force:
            return str(super().url(name, force))
        if name not in self._addresses:
            self._addresses[name] = super().url(name)
        return self._addresses[name]


def _beside(name: str, found: re.Match[str]) -> str:
    """Return the name of what a file names, which lies in the same folder."""
    return f"{name.partition('/')[0]}/{found['style'] or found['script']}"


def _as_one(name: str, paths: Mapping[str, Any]) -> str:
    """Return a file with those that it names in their places.

    Args:
        name: of the file.
        paths: by their names, of which storage the files are, and under which name there.
    """

    def read(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as file:
            return str(file.read().decode())

    def stands_in(found: re.Match[str]) -> str:
        text = read(_beside(name, found))
        return f"@media {found['media']} {{\n{text}}}" if found["media"] else text

    return _NAMED.sub(stands_in, read(name))


def fetched_for(name: str) -> list[str]:
    """Return the names of what a browser fetches for a file that a page links: more than that one until it is gathered.

    Raises:
        FileNotFoundError: there is no such file.
    """
    if name not in WHOLE or isinstance(staticfiles_storage, HashedFiles):
        return [name]
    source = find(name)
    if not isinstance(source, str):
        raise FileNotFoundError(name)
    return [name, *(_beside(name, found) for found in _NAMED.finditer(Path(source).read_text(encoding="utf-8")))]


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
