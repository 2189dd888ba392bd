"""Static files with hashed names, bundled and compressed once.

Pages link one style sheet and one script. Their sources import other files (``@import``, ``import``) and work
unbundled in development; collecting them inlines the imports.
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
"""Files linked by every page."""
_NAMED: Final = re.compile(
    r"""^(?:@import url\("(?P<style>[\w.]+)"\)(?: (?P<media>[^;]+))?|import "\./(?P<script>[\w.]+)");$""", re.MULTILINE
)

_EXPORT: Final = re.compile(r"""^export (\{[^}]*\}) from "\./[\w.]+";$""", re.MULTILINE)


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise ships no types
    """Storage that hashes file names.

    It includes files that the site's own scripts import. Django's support for module imports would also process
    scripts of packages, which import files they do not ship.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", _IMPORTS),
        ("vendor/qr/*.js", _IMPORTS),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Load the manifest."""
        super().__init__(*args, **kwargs)
        self._addresses: dict[str, str] = {}

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Bundle the linked files, then hash and compress all files."""
        names = [] if dry_run else [name for name in WHOLE if name in paths]
        for name in names:
            Path(self.path(name)).write_text(_as_one(name, paths), encoding="utf-8")
        hashed: dict[str, Any] = {name: (self, name) for name in names}
        yield from super().post_process(paths | hashed, dry_run=dry_run, **options)

    def url(self, name: str, force: bool = False) -> str:
        """Return the URL of a file, cached per process.

        Raises:
            ValueError: the file was not collected.
        """
        if force:
            return str(super().url(name, force))
        if name not in self._addresses:
            self._addresses[name] = super().url(name)
        return self._addresses[name]


def _in_bundle(text: str) -> str:
    """Return a module as a part of the bundle.

    Its imports are removed, its exports become constants of the bundle.
    """
    return re.sub(
        r"^export (?=const )",
        "",
        re.sub(r'^import \{[^}]*\} from "\./[\w.]+";\n', "", text, flags=re.MULTILINE),
        flags=re.MULTILINE,
    )


def _sibling(name: str, match: re.Match[str]) -> str:
    """Return the name of a file in the same folder that another file imports."""
    return f"{name.partition('/')[0]}/{match['style'] or match['script']}"


def _as_one(name: str, paths: Mapping[str, Any]) -> str:
    """Return the content of a file with its imports inlined.

    Args:
        name: name of the file.
        paths: storage and path of each file by name.
    """

    def read(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as file:
            return str(file.read().decode())

    def stands_in(match: re.Match[str]) -> str:
        text = read(_sibling(name, match))
        if match["script"]:
            return _in_bundle(text)
        return f"@media {match['media']} {{\n{text}}}" if match["media"] else text

    return _EXPORT.sub(r"export \1;", _NAMED.sub(stands_in, read(name)))


def fetched_for(name: str) -> list[str]:
    """Return the files that a browser loads for a linked file.

    Several before bundling.

    Raises:
        FileNotFoundError: there is no such file.
    """
    if name not in WHOLE or isinstance(staticfiles_storage, HashedFiles):
        return [name]
    source = find(name)
    if not isinstance(source, str):
        raise FileNotFoundError(name)
    return [name, *(_sibling(name, match) for match in _NAMED.finditer(Path(source).read_text(encoding="utf-8")))]


def collect() -> bool:
    """Collect the static files.

    Return False if nothing has changed since the last time.
    """
    fingerprint_file = Path(settings.STATIC_ROOT) / "gathered.txt"
    now = _fingerprint()
    if fingerprint_file.exists() and fingerprint_file.read_text(encoding="ascii") == now:
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    fingerprint_file.write_text(now, encoding="ascii")
    return True


def _fingerprint() -> str:
    """Return a hash of the static files and of the code that processes them."""
    own = Path(__file__).read_bytes()
    parts = [version("django"), version("whitenoise"), settings.STORAGES["staticfiles"]["BACKEND"]]
    for finder in get_finders():
        for name, storage in finder.list([]):
            about = Path(storage.path(name)).stat()
            parts.append(f"{name} {about.st_size} {about.st_mtime_ns}")
    return hashlib.sha256(own + "\n".join(parts).encode()).hexdigest()
