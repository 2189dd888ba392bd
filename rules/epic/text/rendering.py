"""Rules text rendered from card data, so text and engine cannot disagree.

Printed texts are not copied. Symbols are written as words: ``Expend:`` and ``1 gold:`` before a power, ``Good
ally →`` before an ally ability. An arrow separates a condition from its effect, a colon a cost from its
effect (3.4.1, 3.5.1).
"""

from collections.abc import Sequence
from functools import singledispatch
from itertools import groupby

from rules.epic.cards.model import Card
from rules.epic.effects import (
    Ability,
    Ally,
    CannotBeAttacked,
    ChooseOne,
    Cost,
    DefiesDiscard,
    Duty,
    Forbid,
    GainsNothing,
    GrantAmbush,
    InDiscard,
    Instruction,
    Loyalty,
    Mode,
    Must,
    OnPlay,
    OutOfReach,
    Power,
    Static,
    Tribute,
    Triggered,
    When,
    Whose,
)
from rules.epic.text import (  # noqa: F401 - importing registers the texts
    conditions,
    moves,
    other_instructions,
    players,
)
from rules.epic.text.filters import champion_noun, join_phrases
from rules.epic.text.phrases import cost_phrases, gained_phrase, noun_phrase, sentence

MODE_LABELS = "abcdef"


def render_card(card: Card) -> tuple[str, ...]:
    """Return the rules text of ``card``, one line for each ability, keywords first."""
    lines: list[str] = []
    if card.keywords:
        words = ", ".join(card.keywords)
        doubt = f" (not known for certain: {card.keyword_doubt})" if card.keyword_doubt else ""
        lines.append(f"{words[0].upper()}{words[1:]}{doubt}.")
    for _, group in groupby(enumerate(card.text), key=_effects_key):
        lines.extend(_render_lines([ability for _, ability in group]))
    return tuple(lines)


def render_ability(card: Card, index: int) -> str:
    """Return the text of the ability at ``index``, with modes separated by " / "."""
    return " / ".join(_render_lines([card.text[index]]))


def render_pick(pick: object) -> str:
    """Return the noun phrase of a pick: ``a target Evil champion``."""
    return noun_phrase(pick).text


def render_mode(card: Card, option: int) -> str:
    """Return the short text of one mode of an event card, for records.

    It has no label, cost, timing or full stop.

    Raises:
        ValueError: the card has no such mode or is not supported.
    """
    modes = [mode for ability in card.text if isinstance(ability, OnPlay) for mode in ability.modes]
    if not 0 <= option < len(modes):
        raise ValueError(f"{card.name} has {len(modes)} mode(s), none with number {option}")
    return _say_this_card("; ".join(_plain(text) for text in _sentences(modes[option].effects)))


def render_branch(instruction: ChooseOne, option: int) -> str:
    """Return the short text of one branch of ``ChooseOne``, like ``render_mode``."""
    return "; ".join(_plain(text) for text in _sentences(instruction.branches[option]))


def render_condition(ability: Ability) -> str:
    """Return the part of an ability's text before the arrow or colon.

    ``Choose one`` for the modes of an event card.
    """
    return _condition(ability)


def _effects_key(numbered: tuple[int, Ability]) -> object:
    """Return a grouping key that is equal for abilities with equal effects."""
    index, ability = numbered
    return ability.effects if isinstance(ability, Tribute | Ally | Triggered) else index


def _render_lines(abilities: Sequence[Ability]) -> list[str]:
    """Return the lines of text for abilities that have the same effects."""
    first = abilities[0]
    if isinstance(first, OnPlay):
        return _modes(first)
    if isinstance(
        first, Static | GrantAmbush | DefiesDiscard | CannotBeAttacked | Must | Forbid | OutOfReach | GainsNothing
    ):
        return [_continuous(first)]
    if isinstance(first, InDiscard):
        inner = _render_lines([first.ability])[0]
        inner = f"{inner[0].lower()}{inner[1:]}" if isinstance(first.ability, Power) else inner
        return [f"In your discard pile, {inner.replace('At the', 'at the', 1)}"]
    head = " or ".join(_condition(ability) for ability in abilities).replace(" or When", " or when")
    sign = ":" if isinstance(first, Power) else " →"
    return [f"{head}{sign} {_text(first.effects)}"]


def _modes(ability: OnPlay) -> list[str]:
    if len(ability.modes) == 1:
        lines = [_text(ability.modes[0].effects)]
    else:
        lines = [f"({MODE_LABELS[i]}) {_mode(mode)}" for i, mode in enumerate(ability.modes)]
    return [_say_this_card(line) for line in lines]


def _say_this_card(text: str) -> str:
    """Return ``text`` with "this champion" replaced by "this card" outside quotes."""
    parts = text.split('"')
    return '"'.join(
        part if number % 2 else part.replace("this champion", "this card") for number, part in enumerate(parts)
    )


