"""Update and compile the catalogues; list untranslated strings (``make words``)."""

import os
import sys
from pathlib import Path

import django


def main() -> int:
    """Return the exit code: 1 if a string is not translated."""
    from django.conf import settings

    from tools.translations.catalogue import (
        add_singulars,
        catalogue_path,
        find_untranslated,
        load_translations,
        render_files,
    )
    from tools.translations.strings import translatable_strings

    strings, ended = translatable_strings(), 0
    languages = {path.name for path in Path(settings.LOCALE_PATHS[0]).iterdir() if path.is_dir()}
    for language in sorted(languages | {code for code, _name in settings.LANGUAGES[1:]}):
        translations = add_singulars(strings, load_translations(language))
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        for suffix, content in zip((".po", ".mo"), render_files(language, strings, translations), strict=True):
            path.with_suffix(suffix).write_bytes(content)
        missing = find_untranslated(strings, translations)
        ended = ended or int(bool(missing))
        where = path.relative_to(settings.BASE_DIR)
        print(f"{language}: {len(strings)} strings, {len(missing)} without words in {where}")
        for string in missing:
            print(f"  {string.text!r}{f' ({string.context})' if string.context else ''}")
    return ended


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
    django.setup()
    sys.exit(main())
