"""Words for the effect vocabulary: noun phrases for selectors, sentences for instructions (see ``rules.epic.text``)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from rules.epic.effects import (
    Affected,
    All,
    Amount,
    Banish,
    Bounce,
    Break,
    BreakAtEnd,
    Choice,
    Counters,
    CreateToken,
    Damage,
    DamageSplit,
    DamageSuffered,
    Draw,
    EachKeepsOne,
    Expend,
    Filter,
    Gain,
    If,
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
    Side,
    Target,
    This,
    Union,
    What,
)
from rules.epic.traits import Keyword


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase and whether it is grammatically plural."""

    text: str
    plural: bool = False

    @property
    def capital(self) -> str:
        """The phrase as a sentence begins with it."""
        return self.text[0].upper() + self.text[1:]


def conjoin(parts: Sequence[str], word: str = " and ") -> str:
    """Return the parts as one phrase."""
    return word.join(parts)


def counted(count: int, thing: str) -> str:
    """Return a number and a thing, in the plural unless there is one."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def qualities(offense: int, defense: int, keywords: Sequence[Keyword]) -> str:
    """Return what a champion has or gains: ``+8 offense and unbreakable``."""
    numbers = [f"{value:+d} {name}" for value, name in ((offense, "offense"), (defense, "defense")) if value]
    return conjoin([*numbers, *keywords])


def adjectives(where: Filter) -> str:
    """Return the words of a filter that stand before the noun, each followed by a space."""
    return "".join(f"{word} " for word in (where.fight, where.alignment, where.class_word) if word)


def card_noun(where: Filter) -> str:
    """Return a card outside play in words: ``Good champion card``."""
    return f"{adjectives(where)}{where.card_type or ''} card".replace("  ", " ").strip()


@singledispatch
def noun(selector: object, earlier: object = None) -> Phrase:
    """Return the words for what a selector stands for; ``earlier`` is the instruction before, for back-references."""
    raise NotImplementedError(f"no words for {type(selector).__name__} after {earlier}")


@noun.register
def _(selector: Target, earlier: object = None) -> Phrase:  # noqa: ARG001
    where = selector.where
    if selector.what is What.DISCARD:
        return Phrase(f"a target {card_noun(where)} {_pile(where)}")
    if selector.what is What.ANY:
        return Phrase("a target")
    return Phrase(f"a target {adjectives(where)}{selector.what}")


@noun.register
def _(selector: Choice, earlier: object = None) -> Phrase:
    where = selector.where
    if selector.what is What.CHAMPION:
        ready = " that could take part" if where.ready else ""
        return Phrase(f"one of your {adjectives(where)}champions{ready}")
    article = "another" if where.other else "a"
    if selector.what is What.HAND:
        return Phrase(f"{article} {card_noun(where)} from your hand")
    if selector.of is not None:
        return Phrase(f"{article} {card_noun(where)} from the discard pile of {noun(selector.of, earlier).text}")
    return Phrase(f"{article} {card_noun(where)} {_pile(where)}")


def _pile(where: Filter) -> str:
    text = "from your discard pile" if where.side is Side.OWN else "from any discard pile"
    return text + " that broke this turn" * where.broke_this_turn


@noun.register
def _(selector: All, earlier: object = None) -> Phrase:
    where = selector.where
    head = "your" if where.side is Side.OWN else "all"
    if where.side is Side.OPPOSING:
        head = "all opposing"
    owner = f" of {noun(selector.of, earlier).text}" if selector.of is not None else ""
    return Phrase(f"{head} {'other ' * where.other}{adjectives(where)}champions{owner}", plural=True)


@noun.register
def _(selector: Players, earlier: object = None) -> Phrase:  # noqa: ARG001
    return Phrase("all opponents" if selector.side is Side.OPPOSING else "all players", plural=True)


@noun.register
def _(selector: This, earlier: object = None) -> Phrase:  # noqa: ARG001
    return Phrase("this champion")


@noun.register
def _(selector: Picked, earlier: object = None) -> Phrase:  # noqa: ARG001
    return Phrase("that player" if earlier is None else "it")


@noun.register
def _(selector: Affected, earlier: object = None) -> Phrase:  # noqa: ARG001
    return Phrase("each champion damaged this way") if isinstance(earlier, Damage) else Phrase("it")


@noun.register
def _(selector: Namesakes, earlier: object = None) -> Phrase:
    return Phrase(f"{noun(selector.of, earlier).text} and all other champions with the same name", plural=True)


@noun.register
def _(selector: Union, earlier: object = None) -> Phrase:
    return Phrase(conjoin([noun(part, earlier).text for part in selector.parts]), plural=True)


def _words(selector: object, earlier: object) -> str:
    return noun(selector, earlier).text


@singledispatch
def sentence(instruction: object, earlier: object = None) -> str:
    """Return an instruction as a sentence; ``earlier`` is the instruction before it in the same text."""
    raise NotImplementedError(f"no words for {type(instruction).__name__} after {earlier}")


@sentence.register
def _(instruction: Draw, earlier: object = None) -> str:  # noqa: ARG001
    return f"Draw {counted(instruction.count, 'card')}."


@sentence.register
def _(instruction: Damage, earlier: object = None) -> str:
    return f"Inflict {instruction.amount} damage on {_words(instruction.to, earlier)}."


@sentence.register
def _(instruction: DamageSplit, earlier: object = None) -> str:  # noqa: ARG001
    what = "target" if instruction.what is What.ANY else f"target {adjectives(instruction.where)}{instruction.what}"
    most = f"1 to {counted(instruction.most, what)}"
    return f"Inflict {instruction.amount} damage, split as you like, on {most}."


@sentence.register
def _(instruction: Gain, earlier: object = None) -> str:  # noqa: ARG001
    return f"Gain {instruction.amount} health."


@sentence.register
def _(instruction: Break, earlier: object = None) -> str:
    return f"Break {_words(instruction.what, earlier)}."


@sentence.register
def _(instruction: Banish, earlier: object = None) -> str:
    return f"Banish {_words(instruction.what, earlier)}."


@sentence.register
def _(instruction: Bounce, earlier: object = None) -> str:
    what = noun(instruction.what, earlier)
    return f"Return {what.text} to {'the hands of their owners' if what.plural else 'the hand of its owner'}."


@sentence.register
def _(instruction: CreateToken, earlier: object = None) -> str:  # noqa: ARG001
    return f"Create {counted(instruction.count, instruction.name)}."


@sentence.register
def _(instruction: Counters, earlier: object = None) -> str:
    return f"Put {_counters(instruction.count)} on {_words(instruction.on, earlier)}{_measure(instruction.count)}."


def _counters(amount: Amount) -> str:
    return counted(amount, "+1/+1 counter") if isinstance(amount, int) else "a +1/+1 counter"


def _measure(amount: Amount) -> str:
    return " for each point of damage it suffered this turn" if isinstance(amount, DamageSuffered) else ""


@sentence.register
def _(instruction: Modify, earlier: object = None) -> str:
    gained = qualities(instruction.offense, instruction.defense, instruction.keywords)
    until = " until end of turn" if instruction.lasts is Lasts.END_OF_TURN else " for as long as it is in play"
    return f"Give {_words(instruction.who, earlier)} {gained}{until}."


@sentence.register
def _(instruction: Expend, earlier: object = None) -> str:
    return f"Expend {_words(instruction.who, earlier)}."


@sentence.register
def _(instruction: Prepare, earlier: object = None) -> str:
    return f"Prepare {_words(instruction.who, earlier)}."


@sentence.register
def _(instruction: PutIntoPlay, earlier: object = None) -> str:
    return f"Put {_words(instruction.cards, earlier)} into play under your control."


@sentence.register
def _(instruction: Recycle, earlier: object = None) -> str:  # noqa: ARG001
    return "Recycle."


@sentence.register
def _(instruction: Recall, earlier: object = None) -> str:  # noqa: ARG001
    return "Recall."


@sentence.register
def _(instruction: May, earlier: object = None) -> str:
    texts = [
        sentence(effect, before)
        for effect, before in zip(instruction.effects, (earlier, *instruction.effects[:-1]), strict=True)
    ]
    rest = "".join(f" If you do, {text[0].lower()}{text[1:]}" for text in texts[1:])
    return f"You may {texts[0][0].lower()}{texts[0][1:]}{rest}"


@sentence.register
def _(instruction: If, earlier: object = None) -> str:
    text = " ".join(sentence(effect, earlier) for effect in instruction.effects)
    alignment = instruction.condition.alignment
    return f"If you have played a 1-cost {alignment} card this turn, {text[0].lower()}{text[1:]}"


@sentence.register
def _(instruction: EachKeepsOne, earlier: object = None) -> str:  # noqa: ARG001
    return "In turn order from you, each player chooses one of their champions; break all champions not chosen."


@sentence.register
def _(instruction: NoMoreAttacks, earlier: object = None) -> str:  # noqa: ARG001
    return "No further attack may be declared this turn."


@sentence.register
def _(instruction: JoinBattle, earlier: object = None) -> str:
    return f"Let {_words(instruction.who, earlier)} attack or block together with this champion."


@sentence.register
def _(instruction: BreakAtEnd, earlier: object = None) -> str:
    return f"Break {_words(instruction.what, earlier)} at the end of this turn."


def rendered_nodes() -> frozenset[type[Any]]:
    """Return the node classes that have words here; the check of the vocabulary reads it."""
    amounts = {DamageSuffered}
    return frozenset({*noun.registry, *sentence.registry, *amounts} - {object})
