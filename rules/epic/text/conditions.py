"""Text of conditions and conditional instructions."""

from functools import singledispatch

from rules.epic.effects import (
    EVERYTHING,
    YOU,
    ActivePlayer,
    Affected,
    AllAre,
    AtLeast,
    Attacked,
    Blink,
    ChooseOne,
    ControllerOf,
    Damage,
    Departed,
    Filter,
    FirstOne,
    ForbidThisTurn,
    GainGold,
    HealthAtLeast,
    If,
    Is,
    OwnerOf,
    PlayedOne,
    Revealed,
    RevealTop,
    ToHand,
    TurnOf,
    Whose,
)
from rules.epic.text.filters import Phrase, card_noun, champion_noun
from rules.epic.text.phrases import noun_phrase, sentence
from rules.epic.text.players import LEFT_PLAY, amount_phrases


@singledispatch
def condition_clause(condition: object, earlier: object = None) -> str:
    """Return ``condition`` as the clause after "if".

    ``earlier`` is the previous instruction, for back-references.
    """
    raise NotImplementedError(f"no words for {type(condition).__name__} after {earlier}")


@condition_clause.register
def _(condition: PlayedOne, earlier: object = None) -> str:
    return f"you have played a 1-cost {condition.alignment} card this turn"


@condition_clause.register
def _(condition: AllAre, earlier: object = None) -> str:
    were = f"{condition.count} {card_noun(condition.where, plural=True)}"
    return (
        f"they were {were}"
        if isinstance(condition.what, Affected)
        else f"{noun_phrase(condition.what, earlier).text} {were}"
    )


@condition_clause.register
def _(condition: FirstOne, earlier: object = None) -> str:
    return "you have played no other 1-cost card before it this turn"


@condition_clause.register
def _(condition: HealthAtLeast, earlier: object = None) -> str:
    return f"your health is at least {condition.times} times what you began with"


@condition_clause.register
def _(condition: TurnOf, earlier: object = None) -> str:
    return "it is an opponent's turn" if condition.whose is Whose.OPPOSING else "it is your turn"


@condition_clause.register
def _(condition: Attacked, earlier: object = None) -> str:
    return "you are the player attacked"


@condition_clause.register
def _(condition: Is, earlier: object = None) -> str:
    if condition.where == EVERYTHING:
        return f"{noun_phrase(condition.what, earlier).text} is there"
    if isinstance(condition.what, ControllerOf | OwnerOf | ActivePlayer):
        owner = "you" if condition.where.whose is Whose.OWN else "an opponent"
        return f"{noun_phrase(condition.what, earlier).text} is {owner}"
    return f"{noun_phrase(condition.what, earlier).text} was {_kind_phrase(condition.where)}"


def _kind_phrase(card_filter: Filter) -> str:
    word = card_noun(card_filter) if card_filter.card_type else champion_noun(card_filter)
    kind = f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
    return f"{kind} of yours" if card_filter.whose is Whose.OWN else kind


@sentence.register
def _(instruction: If, earlier: object = None) -> str:
    text = " ".join(sentence(effect, earlier) for effect in instruction.effects)
    clause = f"If {condition_clause(instruction.condition, earlier)}, {text[0].lower()}{text[1:]}"
    if not instruction.otherwise:
        return clause
    other = " ".join(sentence(effect, earlier) for effect in instruction.otherwise)
    return f"{clause} Otherwise, {other[0].lower()}{other[1:]}"


@sentence.register
def _(instruction: ToHand, earlier: object = None) -> str:
    return f"Take {noun_phrase(instruction.cards, earlier).text} into your hand."


@sentence.register
def _(instruction: Blink, earlier: object = None) -> str:
    subject = noun_phrase(instruction.who, earlier).capital
    return f"{subject} leaves play and enters play again, under the control of its owner."


@sentence.register
def _(instruction: RevealTop, earlier: object = None) -> str:
    cards, measure = amount_phrases(instruction.count, "card", earlier)
    deck_phrase = "your deck" if instruction.of == YOU else f"the deck of {noun_phrase(instruction.of, earlier).text}"
    return f"Reveal {cards} from the top of {deck_phrase}{measure}."


@sentence.register
def _(instruction: ChooseOne, earlier: object = None) -> str:
    chained = [zip(branch, (earlier, *branch[:-1]), strict=True) for branch in instruction.branches]
    texts = [" ".join(sentence(effect, previous) for effect, previous in pairs) for pairs in chained]
    offered = (f"({letter}) {text[:-1]}" for letter, text in zip("abcdef", texts, strict=False))
    return f"Choose one: {'; or '.join(offered)}."


@noun_phrase.register
def _(selector: Revealed, earlier: object = None) -> Phrase:
    return Phrase("the other revealed cards", plural=True)


@sentence.register
def _(instruction: GainGold, earlier: object = None) -> str:
    only = f" that pays for {instruction.only} cards and powers only" if instruction.only else ""
    return f"Gain {instruction.count} gold{only}."


@sentence.register
def _(instruction: ForbidThisTurn, earlier: object = None) -> str:
    struck = isinstance(instruction.who, Affected) and isinstance(earlier, Damage)
    owner = "a player damaged this way" if struck else noun_phrase(instruction.who, earlier).text
    return f"For the rest of the turn, {owner} cannot {instruction.ban}."


__all__ = ["condition_clause"]


@condition_clause.register
def _(condition: AtLeast, earlier: object = None) -> str:
    if isinstance(condition.amount, Departed) and condition.least == 1 and condition.amount.of is None:
        return f"a champion {LEFT_PLAY[condition.amount.route]} this way"
    raise NotImplementedError(f"no words for at least {condition.least} of {condition.amount} after {earlier}")
