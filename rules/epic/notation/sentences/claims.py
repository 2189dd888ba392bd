"""Complements as actions and as claims.

Their possible lines, and whether claims are true.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, Final

from rules.engine.decision import (
    detail,
)
from rules.engine.ids import is_object, is_seat
from rules.epic.board.continuous import current_values
from rules.epic.notation.modes import match_mode, offered_texts
from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play, labels, split_names
from rules.epic.notation.sentences.complements import Complement
from rules.epic.notation.sentences.damage_shares import ALL, LETHAL, REST, Share
from rules.epic.notation.sentences.outcomes import ObservedOutcome
from rules.epic.notation.sentences.vocabulary import NUMBERS
from rules.epic.state import EpicState
from rules.epic.text.rendering import render_card


def merged_shares(complements: Sequence[Complement]) -> list[Complement]:
    """Merge all complements with shares of damage into one."""
    shares = [each for each in complements if each.kind == "shares"]
    if len(shares) < 2:
        return list(complements)
    every = tuple(share for each in shares for share in each.value)
    merged = Complement("shares", every, " ".join(each.text for each in shares))
    return [merged if each is shares[0] else each for each in complements if each not in shares[1:]]


def killed_as_shares(complement: Complement) -> Complement:
    """Convert a stated kill at a damage division to a share of lethal damage."""
    if complement.kind == "effect" and complement.value[0] == "break":
        return Complement("shares", (Share(LETHAL, complement.value[1]),), complement.text)
    return complement


def targets_of(complement: Complement) -> str:
    """Return the targets that a complement names, as a canonical list.

    Empty if it names none.
    """
    if complement.kind == "target":
        return str(complement.value)
    if complement.kind == "target of ability":
        return str(complement.value[0])
    if complement.kind in {"effect", "grant"}:
        return str(complement.value[1])
    if complement.kind == "shares":
        return "" if any(share.each for share in complement.value) else ", ".join(s.target for s in complement.value)
    return ""


def words_for(complement: Complement, game: EpicState, source: int | None) -> Iterator[str]:
    """Yield the lines that a complement may stand for at the pending decision."""
    targets, kind = targets_of(complement), game.pending.kind if game.pending is not None else ""
    if complement.kind == "nothing" or (complement.kind == "none" and _is_offered(game, complement.value)):
        complement = replace(complement, kind="declined", value=_NOTHING_CHOSEN.get(kind, "no"))
    if targets and complement.kind != "shares":
        yield f"target {targets}"
    elif complement.kind == "shares":
        yield _words_for_shares(complement, game, source)
    elif complement.kind == "all" and game.pending is not None and all(map(is_seat, game.pending.candidates)):
        yield from (f"target {game.names[seat]}" for seat in complement.value[1].seats[:1] if kind == "target")
    elif complement.kind in LINES_OF:
        yield from (form.format(complement.value) for form in LINES_OF[complement.kind])
    elif complement.kind == "reveal":
        yield f"reveal {complement.value}" if complement.value else "decline"
    elif complement.kind in {"number", "amount"} and kind == "number":
        yield f"choose {complement.value}"
    elif complement.kind == "mode" and kind == "mode":
        option = match_mode(offered_texts(game), complement.value)
        if option is not None:
            yield f"choose mode {option + 1}"


def _is_offered(game: EpicState, noun: str) -> bool:
    """Return True if the text that asks for the pending decision contains a noun."""
    source = game.pending.source if game.pending is not None else 0
    known = source in game.table or is_object(source)
    return known and noun in " ".join(render_card(game.printed_of(source).card)).casefold()


def _words_for_shares(complement: Complement, game: EpicState, source: int | None) -> str:
    """Return the line that a complement with shares of damage stands for."""
    shares = each_share(game, complement.value)
    if game.pending is not None and game.pending.kind == "assign":
        shares_text = ", ".join(f"{shown_amount(n)} to {target}" for n, target in shares)
        card = source if source is not None else game.pending.source
        is_known = card in game.table or is_object(card)
        name = references.thing(game, card).name if is_known else ""
        return f"assign {name}: {shares_text}" if name else f"assign {shares_text}"
    # Cards that deal different amounts to their targets deal the smallest first.
    return f"target {', '.join(target for _, target in sorted(shares, key=itemgetter(0)))}"


_NOTHING_CHOSEN: Final = {"may": "no", "target": "target none", "choose": "choose none"}
"""Lines of a player who chooses nothing, by the kind of decision."""
LINES_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "recycle": ("choose {}",), "discard": ("discard {}", "choose {}"), "declined": ("{}",),
}  # fmt: skip
"""Functions that convert complements to candidate lines, by kind."""


def shown_amount(number: int) -> str:
    """Return an amount of damage as written in a line."""
    return "all" if number == ALL else str(number)


def each_share(game: EpicState, shares: Sequence[Share]) -> list[tuple[int, str]]:
    """Replace a share such as ``2 to each Demon Token`` by one share per object."""
    result: list[tuple[int, str]] = []
    for amount, target, each in shares:
        if amount == LETHAL:
            result += [(lethal_damage(game, name), name) for name in split_names(game.cards, target, lambda _: False)]
            continue
        if amount == ALL and damage_to_divide(game):
            result.append((damage_to_divide(game), target))
            continue
        if amount == REST:
            result.append((max(damage_to_divide(game) - sum(n for n, _ in result), 0), target))
            continue
        if not each:
            result.append((amount, target))
            continue
        refs = [ref.ref for ref in references.matches(game, target, in_play(game))]
        result += [(amount, labels(game, [ref], in_play(game))) for ref in refs]
    return result


def lethal_damage(game: EpicState, name: str) -> int:
    """Return the damage that breaks the named champion; 0 if the name is not unique."""
    refs = [ref.ref for ref in references.matches(game, name, in_play(game))]
    champion = game.find(refs[0]) if len(refs) == 1 else None
    return max(current_values(game, champion).defense - champion.damage, 0) if champion is not None else 0


def damage_to_divide(game: EpicState) -> int:
    """Return the damage to divide at the pending decision.

    0 if several champions deal it.
    """
    decision = game.pending
    if decision is None or decision.kind != "assign":
        return 0
    if amount := detail(decision, "amount"):
        return int(amount)
    offenses = [int(value) for key, value in decision.detail if key.startswith("offense ")]
    return offenses[0] if len(offenses) == 1 else 0


def came_true(observed: ObservedOutcome, complement: Complement) -> bool | None:
    """Return True if the claim of a complement is true; ``None`` if it makes no claim."""
    check = _CHECKS.get(complement.kind)
    true = None if check is None else check(observed, complement.value)
    if true and complement.kind in {"effect", "effect-on-source"} and complement.value[2] is None:
        group, names, *_ = complement.value
        return has_stated_number(observed, group, names, complement.text)
    return true


def has_stated_number(observed: ObservedOutcome, group: str, names: str, text: str) -> bool:
    """Return False if ``text`` states a wrong number of objects affected by an effect."""
    if not states_number(text, names):
        return True
    return observed.count_affected(group, names) == len(split_names(observed.after.cards, names, lambda _: False))


def states_number(text: str, names: str) -> bool:
    """Return True if ``text`` states a number of the objects: ``one Zombie dies``."""
    words = re.findall(r"[\w#]+", text.casefold())
    named = {word[:_STEM] for word in re.findall(r"[^\W\d]+", names.casefold()) if len(word) > 1}
    return any(
        (word in _NUMERALS or word.isdecimal()) and named & {each[:_STEM] for each in words[at + 1 : at + 1 + _NEAR]}
        for at, word in enumerate(words)
    )


_STEM: Final = 4
"""Letters by which the singular and the plural of a name agree."""
_NEAR: Final = 3
"""Words behind a number in which the name begins: ``two of Ben's Zombies``."""
_NUMERALS: Final = frozenset({"both", *NUMBERS} - {"a", "an", "no"})


