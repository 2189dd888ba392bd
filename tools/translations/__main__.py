"""Update and compile the catalogues; list untranslated strings (``make words``)."""

import os
import sys
from pathlib import Path

import django


def main() -> int:
    """Return how the command ends: 1 while a string is without its translation."""
    from django.conf import settings

    from tools.translations.catalogue import as_files, lacking, with_singulars, words_in, written
    from tools.translations.strings import strings_of_ours

    strings, ended = strings_of_ours(), 0
    languages = {path.name for path in Path(settings.LOCALE_PATHS[0]).iterdir() if path.is_dir()}
    for language in sorted(languages | {code for code, _name in settings.LANGUAGES[1:]}):
        words = with_singulars(strings, words_in(language))
        path = written(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        for suffix, content in zip((".po", ".mo"), as_files(language, strings, words), strict=True):
            path.with_suffix(suffix).write_bytes(content)
        missing = lacking(strings, words)
        ended = ended or int(bool(missing))
        where = path.relative_to(settings.BASE_DIR)
        print(f"{language}: {len(strings)} strings, {len(missing)} without words in {where}")
        for said in missing:
            print(f"  {said.text!r}{f' ({said.context})' if said.context else ''}")
    return ended


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
    django.setup()
    sys.exit(main())
