"""The words in which judges write plays, put into those that ``rules.epic.notation.reading`` reads.

>>> from rules.epic.cards.played import PUBLISHED
>>> said = ("Palace Guard blocks Kong", "doesn't block", "swings with Kong")
>>> [in_plain_words(PUBLISHED, words) for words in said]
['block Kong with Palace Guard', 'no block', 'attack with Kong']
>>> said = ("activates Kong's second power", "Kong deals 8 to Muse", "Cast Out")
>>> [in_plain_words(PUBLISHED, words) for words in said]
['use Kong, power 2', 'assign Kong: 8 to Muse', 'Cast Out']

Nothing is guessed: each phrase stands for one thing, and what is the name of a card is left as it is.
"""

import re
from functools import lru_cache
from typing import Final

from rules.decks.abbreviations import meant
from rules.engine.ids import CHANCE
from rules.epic.cards.played import PlayedCards
from rules.epic.state import EpicState

_WHOSE: Final = r"(?:(?:the|an?|his|her|their|its|my|our) )?"
_ORDINALS: Final = {
    "first": 1, "1st": 1, "one": 1, "second": 2, "2nd": 2, "two": 2, "third": 3, "3rd": 3, "three": 3,
}  # fmt: skip
_ORDINAL: Final = "|".join(_ORDINALS)
_NOT: Final = r"(?:does not|doesn't|doesnt|do not|don't|dont|will not|won't|wont|did not|didn't|cannot|can't)"
_MODE: Final = r"(?:mode|effect|option|choice)"
_PHRASES: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(f"^{pattern}$", re.IGNORECASE), into)
    for pattern, into in (
        # Giving up, passing, the end of the turn.
        (r"(?:concedes?|resigns?|surrenders?) (?:the )?(?:game|match|duel)|gives? up|scoops?|surrenders?", "concede"),
        (
            (
                rf"passes? {_WHOSE}turn|(?:finish|finishes) {_WHOSE}turn|turn ends"
                rf"|ends? (?:of )?{_WHOSE}(?:main )?(?:turn|phase|step)"
                rf"|(?:go(?:es)?|moves?|proceeds?|on) to {_WHOSE}end(?: step| phase|(?: of {_WHOSE}turn)?)"
            ),
            "end turn",
        ),
        (
            (
                rf"(?:passes?|gives?|hands?) {_WHOSE}(?:initiative|priority)(?: (?:back|over))?(?: to \S+)?"
                r"|passes? (?:back|on)(?: to \S+)?"
            ),
            "pass",
        ),
        (
            (
                rf"no (?:responses?|reactions?|plays?|actions?|more plays?)|(?:do|does) nothing"
                rf"|{_NOT} (?:respond|react|play anything|do anything)"
            ),
            "nothing",
        ),
        # The opening hand.
        (
            (
                rf"keeps? (?:(?:{_WHOSE[:-1]})(?:(?:opening|whole|entire|starting) )?(?:hand|cards)|everything|it)"
                rf"|(?:no|without a?) ?mulligans?|{_NOT} (?:take a )?mulligan"
            ),
            "keep",
        ),
        # Attacks.
        (r"(?:declares? )?attacks? (?:on|against) (\S+) with (.+)", r"attack \1 with \2"),
        (rf"declares? {_WHOSE}(?:attack|attackers?):?(?: with| by)? (.+)", r"attack with \1"),
        (rf"declares? (.+?) as {_WHOSE}(?:lone )?attackers?", r"attack with \1"),
        (r"(?:swings?|attacks?)(?: in)? (?:at|on|against) (\S+) (?:with|using) (.+)", r"attack \1 with \2"),
        (r"(?:swings?(?: in)?|attacks? using) (?:with |using )?(.+)", r"attack with \1"),
        (r"attacks? (?!with\b)(\S+) using (.+)", r"attack \1 with \2"),
        # Blocks.
        (
            rf"(?:{_NOT}|declines? to|chooses? not to|refuses? to) (?:declare (?:any )?(?:blocks?|blockers?)|block)",
            "no block",
        ),
        (
            (
                r"(?:declares? )?(?:no|nobody|no one|no-one|none|not|without|0|zero)"
                r"(?: champions?)?(?: to)? (?:block|blocks|blockers?|blocking)"
            ),
            "no block",
        ),
        (rf"{_NOT} block (.+)", r"no block \1"),
        (r"(?:lets?|let's) (?:it|them|him|her|the attack) through|no blocks? declared", "no block"),
        (rf"declares? {_WHOSE}(?:block|blockers?):?(?: with| by)? (.+)", r"block with \1"),
        (rf"declares? (.+?) as {_WHOSE}blockers?", r"block with \1"),
        (r"(?:blocks? using|chump[- ]?blocks?(?: with| using)?) (.+)", r"block with \1"),
        (r"blocks? (?!with\b)(.+?) using (.+)", r"block \1 with \2"),
        # Plays and powers.
        (r"(?:casts?(?! out\b)|summons?|deploys?) (.+)", r"play \1"),
        (r"(?:activates?|expends?|taps?|exhausts?) (.+)", r"use \1"),
        # Picks.
        (r"(?:targeting|targets?:|aims? at|on) (.+)", r"target \1"),
        (r"(?:selects?|choosing) (.+)", r"choose \1"),
        (rf"{_NOT} recycle|no recycl(?:e|ing)|recycles? (?:none|nothing)", "choose none"),
        (r"shows? (.+)", r"reveal \1"),
        (rf"(?:no|without|skips?|declines?|{_NOT} use) {_WHOSE}loyalty", "decline"),
        (r"(?:uses? )?loyalty(?: \d)?(?::| with| by revealing| reveals?)? (.+)", r"reveal \1"),
        (rf"{_WHOSE}(?:tribute|ally)(?: ability)?(?::| on| targets?) (.+)", r"target \1"),
        (r"[^:,]+?(?:'s|(?<=s)') (?:tribute|ally)(?: ability)? (?:targets?|on) (.+)", r"target \1"),
        (r"(?:accepts?|agrees?|yeah|yep|takes? the offer)", "yes"),
        (rf"(?:nope|refuses?|no thanks|{_NOT}|{_NOT} (?:want to|use it|do it|accept))", "no"),
        # Damage.
        (r"(?:deals?|inflicts?|divides?|splits?) ((?:\d+|all)\b.+)", r"assign \1"),
        (r"assigns? (\d+|all)(?: (?:damage|points))?(?: (?:of|from|by)) (.+?) (?:to|on) (.+)", r"assign \2: \1 to \3"),
        # Triggers.
        (
            (
                rf"(misses|missed|miss|forgets?|forgot) {_WHOSE}(tribute|ally|righteous|trigger)"
                r"(?: ability| trigger| effect)? (?:of|from) (.+)"
            ),
            r"\1 \3: \2",
        ),
        (
            (
                r"(misses|missed|miss|forgets?|forgot) ([^:]+?)(?:'s|(?<=s)') (tribute|ally|righteous|trigger)"
                r"(?: ability| trigger| effect)?"
            ),
            r"\1 \2: \3",
        ),
        (
            (
                rf"resolves? {_WHOSE}(tribute|loyalty|ally|righteous|trigger)(?: ability| trigger| effect)?"
                r" (?:of|from) (.+?)(?: first| next)?"
            ),
            r"resolve \2: \1",
        ),
        (
            (
                r"resolves? ([^:]+?)(?:'s|(?<=s)')? (tribute|loyalty|ally|righteous|trigger)(?: (\d))?"
                r"(?: ability| trigger| effect)?(?: first| next)?"
            ),
            r"resolve \1: \2 \3",
        ),
    )
)
"""Whole phrases that begin with a verb, or with what stands for one."""
_SUBJECTS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(f"^{pattern}$", re.IGNORECASE), into)
    for pattern, into in (
        # Who does not is no answer: others may.
        (rf"(.+? (?:{_NOT}|may not) (?:attack|block)\b.*)", r"\1"),
        (r"(.+?) (?:attacks?|swings?)", r"attack with \1"),
        (r"(.+?) (?:is|are) (?:attacking|declared as attackers?)", r"attack with \1"),
        (r"(.+?) (?:attacks?|swings? at) (?!with\b)(\S+)", r"attack \2 with \1"),
        (r"(.+?) (?:blocks?|is blocking|are blocking)", r"block with \1"),
        (r"(.+?) (?:blocks?|is blocking|are blocking) (?!with\b)(.+)", r"block \2 with \1"),
        (r"(.+?) (?:deals?|assigns?) ((?:\d+|all)\b.+)", r"assign \1: \2"),
    )
)
"""What is said of a champion: ``Palace Guard blocks Kong``."""
_VERB: Final = re.compile(
    r"^(?:keep|mulligan|replace|play|use|attack|pass|advance|end|block|target|choose|pick|yes|no|resolve|assign|"
    r"discard|reveal|decline|concede|resign|recycle|with|nobody|none|not|does|do|doesn't|don't|mode|effect|and|"
    r"x|u|a|b|bl|t|c|as|d|v|y|n|r|p|m|k|e|pl)(?:e?s)?\b(?!'s)",
    re.IGNORECASE,
)
"""Words of which no champion's name consists: the subject of a sentence does not begin so."""
_POWER: Final = re.compile(
    rf"^(uses?|activates?) (?:(?:the )?(?:(?P<nth>{_ORDINAL}) )?(?:power|ability)(?: (?P<n>\d))? of (?P<of>.+?)"
    rf"|(?P<whose>.+?)(?:'s|(?<=s)') (?:(?P<nth2>{_ORDINAL}) )?(?:power|ability)(?: (?P<n2>\d))?)"
    r"(?P<rest>(?:,? ?(?:on|at|against|to|targeting|target|>|->).*)?)$",
    re.IGNORECASE,
)
_NTH: Final = re.compile(
    rf"\b({_ORDINAL}) {_MODE}\b|\b{_MODE} ({_ORDINAL})\b|\b(?:option|choice) (\d)\b", re.IGNORECASE
)
_BEFORE: Final = re.compile(
    r"^(?:(?:and )?(?:then|now|next)|in response|in reply|so|i|she|he|they)\b,?\s+", re.IGNORECASE
)
"""What people say before a verb."""


