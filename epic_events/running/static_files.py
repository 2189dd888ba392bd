"""Static files under names that hold a hash of their contents, compressed once: browsers keep them for good."""

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