def _share_came_true(observed: ObservedOutcome, shares: Sequence[Share]) -> bool | None:
    if any(share.amount < 0 or share.each for share in shares):
        return None
    return all(observed.happened_to_objects("damage", share.target, share.amount) for share in shares)


_CHECKS: Final[Mapping[str, Callable[[ObservedOutcome, Any], bool | None]]] = {
    "effect": lambda observed, value: observed.happened_to_objects(*value),
    "effect-on-source": lambda observed, value: observed.happened_to_objects(*value),
    "all": lambda observed, value: observed.happened_to_all(*value),
    "amount": ObservedOutcome.has_dealt,
    "shares": _share_came_true,
    "happens": lambda observed, value: observed.count(*value),
    "discards": lambda observed, value: observed.has_to_discard(*value),
    "grant": lambda observed, value: observed.has_gained(value[1], value[0]),
    "remaining": lambda observed, value: observed.remaining_defense(value[1]) == value[0],
    "duration": lambda observed, value: observed.has_control(value[0], lasting=value[1]),
    "fate": lambda observed, value: bool(value[1]) and observed.happened_to_objects("break", value[1]) == value[0],
    "change": lambda observed, value: observed.has_changed_strength(value[1], value[0]),
    "offense": lambda observed, value: (observed.strength(value[1]) or (None, None))[0] == value[0],
    "strength": lambda observed, value: observed.strength(value[1]) == value[0],
    "wipe": lambda observed, _value: observed.has_wiped_board(),
    "cost": lambda observed, value: observed.paid() == value,
    "extra cost": lambda observed, value: observed.is_offered_payment() and observed.paid() == value,
    "kicked": lambda observed, value: observed.is_overpaid(value),
    "unpaid": lambda observed, _value: observed.is_offered_payment() and not observed.is_overpaid(""),
    "entered": lambda observed, _value: observed.entered(),
    "survivors": lambda observed, value: observed.survives(value) and observed.has_harmed(),
    "toll": lambda observed, value: observed.count_affected(value[0]) == value[1],
    "total": lambda observed, value: observed.total(*value),
}
"""Functions that compare complements with the log, by kind."""


ANSWERS: Final = frozenset(
    {
        "target",
        "target of ability",
        "number",
        "reveal",
        "shares",
        "recycle",
        "discard",
        "declined",
        "from hand",
        "nothing",
        "none",
        "unpaid",
    }
)
"""Kinds of complements that answer a decision; the others state a result."""


def not_true(complement: Complement) -> str:
    """Return the error message for a complement that fits no decision or is not true."""
    text = complement.text.strip(" ,;:")
    if complement.kind in ANSWERS:
        return f"“{text}” is not asked for here"
    return f"“{text}” does not come true here"


def count_of(names: Sequence[str]) -> int:
    """Return the number of objects in a list of names: ``2 Wolf Token`` counts as two."""
    firsts = [name.partition(" ")[0] for name in names]
    return sum(int(first) if first.isdecimal() else 1 for first in firsts)