@lru_cache(maxsize=8192)
def in_plain_words(cards: PlayedCards, words: str) -> str:
    """Return ``words`` with a phrase for a verb put as the verb itself; other words as they are."""
    text = " ".join(words.split()).rstrip("!.") if words.endswith(("!", ".")) else words
    if " " not in text:
        return next((found.expand(into) for each, into in _PHRASES if (found := each.match(text))), words)
    put = _put_plainly(text, words)
    # Most lines are plain already, and whether words are the name of one of all cards takes long to say.
    return words if put == words or is_card_name(cards, text) else put


def _put_plainly(text: str, words: str) -> str:
    """Return several words that are no card's name in plain words: ``text``, which is ``words`` without their end."""
    text = _NTH.sub(_numbered, text)
    shorter = _BEFORE.sub("", text)
    text = shorter if shorter != text and _rewritten(shorter, verb_only=True) is not None else text
    power = _POWER.match(text)
    if power:
        text = _with_power(power)
    rewritten = _rewritten(text)
    return text if rewritten is None and text != words.rstrip("!.") else words if rewritten is None else rewritten


def _rewritten(text: str, *, verb_only: bool = False) -> str | None:
    """Return a phrase in plain words, ``None`` where it is none; a verb alone counts too where that is asked."""
    for pattern, into in _PHRASES:
        found = pattern.match(text)
        if found:
            return " ".join(found.expand(into).split()).removesuffix(":")
    if _VERB.match(text):
        return text if verb_only else None
    for pattern, into in _SUBJECTS:
        found = pattern.match(text)
        if found:
            return " ".join(found.expand(into).split())
    return None


