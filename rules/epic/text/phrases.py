"""Text of selectors (noun phrases) and instructions (sentences)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

from rules.epic.effects import (
    Affected,
    All,
    Banish,
    Bounce,
    Break,
    BreakAtEnd,
    Choice,
    Choices,
    Cost,
    Counters,
    CreateToken,
    Damage,
    DamageSplit,
    EachKeepsOne,
    Expend,
    Filter,
    JoinBattle,
    Lasts,
    May,
    Modify,
    Namesakes,
    NoMoreAttacks,
    Picked,
    Players,
    Prepare,
    PutIntoPlay,
    Recall,
    Recycle,
    RemoveFromBattle,
    Target,
    This,
    Triggered,
    Union,
    What,
    When,
    Whose,
)
from rules.epic.text.filters import Phrase, adjectives, card_noun, champion_noun, count_phrase, join_phrases
from rules.epic.traits import Keyword

GRANTED_WHEN = {
    When.ATTACKS: "When this champion attacks",
    When.BLOCKS: "When this champion blocks",
    When.BLOCKED: "When this champion becomes blocked",
    When.BREAKS: "When this champion breaks",
}
"""Text of the trigger conditions of granted abilities."""


def gained_phrase(offense: int, defense: int, keywords: Sequence[Keyword]) -> str:
    """Return a phrase for points and keywords: ``+8 offense and unbreakable``."""
    numbers = [f"{value:+d} {name}" for value, name in ((offense, "offense"), (defense, "defense")) if value]
    return join_phrases([*numbers, *keywords])


@singledispatch
def noun_phrase(selector: object, earlier: object = None) -> Phrase:
    """Return the noun phrase of a selector.

    ``earlier`` is the previous instruction, for back-references.
    """
    raise NotImplementedError(f"no words for {type(selector).__name__} after {earlier}")


OF_WHOM = {Whose.ANY: "", Whose.OWN: " of yours", Whose.OPPOSING: " of an opponent"}
"""Text of the required controller of a target, after the noun."""


@noun_phrase.register
def _(selector: Target, earlier: object = None) -> Phrase:
    card_filter = selector.where
    if selector.what is What.DISCARD:
        return Phrase(f"a target {card_noun(card_filter)} {_pile(card_filter)}")
    if selector.what is What.ANY:
        return Phrase("a target")
    if selector.what is What.PLAYER:
        return Phrase("a target player" if card_filter.whose is not Whose.OPPOSING else "a target opponent")
    return Phrase(
        f"{'another' if card_filter.other else 'a'} target {champion_noun(card_filter)}{OF_WHOM[card_filter.whose]}"
    )


@noun_phrase.register
def _(selector: Choice, earlier: object = None) -> Phrase:
    card_filter = selector.where
    if selector.what is What.CHAMPION:
        ready = " that could take part" if card_filter.ready else ""
        return Phrase(f"one of your {champion_noun(card_filter, plural=True)}{ready}")
    article = "another" if card_filter.other else "an" if card_noun(card_filter)[0] in "aeiou" else "a"
    if selector.what is What.REVEALED:
        return Phrase(f"a revealed {card_noun(card_filter)}")
    if selector.what is What.HAND:
        return Phrase(f"{article} {card_noun(card_filter)} from your hand")
    if selector.of is not None:
        return Phrase(
            f"{article} {card_noun(card_filter)} from the discard pile of {noun_phrase(selector.of, earlier).text}"
        )
    return Phrase(f"{article} {card_noun(card_filter)} {_pile(card_filter)}")


@noun_phrase.register
def _(selector: Choices, earlier: object = None) -> Phrase:
    card_filter = selector.where
    other = "other " * card_filter.other
    if selector.most is None:
        many = f"{'any number' if not selector.least else f'{selector.least} or more'} of {other}"
    elif selector.least == selector.most:
        many = f"{selector.least} {other}" if selector.least > 1 else ("another " if other else "a ")
    else:
        many = f"{f'{selector.least} to ' if selector.least else 'up to '}{selector.most} {other}"
    plural = "" if selector.least == selector.most == 1 else "s"
    if selector.what is What.CHAMPION:
        return Phrase(f"{many}{adjectives(card_filter)}champion{plural}", plural=bool(plural))
    whence = "from your hand" if selector.what is What.HAND else _pile(card_filter)
    return Phrase(f"{many}{card_noun(card_filter)}{plural} {whence}", plural=bool(plural))


def _pile(card_filter: Filter) -> str:
    text = "from your discard pile" if card_filter.whose is Whose.OWN else "from any discard pile"
    return text + " that broke this turn" * card_filter.broke_this_turn


@noun_phrase.register
def _(selector: All, earlier: object = None) -> Phrase:
    card_filter = selector.where
    if selector.what is not What.CHAMPION:
        return Phrase(f"all {card_noun(card_filter, plural=True)} {_zone_of(selector)}", plural=True)
    head = "your" if card_filter.whose is Whose.OWN else "all"
    if card_filter.whose is Whose.OPPOSING:
        head = "all opposing"
    owner = f" of {noun_phrase(selector.of, earlier).text}" if selector.of is not None else ""
    return Phrase(f"{head} {'other ' * card_filter.other}{champion_noun(card_filter, plural=True)}{owner}", plural=True)


def _zone_of(selector: All) -> str:
    zone = "hand" if selector.what is What.HAND else "discard pile"
    if selector.of is not None:
        return f"in the {zone} of {noun_phrase(selector.of).text}"
    return f"in your {zone}" if selector.where.whose is Whose.OWN else f"in every {zone}"


@noun_phrase.register
def _(selector: Players, earlier: object = None) -> Phrase:
    return Phrase("all opponents" if selector.whose is Whose.OPPOSING else "all players", plural=True)


@noun_phrase.register
def _(selector: This, earlier: object = None) -> Phrase:
    return Phrase("this champion")


@noun_phrase.register
def _(selector: Picked, earlier: object = None) -> Phrase:
    return Phrase("that player" if earlier is None else "it")


@noun_phrase.register
def _(selector: Affected, earlier: object = None) -> Phrase:
    several = isinstance(earlier, CreateToken) and earlier.count != 1
    if several or isinstance(earlier, RemoveFromBattle | Counters):
        return Phrase("them", plural=True)
    return Phrase("each champion damaged this way") if isinstance(earlier, Damage) else Phrase("it")


@noun_phrase.register
def _(selector: Namesakes, earlier: object = None) -> Phrase:
    return Phrase(f"{noun_phrase(selector.of, earlier).text} and all other champions with the same name", plural=True)


@noun_phrase.register
def _(selector: Union, earlier: object = None) -> Phrase:
    return Phrase(join_phrases([noun_phrase(part, earlier).text for part in selector.parts]), plural=True)


def _phrase_text(selector: object, earlier: object) -> str:
    return noun_phrase(selector, earlier).text


@singledispatch
def sentence(instruction: object, earlier: object = None) -> str:
    """Return an instruction as a sentence.

    ``earlier`` is the previous instruction of the same text.
    """
    raise NotImplementedError(f"no words for {type(instruction).__name__} after {earlier}")


@sentence.register
def _(instruction: DamageSplit, earlier: object = None) -> str:
    noun = "target" if instruction.what is What.ANY else f"target {adjectives(instruction.where)}{instruction.what}"
    range_text = f"1 to {count_phrase(instruction.most, noun)}"
    return f"Inflict {instruction.amount} damage, split as you like, on {range_text}."


@sentence.register
def _(instruction: Break, earlier: object = None) -> str:
    return f"Break {_phrase_text(instruction.what, earlier)}."


@sentence.register
def _(instruction: Banish, earlier: object = None) -> str:
    return f"Banish {_phrase_text(instruction.what, earlier)}."


@sentence.register
def _(instruction: Bounce, earlier: object = None) -> str:
    noun = noun_phrase(instruction.what, earlier)
    return f"Return {noun.text} to {'the hands of their owners' if noun.plural else 'the hand of its owner'}."


@sentence.register
def _granted_text(ability: Triggered) -> str:
    """Return the text of a granted ability."""
    head = " or ".join(GRANTED_WHEN[when] for when in ability.when)
    return f"{head} → {' '.join(sentence(effect) for effect in ability.effects)}"


@sentence.register
def _(instruction: Modify, earlier: object = None) -> str:
    gained = gained_phrase(instruction.offense, instruction.defense, instruction.keywords)
    gained = join_phrases(
        [gained] * bool(gained) + [f'"{_granted_text(ability)}"' for ability in instruction.abilities]
    )
    until = " until end of turn" if instruction.lasts is Lasts.END_OF_TURN else " for as long as it is in play"
    if instruction.lose_abilities:
        subject = noun_phrase(instruction.who, earlier)
        gained = f" and then {'get' if subject.plural else 'gets'} {gained}" * bool(gained)
        return (
            f"{subject.capital} {'lose' if subject.plural else 'loses'} powers, abilities and keywords{gained}{until}."
        )
    return f"Give {_phrase_text(instruction.who, earlier)} {gained}{until}."


@sentence.register
def _(instruction: Expend, earlier: object = None) -> str:
    return f"Expend {_phrase_text(instruction.who, earlier)}."


@sentence.register
def _(instruction: Prepare, earlier: object = None) -> str:
    return f"Prepare {_phrase_text(instruction.who, earlier)}."


@sentence.register
def _(instruction: PutIntoPlay, earlier: object = None) -> str:
    controller_phrase = "the control of their owners" if instruction.under_owner else "your control"
    silent = " without tribute and loyalty" if instruction.silent else ""
    return f"Put {_phrase_text(instruction.cards, earlier)} into play under {controller_phrase}{silent}."


@sentence.register
def _(instruction: Recycle, earlier: object = None) -> str:
    return "Recycle."


@sentence.register
def _(instruction: Recall, earlier: object = None) -> str:
    return "Recall."


@sentence.register
def _(instruction: May, earlier: object = None) -> str:
    texts = [
        sentence(effect, previous)
        for effect, previous in zip(instruction.effects, (earlier, *instruction.effects[:-1]), strict=True)
    ]
    if instruction.cost is not None:
        # With a cost, the effects follow only if it is paid; without one, each happens to the extent possible.
        first, *others = f"{join_phrases(cost_phrases(instruction.cost, offered=True))}.", *texts
        rest = "".join(f" If you do, {_lower(text)}" for text in others)
        return f"You may {_lower(first)}{rest}"
    offered = join_phrases([_lower(text).removesuffix(".") for text in texts if not text.startswith("If ")])
    return " ".join([f"You may {offered}.", *(text for text in texts if text.startswith("If "))])


def _lower(text: str) -> str:
    return f"{text[0].lower()}{text[1:]}"


@sentence.register
def _(instruction: EachKeepsOne, earlier: object = None) -> str:
    return "In turn order from you, each player chooses one of their champions; break all champions not chosen."


@sentence.register
def _(instruction: NoMoreAttacks, earlier: object = None) -> str:
    return "No further attack may be declared this turn."


@sentence.register
def _(instruction: JoinBattle, earlier: object = None) -> str:
    return f"Let {_phrase_text(instruction.who, earlier)} attack or block together with this champion."


@sentence.register
def _(instruction: BreakAtEnd, earlier: object = None) -> str:
    return f"Break {_phrase_text(instruction.what, earlier)} at the end of this turn."


def cost_phrases(cost: Cost, *, offered: bool = False) -> list[str]:
    """Return a cost as phrases, one for each part.

    ``offered`` adds "pay" before gold and health.
    """
    pay = "pay " * offered
    parts = [f"expend{' this champion' * offered}"] * cost.expend
    parts += [f"{pay}{cost.gold} gold"] * bool(cost.gold) + [f"{pay}{cost.health} health"] * bool(cost.health)
    parts += [f"remove {count_phrase(cost.counters, '+1/+1 counter')}"] * bool(cost.counters)
    parts += ["break this champion"] * cost.break_this + ["banish this card"] * cost.banish_this
    parts += ["return this champion to the hand of its owner"] * cost.bounce_this
    if cost.breaks is not None:
        parts.append(f"break one of your {adjectives(cost.breaks)}champions{' other than this' * cost.breaks.other}")
    if cost.banishes is not None:
        parts.append(
            f"banish {noun_phrase(replace(cost.banishes, where=replace(cost.banishes.where, whose=Whose.OWN))).text}"
        )
    return parts


def rendered_nodes() -> frozenset[type[Any]]:
    """Return the node classes that can be rendered."""
    return frozenset({*noun_phrase.registry, *sentence.registry} - {object})
