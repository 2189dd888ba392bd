"""Inflected forms of English verbs.

>>> sorted(verb_forms("swing")["any"])
['swing', 'swinging', 'swings', 'swung']
>>> sorted(verb_forms("tap")["ing"]), sorted(verb_forms("flash in")["past"])
(['tapping'], ['flashed in'])
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

_IRREGULAR: Final[Mapping[str, tuple[str, str]]] = {
    "beat": ("beat", "beaten"), "break": ("broke", "broken"), "bring": ("brought", "brought"),
    "burn": ("burned", "burnt"), "cast": ("cast", "cast"), "choose": ("chose", "chosen"), "deal": ("dealt", "dealt"),
    "do": ("did", "done"), "draw": ("drew", "drawn"), "eat": ("ate", "eaten"), "forget": ("forgot", "forgotten"),
    "get": ("got", "gotten"), "give": ("gave", "given"), "go": ("went", "gone"), "grow": ("grew", "grown"),
    "have": ("had", "had"), "hit": ("hit", "hit"), "hold": ("held", "held"), "keep": ("kept", "kept"),
    "lay": ("laid", "laid"),
    "let": ("let", "let"), "make": ("made", "made"), "pay": ("paid", "paid"), "put": ("put", "put"),
    "run": ("ran", "run"), "send": ("sent", "sent"), "shoot": ("shot", "shot"), "show": ("showed", "shown"),
    "spread": ("spread", "spread"),
    "slay": ("slew", "slain"), "split": ("split", "split"), "steal": ("stole", "stolen"), "swing": ("swung", "swung"),
    "begin": ("began", "begun"), "come": ("came", "come"), "strike": ("struck", "struck"),
    "take": ("took", "taken"), "throw": ("threw", "thrown"), "undo": ("undid", "undone"),
}  # fmt: skip
"""Past tense and past participle of verbs that do not take ``-ed``."""
_DOUBLED: Final = frozenset(
    {"tap", "zap", "ping", "drop", "pop", "chump", "flip", "nab", "grab", "bin", "whip", "pump", "plop", "slam", "hit"}
    | {"put", "let", "get", "forget", "run", "cut", "trap", "kill", "split", "commit", "submit", "strip", "dump", "dig"}
)
"""Verbs whose last letter may be doubled before ``-ing`` and ``-ed``."""
_CLOSED: Final = re.compile(r"[^aeiou][aeiou][bdgmnprt]$|^[aeiou][bdgmnpt]$")
FORMS: Final = ("any", "base", "s", "ing", "past", "pp")


@lru_cache(maxsize=1024)
def verb_forms(verb: str) -> Mapping[str, frozenset[str]]:
    """Return the forms of a verb by name; a particle (``flash in``) keeps its place.

    The names are ``base``, ``s`` (he plays), ``ing``, ``past``, ``pp`` (it is played), ``finite`` (all that can follow
    a subject) and ``any``.
    """
    if verb.endswith(" block"):
        kind = verb.removesuffix("block")
        return {name: frozenset(f"{kind}{form}" for form in forms) for name, forms in verb_forms("block").items()}
    first, space, particle = verb.partition(" ")
    rest = f"{space}{particle}"
    past, participle = _IRREGULAR.get(first, (_regular(first, "ed"), _regular(first, "ed")))
    pasts = {past, _regular(first, "ed")} if first == "burn" else {past}
    named_forms = {
        "base": {first}, "s": {_third_person(first)}, "ing": {_regular(first, "ing")}, "past": pasts,
        "pp": {participle, *(pasts if first == "burn" else ())},
    }  # fmt: skip
    named_forms["finite"] = named_forms["base"] | named_forms["s"] | named_forms["past"]
    named_forms["any"] = named_forms["finite"] | named_forms["ing"] | named_forms["pp"]
    return {name: frozenset(f"{form}{rest}" for form in forms) for name, forms in named_forms.items()}


def verb_table(lemmas: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """Return the forms of verb groups for ``rules.notation.patterns.Reader``.

    >>> table = verb_table({"attack": ["attack", "swing"]})
    >>> sorted(table["attack:ing"])
    ['attacking', 'swinging']
    """
    table: dict[str, frozenset[str]] = {}
    for name, verbs in lemmas.items():
        each = [verb_forms(verb) for verb in verbs]
        for form in (*FORMS, "finite"):
            table[f"{name}:{form}"] = frozenset().union(*(forms[form] for forms in each))
        table[name] = table[f"{name}:any"]
    return table


def _third_person(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def _regular(verb: str, ending: str) -> str:
    if verb == "die" and ending == "ing":
        return "dying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe")):
        return f"{verb[:-1]}{ending}"
    if ending == "ed" and re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ied"
    if _CLOSED.search(verb) and (verb in _DOUBLED or len(verb) <= 4):
        return f"{verb}{verb[-1]}{ending}"
    return f"{verb}{ending}"
