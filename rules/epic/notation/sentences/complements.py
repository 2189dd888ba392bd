"""Complements of a play, power or choice.

Targets, effects, damage shares, loyalty, numbers and costs.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.epic.notation.sentences.nouns import Nouns
from rules.epic.notation.sentences.rule import NOT
from rules.epic.notation.sentences.vocabulary import EFFECTS
from rules.notation.patterns import Bindings, Pattern, Reader, Words

MAX_STEPS: Final = 600
"""Maximum number of ways to continue after a play in one sentence; beyond it the sentence is rejected."""
MAX_COMPLEMENTS: Final = 4
"""Maximum number of complements of one clause."""


@dataclass(frozen=True, slots=True)
class Complement:
    """A statement added to a play.

    Attributes:
        kind: ``target``, ``effect`` (a target and what happens to it), ``shares`` (damage), ``amount`` (total damage),
            ``effect-on-it`` (what happens to the previous target), ``fate`` (whether that breaks), ``change`` and
            ``strength`` (how it changes), ``mode`` (text of an effect), ``option`` (number of a mode or power),
            ``reveal``, ``number``, ``cost``, ``total`` (health left), ``recycle``, ``discard``, ``declined``,
            ``unpaid`` (the gold for a stronger effect), ``kicked`` (that gold), ``from hand``, ``happens`` (drawn,
            gained, created; -1 for any number), ``all`` (an effect on everything of a kind), ``toll`` (to how many
            champions it happens), ``survivors``, ``home`` (who does not attack), ``airborne``, ``sacrificed``.
        value: by kind: a list of targets; ``(group, targets, amount, place)``; a tuple of ``Share``; a number; a text.
        text: the words of the sentence, for messages.
    """

    kind: str
    value: Any
    text: str = ""


_Build: Final = Callable[[dict[str, Any]], tuple[str, Any]]
_AND: Final = "[, | ; | and | , and | then | , then | & | +]"
_TO: Final = "[just | only] (at | to | on | down to | up to)"
BACK: Final = "[back | out | off | down | up | away | over | home] [{place}] [back] [{origin}]"


def _target(bindings: dict[str, Any]) -> tuple[str, Any]:
    return "target", bindings["targets"]


def located(bindings: Mapping[str, Any]) -> str:
    """Return the targets of a pattern, in the pile they are said to come from."""
    return f"{bindings['targets']}{bindings.get('origin', '')}"


def _effect(group: str) -> Callable[[dict[str, Any]], tuple[str, Any]]:
    return lambda bindings: ("effect", (group, located(bindings), None, bindings.get("place", "")))


def _effect_on_it(group: str) -> Callable[[dict[str, Any]], tuple[str, Any]]:
    return lambda bindings: ("effect-on-it", (group, bindings.get("place", "")))


def _target_of_ability(bindings: dict[str, Any]) -> tuple[str, Any]:
    return "target of ability", (bindings["targets"], bindings["ability"])


def _just(kind: str, name: str) -> Callable[[dict[str, Any]], tuple[str, Any]]:
    return lambda bindings: (kind, bindings[name])


def _happens(kind: str) -> Callable[[dict[str, Any]], tuple[str, Any]]:
    return lambda bindings: (
        "happens",
        (kind, bindings.get("number", 1), bindings.get("thing", ""), bindings.get("player", "")),
    )


def _several_created(bindings: dict[str, Any]) -> tuple[str, Any]:
    return "happens", ("create", -1, bindings["thing"], "")


def _all_of(group: str) -> Callable[[dict[str, Any]], tuple[str, Any]]:
    return lambda bindings: ("all", (group, bindings["group"], bindings.get("number", bindings.get("change"))))


def _toll(group: str, number: int = 0) -> Callable[[dict[str, Any]], tuple[str, Any]]:
    return lambda bindings: ("toll", (group, bindings.get("number", number)))


def _total(bindings: dict[str, Any]) -> tuple[str, Any]:
    return "total", (bindings["number"], bindings.get("player", ""))


def _always(kind: str, value: Any) -> Callable[[dict[str, Any]], tuple[str, Any]]:
    return lambda _found: (kind, value)


_OF_PLAY: Final = "[: | and | , | , and | by | to | , to | which | that | , which | then | , then]"
PATTERNS: Final[tuple[tuple[Pattern, Callable[[dict[str, Any]], tuple[str, Any]]], ...]] = tuple(
    (Pattern(text), build)
    for text, build in (
        (
            f"{_AND} [only | just] (on | onto | to | into) (the board | the table | the battlefield | play)",
            _always("entered", True),
        ),
        (
            f"{_AND} [:] [only | just] (on | onto | at | against | to | into | over | {{arrow}} | :) {{targets}}",
            _target,
        ),
        (f"{_AND} (<target> | <choose>) [:] {{targets}}", _target),
        (
            f"{_AND} (<target> | <choose>) {{targets}} (for | with | as) [the | its | his | her] {{ability}} [target]",
            _target_of_ability,
        ),
        (
            f"{_AND} [only | just] (on | onto | at | to) {{targets}} and (on | onto | at | to) {{others:targets}}",
            lambda bindings: ("target", f"{bindings['targets']}, {bindings['others']}"),
        ),
        (f"{_AND} with {{targets}} as [the | its | his | her] (target | targets)", _target),
        (f"{_AND} [: | to | for | by | which | that] [<deal>] {{shares}}", _just("shares", "shares")),
        ("[,] for {number} [damage | dmg | health] [each]", _just("amount", "number")),
        (f"{_AND} [which | that] (<leave> | leaving) [{{player}}] {_TO} [just | only] {{number}} [health]", _total),
        (f"{_AND} [who | {{player}}] [is] [left] at [just | only] {{number}} [health]", _total),
        (f"{_AND} [which | that] (<leave> | leaving) {{player}} with [just | only] {{number}} [health]", _total),
        (f"{_AND} {{number}} [health] (left | remaining)", _total),
        (f"{_AND} {{number}} (health | life) for {{player}}", _happens("gain")),
        (f"{_AND} {{player}} (<drop> | down | up) to [just | only] {{number}} [health]", _total),
        (
            (
                f"{_AND} [he | she | {{player}}] [goes | going | is | drops | dropping | falls] [now] (up to | down to "
                f"| to | at) {{number}} [health]"
            ),
            _total,
        ),
        (
            f"{_AND} [now] [it is | it's | making it | up to | to | which is] [now] [a | an] {{strength}}",
            _just("strength", "strength"),
        ),
        (f"{_AND} <recycle> {{things}}", _just("recycle", "things")),
        (f"{_AND} (no recycle | without recycling | not recycling | no recycling)", _always("recycle", "none")),
        (f"{_AND} <discard:any> {{things}}", _just("discard", "things")),
        (f"{_AND} (no | without | skipping | declining) [the | its | his | her] tribute", _always("declined", "no")),
        ("by {number}", _just("change", "number")),
        (f"{_AND} [which | it | that] <become> {{it}} [a | an] {{strength}}", _just("strength", "strength")),
        (
            f"{_AND} ([for] {{change}} [offense] [defense] | giving it {{change}} [offense] [and {{change}} defense])",
            _just("change", "change"),
        ),
        (
            (
                f"{_AND} [which | it | that | he | she] [is | are | gets "
                "| has] (<die:finite> | dead | destroyed | killed | broken)"
            ),
            _always("fate", True),
        ),
        (f"{_AND} (both | both of them | they both) <die:finite>", _always("fate", "both")),
        (
            f"{_AND} <hold:any> (the rest | the others | everything else | everyone else) [home | back | behind]",
            _always("rest", True),
        ),
        (f"{_AND} [the] (rest | others | other ones) <hold> (home | back | at home | behind)", _always("rest", True)),
        (f"{_AND} <hold> {{things}} (home | back | at home | behind | out of it)", _just("home", "things")),
        (f"{_AND} (holding back | keeping back | leaving back | leaving behind) {{things}}", _just("home", "things")),
        ("[but | , but | , | and | , and] not [with] {things}", _just("home", "things")),
        ("(in | through | from) the air", _always("airborne", True)),
        ("[,] without attacking", _always("peaceful", True)),
        (
            (f"{_AND} [which | it | that | he | she] (<survive:finite> | is unbreakable | stays)"),
            _always("fate", False),
        ),
        (f"{_AND} dying", _always("fate", True)),
        (
            (
                f"{_AND} [which | it | he | she] (<have> | with | leaving it [with | at | on]) [only | just] "
                "{number} [health | defense | toughness] (left | remaining)"
            ),
            _just("remaining", "number"),
        ),
        ("[, | and | , and] [so | so that] (it | he | she) (<survive:finite> | stays [alive])", _always("fate", False)),
        (
            f"{_AND} [:] (on | at | to | onto | into | against) {{player}} and {{group}}",
            lambda bindings: ("player and group", (bindings["player"], bindings["group"])),
        ),
        (
            f"{_OF_PLAY} <affect> {{player}} and {{group}}",
            lambda bindings: ("player and group", (bindings["player"], bindings["group"])),
        ),
        (
            f"{_OF_PLAY} <damage> {{player}} and {{group}}",
            lambda bindings: ("player and group", (bindings["player"], bindings["group"])),
        ),
        ("[,] {duration}", _just("duration", "duration")),
        (f"{_OF_PLAY} keep [{{it}}] {{duration}}", _just("duration", "duration")),
        (
            f"{_OF_PLAY} <hold> {{targets}} {{duration}}",
            lambda bindings: ("duration of", (bindings["targets"], bindings["duration"])),
        ),
        (
            (
                f"{_AND} (for [the | some] | to get | to gain | and gets | and gains | gaining | getting | gets "
                "| gains | it gets | it gains | it has | to give it) {keyword}"
            ),
            _just("gains", "keyword"),
        ),
        (f"{_AND} {{targets}} (grows | grow | gets bigger | get bigger | is bigger)", _effect("pump")),
        (
            f"{_OF_PLAY} (<regain> | <play> | <reanimate> | <banish> | <break> | <choose>) (nothing | no one | nobody)",
            _always("nothing", True),
        ),
        (f"{_AND} with [only | just] (one | a single | 1) target [, | :] {{targets}}", _just("sole target", "targets")),
        (f"{_AND} [so] {{number}} (health | life)", _happens("gain")),
        (f"{_AND} loyalty (declined | skipped | not paid | not used | not shown)", _always("reveal", "")),
        (f"{_AND} into [a | an] {{thing}}", _happens("create")),
        (
            f"{_OF_PLAY} {{player}} (has to | must | needs to | have to) discard [a card | one | a]",
            lambda bindings: ("discards", (bindings["player"], 1)),
        ),
        (f"{_AND} {{player}} <discard:finite> a card", lambda bindings: ("discards", (bindings["player"], 1))),
        (
            f"{_AND} {{player}} [has to | must] <discard:finite> {{number}} [card | cards]",
            lambda bindings: ("discards", (bindings["player"], bindings["number"])),
        ),
        (f"{_AND} [<deal>] {{number}} (damage | dmg)", _just("amount", "number")),
        *((f"{_OF_PLAY} <{group}> [: ] {{targets}} {BACK}", _effect(group)) for group in EFFECTS),
        (f"{_AND} {{targets}} <die:finite>", _effect("break")),
        (f"{_AND} {{group}} <die:finite>", _all_of("break")),
        *(
            (f"{_AND} {{group}} (is | are | gets | get | got | was | were) <{group}:pp>", _all_of(group))
            for group in EFFECTS
        ),
        (
            f"{_OF_PLAY} (give | gives | giving | grants | granting | <become>) {{targets}} {{keyword}}",
            lambda bindings: ("grant", (bindings["keyword"], bindings["targets"])),
        ),
        (
            f"{_OF_PLAY} (give | gives | giving | grants | granting | <become>) it {{keyword}}",
            _just("gains", "keyword"),
        ),
        (
            f"{_OF_PLAY} (<become> | making | force | forces | forcing) {{player}} [to] discard [a card | one | a]",
            lambda bindings: ("discards", (bindings["player"], 1)),
        ),
        (
            f"{_OF_PLAY} (<become> | making | force | forces | forcing) {{player}} [to] discard {{number}} [cards]",
            lambda bindings: ("discards", (bindings["player"], bindings["number"])),
        ),
        (f"{_AND} {{targets}} <survive:finite>", _just("survivors", "targets")),
        (f"{_AND} [which | it | that] (goes | comes | returns) [back] {{place}}", _effect_on_it("bounce")),
        ("[,] on (nothing | no one | nobody)", _always("target", "none")),
        (f"{_AND} {{number}} (champion | champions) <die:finite>", _toll("break")),
        *((f"{_OF_PLAY} <{group}> {{number}} (champion | champions)", _toll(group)) for group in ("break", "banish")),
        *((f"{_OF_PLAY} <{group}> {{number}}", _toll(group)) for group in ("break", "banish")),
        *((f"{_OF_PLAY} <{group}> both [of them]", _toll(group, 2)) for group in ("break", "banish")),
        (f"{_OF_PLAY} <wipe> [up] the (board | table)", _always("wipe", True)),
        (f"{_AND} {{targets}} <prepare:finite>", _effect("prepare")),
        (f"{_AND} {{targets}} <return:finite> back [{{place}}]", _effect("regain")),
        (
            f"{_AND} (without | not) (revealing | showing) [anything | any card | any cards | cards | a card]",
            _always("reveal", ""),
        ),
        (f"{_AND} (no reveal | no reveals | revealing nothing)", _always("reveal", "")),
        *(
            (f"{_AND} {{targets}} (is | are | gets | get | got | was | were) <{group}:pp> {BACK}", _effect(group))
            for group in EFFECTS
        ),
        (f"{_OF_PLAY} <reanimate> {{targets}} in", _effect("reanimate")),
        *((f"{_OF_PLAY} <{group}> {{targets}} with it", _effect(group)) for group in EFFECTS),
        *((f"{_OF_PLAY} <{group}> {{it}} {BACK}", _effect_on_it(group)) for group in EFFECTS),
        *(
            (
                f"{_OF_PLAY} <{group}> {{targets}} for {{number}} [damage] [each]",
                lambda bindings, group=group: ("effect", (group, bindings["targets"], bindings["number"], "")),
            )
            for group in ("damage", "break", "affect")
        ),
        (f"{_AND} [in | using | with] (mode | effect | option | choice) {{number}}", _just("option", "number")),
        (
            f"{_AND} [using | with] [the | its | his | her] (first | 1st) (mode | effect | option | choice)",
            _always("option", 1),
        ),
        (
            f"{_AND} [using | with] [the | its | his | her] (second | 2nd) (mode | effect | option | choice)",
            _always("option", 2),
        ),
        (
            (
                f"{_AND} (without | no | with no | not using | declining | skipping | and declines "
                "| and skips) [his | her | the | its | any] loyalty"
            ),
            _always("reveal", ""),
        ),
        (
            (
                f"{_AND} [for | with] [his | her | the | its] [loyalty] [by | :] <reveal> {{things}} [for (loyalty "
                "| the loyalty | its loyalty)]"
            ),
            _just("reveal", "things"),
        ),
        (
            f"{_AND} [with | using] [the | its | his | her] loyalty [: | by | with | of] {{things}}",
            _just("reveal", "things"),
        ),
        (f"{_AND} [choosing | with | for | chooses] [x | X] [= | is | of] {{number}}", _just("number", "number")),
        (f"{_AND} x={{number}}", _just("number", "number")),
        ("for {number} gold", _just("cost", "number")),
        ("for {number}", _just("extra cost", "number")),
        ("(for free | for nothing)", _always("cost", 0)),
        (
            f"{_AND} (without paying | not paying | {NOT} pay) [for it | extra | more | the gold]",
            _always("unpaid", True),
        ),
        (f"{_AND} (kicked | overpaid | with [the] kicker)", _always("kicked", "")),
        (f"{_AND} <pay> [the] {{number}} [gold] [for it]", _just("cost", "number")),
        (f"{_AND} <pay> [the | a | one] gold [for it]", _always("cost", 1)),
        ("for (a | his | her | the) gold", _always("cost", 1)),
        (f"{_AND} [to | he | she | they | i | {{player}}] <draw> {{number}} [card | cards]", _happens("draw")),
        (f"{_AND} [to | he | she | they | i | {{player}}] <draw> a card", _happens("draw")),
        (f"{_AND} [to | he | she | they | i | {{player}}] <draw>", _happens("draw")),
        (
            (
                f"{_AND} [to | he | she | they | i | {{player}}] <gain> {{number}} [health | life] [in all | in total "
                "| altogether]"
            ),
            _happens("gain"),
        ),
        (f"{_AND} [to] <create> [me | him | her | us | them] {{number}} {{thing}}", _happens("create")),
        (f"{_AND} [:] (a | an) {{thing}} for (me | him | her | them)", _happens("create")),
        (f"{_AND} {{player}} <create:finite> {{number}} {{thing}}", _happens("create")),
        (f"{_AND} {{player}} <create:finite> (a | an) {{thing}}", _happens("create")),
        (f"{_AND} {{number}} [more | new] {{thing}}", _happens("create")),
        (
            f"{_AND} [and | that | which] (gives | giving | gave) (me | him | her) (a | an) {{thing}}",
            _happens("create"),
        ),
        (
            f"{_AND} [and | that | which] (gives | giving | gave) (me | him | her) {{number}} {{thing}}",
            _happens("create"),
        ),
        (f"{_AND} [a | one | 1] card", _happens("draw")),
        (f"{_AND} [the | its] target is {{targets}}", _target),
        (f"{_AND} [but] {NOT} (use | take | do) [the | its] tribute", _always("declined", "no")),
        (
            f"{_AND} no {{offered}} [banished | broken | killed | chosen | dealt | picked | taken]",
            _just("none", "offered"),
        ),
        (f"{_AND} {{group}} (go | goes) away", _all_of("clear")),
        (f"{_AND} {{group}} (get | gets | have | has) {{change}}", _all_of("change")),
        (f"{_AND} for {{change}}", _just("change", "change")),
        (f"{_AND} [to] <create> [the | some | more] {{thing}}", _several_created),
        (f"{_AND} for (more | some | the) {{thing}}", _several_created),
        (f"{_AND} (for | making | getting) {{number}} {{thing}}", _happens("create")),
        (f"{_AND} (for | making | getting) (a | an | another) {{thing}}", _happens("create")),
        (f"{_AND} (for | to get) {{number}} (cards | card)", _happens("draw")),
        (f"{_AND} (for | to get) a card", _happens("draw")),
        (
            f"{_AND} (for [the] cards | as a draw | for card advantage | in draw mode)",
            _always("happens", ("draw", -1, "", "")),
        ),
        (f"{_AND} as a draw {{number}}", _happens("draw")),
        *((f"{_OF_PLAY} <{group}> {{group}} {BACK}", _all_of(group)) for group in EFFECTS),
        (f"{_AND} [<deal>] {{number}} [damage | dmg] to {{group}}", _all_of("damage")),
        (f"{_AND} (on | at | to | onto | into | against | for) {{group}}", _all_of("affect")),
        (f"{_AND} {{change}} [offense] (to | for | on) {{group}}", _all_of("change")),
        (f"{_AND} with loyalty {{bracketed}}", _just("reveal", "bracketed")),
        ("{aside}", lambda bindings: ("target", bindings["aside"])),
        ("with (a | one | the | his | her | my) gold", _always("cost", 1)),
        (f"{_AND} [down | up] to {{number}} (offense | attack | power)", _just("offense", "number")),
        (f"{_AND} [to] <create> (a | an) {{thing}}", _happens("create")),
    )
)
"""Patterns of complements with their meanings; quoted card texts are matched separately."""
_TEXTS: Final[tuple[Pattern, ...]] = tuple(
    Pattern(text)
    for text in (
        ": {text}",
        "(to | for | choosing | chooses | , | and | , and | just | only | , just | , only) {text}",
        "{text}",
    )
)
_NUMBERED: Final = re.compile(r"(?:mode |effect |option )?(\d{1,2})", re.IGNORECASE)
_BARE_TARGET: Final = Pattern("{targets}")
_BARE_GROUP: Final = Pattern("{group}")
_FROM_HAND: Final = Pattern("from [his | her | their | the | my] hand")


_INTO_PILE: Final = re.compile(r"(?:and )?(?:to|into|onto) .*(?:discard|graveyard|yard)(?: pile)?", re.IGNORECASE)
_SINGLE: Final = frozenset({"mode", "shares"})
ONCE: Final = frozenset(
    {
        "mode",
        "option",
        "amount",
        "fate",
        "change",
        "strength",
        "cost",
        "total",
        "reveal",
        "number",
        "declined",
        "offense",
    }
)
"""Kinds of complements that a clause contains at most once."""


def complements(
    reader: Reader, nouns: Nouns, words: Words, start: int, mode_text: Callable[[str], bool], *, bare: bool = False
) -> Iterator[tuple[int, tuple[Complement, ...]]]:
    """Yield the end index and value of each sequence of complements at word ``start``.

    Args:
        reader: the pattern matcher.
        nouns: the nouns of the sentence.
        words: the words of the sentence.
        start: the index of the word after the card name.
        mode_text: returns True for the text of an effect of the card.
        bare: whether a target may follow directly: ``Flame Strike Ben``.
    """
    yield from _further(reader, nouns, words, start, mode_text, (), bare=bare)


def _further(
    reader: Reader, nouns: Nouns, words: Words, start: int, mode_text: Callable[[str], bool],
    complements: tuple[Complement, ...],
    *,
    bare: bool,
) -> Iterator[tuple[int, tuple[Complement, ...]]]:  # fmt: skip
    yield start, complements
    nouns.steps += 1
    if start >= len(words) or len(complements) == MAX_COMPLEMENTS or nouns.steps > MAX_STEPS:
        return
    kinds = {each.kind for each in complements}
    for end, complement in _one(reader, nouns, words, start, mode_text, first=bare and not complements):
        # A play has at most one effect text and one damage division.
        if complement.kind in _SINGLE & kinds:
            continue
        yield from _further(reader, nouns, words, end, mode_text, (*complements, complement), bare=bare)


def _one(
    reader: Reader, nouns: Nouns, words: Words, start: int, mode_text: Callable[[str], bool], *, first: bool
) -> Iterator[tuple[int, Complement]]:
    for pattern, build in PATTERNS:
        if not pattern.may_begin_with(words[start], reader.verbs):
            continue
        for end, bound in pattern.matches(reader, words, start):
            kind, value = build(_named(bound))
            if kind == "target" and _INTO_PILE.fullmatch(nouns.tokens.slice(start, end)):
                continue  # A destination is not a target.
            yield end, Complement(kind, value, nouns.tokens.slice(start, end))
    for end, _ in _FROM_HAND.matches(reader, words, start):
        yield end, Complement("from hand", True, nouns.tokens.slice(start, end))
    if first:
        for end, bound in _BARE_TARGET.matches(reader, words, start):
            yield end, Complement("target", _named(bound)["targets"], nouns.tokens.slice(start, end))
        for end, bound in _BARE_GROUP.matches(reader, words, start):
            yield end, Complement("all", ("affect", _named(bound)["group"], None), nouns.tokens.slice(start, end))
    yield from _mode_texts(reader, nouns, words, start, mode_text)


def _mode_texts(
    reader: Reader, nouns: Nouns, words: Words, start: int, mode_text: Callable[[str], bool]
) -> Iterator[tuple[int, Complement]]:
    if words[start] == "(" and ")" in words[start:]:
        end = list(words).index(")", start)
        text, full_text = nouns.tokens.slice(start + 1, end), nouns.tokens.slice(start, end + 1)
        number = _NUMBERED.fullmatch(text)
        if number:
            yield end + 1, Complement("option", int(number[1]), full_text)
        elif mode_text(text):
            yield end + 1, Complement("mode", text, full_text)
        return
    for pattern in _TEXTS:
        for end, bound in pattern.matches(reader, words, start):
            text = _named(bound)["text"]
            if not _repeats_a_word(text) and mode_text(text):
                yield end, Complement("mode", text, nouns.tokens.slice(start, end))


def _repeats_a_word(text: str) -> bool:
    """Return True if a word occurs twice in a row, which no effect text does."""
    folded = text.casefold().split()
    return any(word == after for word, after in itertools.pairwise(folded))


def _named(bound: Bindings) -> dict[str, Any]:
    return dict(bound)