def _numbered(found: re.Match[str]) -> str:
    said = next(filter(None, found.groups())).casefold()
    return f"mode {_ORDINALS.get(said, said)}"


def _with_power(found: re.Match[str]) -> str:
    nth = found["nth"] or found["nth2"] or ""
    number = found["n"] or found["n2"] or _ORDINALS.get(nth.casefold(), "")
    return f"use {found['of'] or found['whose']}{f', power {number}' if number else ''}{found['rest']}"


def is_card_name(cards: PlayedCards, text: str) -> bool:
    """Whether ``text`` is the name of a card, or a short form of one."""
    return cards.catalogue.find(text) is not None or bool(meant(text, cards.catalogue.names))


def spoken(state: EpicState, seat: int, words: str) -> str:
    """Return the words of ``seat`` without the own name at their beginning, ``Anna attacks``, and with ``my`` as it.

    What follows has to be a phrase: a card may be called like a player.
    """
    if seat == CHANCE:
        return words
    text = " ".join(words.split())
    name = state.names[seat]
    if text.casefold().startswith(f"{name.casefold()} ") and not is_card_name(state.cards, text):
        rest = text[len(name) :].strip()
        if _VERB.match(rest) or in_plain_words(state.cards, rest) != rest:
            text = rest
    return _MY.sub(lambda _: f"{name}'s ", text) if _MY.search(text) and not is_card_name(state.cards, text) else text


_MY: Final = re.compile(
    r"(?:^|(?<=[ ,>]))(?:my|her own|his own|their own) (?!hand\b|turn\b|opening\b|whole\b|entire\b)", re.IGNORECASE
)