def _mode(mode: Mode) -> str:
    limits = [f"pay {mode.gold} gold more"] * bool(mode.gold) + ["your turn only"] * mode.own_turn
    text = _text(mode.effects)
    return f"[{', '.join(limits)}] {text}" if limits else text


def _text(effects: Sequence[Instruction]) -> str:
    return " ".join(_sentences(effects))


def _sentences(effects: Sequence[Instruction]) -> list[str]:
    previous = (None, *effects[:-1])
    return [sentence(effect, earlier) for effect, earlier in zip(effects, previous, strict=True)]


def _plain(text: str) -> str:
    return (text[0].lower() + text[1:]).removesuffix(".")


WHEN = {
    When.START_OF_OWN_TURN: "At the start of your turn",
    When.END_OF_TURN: "At the end of every turn",
    When.ATTACKS: "When this champion attacks",
    When.BLOCKS: "When this champion blocks",
    When.BLOCKED: "When this champion becomes blocked",
    When.DRAWS: "When you draw a card",
    When.DAMAGES: "When this champion deals damage",
    When.DAMAGES_PLAYER: "When this champion deals damage to a player",
    When.DAMAGES_OPPONENT: "When this champion deals damage to an opponent",
    When.DAMAGES_CHAMPION: "When this champion deals damage to a champion",
    When.BREAKS: "When this champion breaks",
    When.OTHER_BREAKS: "When another {} breaks",
    When.ENTERS_DISCARD: "When this card is put into your discard pile from anywhere",
    When.LEAVES_DISCARD: "when this card leaves it",
    When.RECALLED: "when this card is recalled",
}


@singledispatch
def _condition(ability: object) -> str:
    raise NotImplementedError(f"no words for {type(ability).__name__}")


@_condition.register
def _(ability: OnPlay) -> str:
    return "Choose one" if len(ability.modes) > 1 else ""


@_condition.register
def _(ability: Tribute) -> str:
    return "Tribute"


@_condition.register
def _(ability: Loyalty) -> str:
    return f"Loyalty {ability.count or 'X'}{', if this champion entered play from your hand' * ability.from_hand}"


@_condition.register
def _(ability: Ally) -> str:
    return f"{ability.alignment} ally"


@_condition.register
def _(ability: Triggered) -> str:
    other = champion_noun(ability.where) + " of yours" * (ability.where.whose is Whose.OWN)
    first, *others = (WHEN[when].format(other) for when in ability.when)
    return " or ".join([first, *(text.removeprefix("When this champion ") for text in others)])


@_condition.register
def _(ability: Power) -> str:
    return _cost(ability.cost)


@_condition.register
def _(ability: InDiscard) -> str:
    return f"In your discard pile, {_condition(ability.ability)}"


def _cost(cost: Cost) -> str:
    text = ", ".join(cost_phrases(cost))
    return text[0].upper() + text[1:]


@singledispatch
def _continuous(ability: object) -> str:
    raise NotImplementedError(f"no words for {type(ability).__name__}")


@_continuous.register
def _(ability: Static) -> str:
    subject = noun_phrase(ability.who)
    verb = "have" if subject.plural else "has"
    when = " during your turns" if ability.own_turn else ""
    had = gained_phrase(ability.offense, ability.defense, ability.keywords)
    parts = [f"{verb} {had}"] * bool(had)
    also = join_phrases([str(alignment) for alignment in ability.alignments])
    parts += [f"{'are' if subject.plural else 'is'} {also} as well"] * bool(also)
    return f"{subject.capital} {join_phrases(parts)}{when}."


@_continuous.register
def _(ability: DefiesDiscard) -> str:
    return "When an opponent makes you discard this card, it enters play under your control instead."


@_continuous.register
def _(ability: CannotBeAttacked) -> str:
    return f"You cannot be attacked{' while this champion is expended' * ability.while_expended}."


@_continuous.register
def _(ability: GrantAmbush) -> str:
    kind = join_phrases([str(word) for word in (ability.where.alignment, ability.where.card_type) if word], " ")
    return f"Every {kind} card in your hand has ambush."


@_continuous.register
def _(ability: Forbid) -> str:
    subject = {Whose.OWN: "You", Whose.OPPOSING: "Opponents", Whose.ANY: "Players"}[ability.whose]
    return f"{subject} cannot {ability.ban}."


@_continuous.register
def _(ability: OutOfReach) -> str:
    return "Champions of lower offense cannot block this champion."


@_continuous.register
def _(ability: GainsNothing) -> str:
    return "This champion gains no abilities or powers."


@_continuous.register
def _(ability: Must) -> str:
    if ability.duty is Duty.ATTACK:
        return "This champion has to attack every turn if it can."
    return "While this champion attacks, the defending player has to block if they can."


__all__ = ["render_ability", "render_branch", "render_card", "render_condition", "render_mode"]
