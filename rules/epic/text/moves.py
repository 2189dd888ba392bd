"""Text of ``rules.epic.effects.moves``; importing it registers the functions."""

from rules.epic.effects import (
    AtEndOfTurn,
    DamageEach,
    Discard,
    Lasts,
    Pick,
    PlayFree,
    Seize,
    Targets,
    That,
    Transform,
    What,
    Whose,
    X,
)
from rules.epic.text.filters import Phrase, adjectives, champion_noun, count_phrase, join_phrases
from rules.epic.text.phrases import noun_phrase, sentence


@noun_phrase.register
def _(selector: That, earlier: object = None) -> Phrase:
    return Phrase("what was damaged" if selector.what is What.ANY else f"that {selector.what}")


@sentence.register
def _(instruction: Discard, earlier: object = None) -> str:
    subject = noun_phrase(instruction.who, earlier)
    return f"{subject.capital} {'discard' if subject.plural else 'discards'} {count_phrase(instruction.count, 'card')}."


@noun_phrase.register
def _(selector: Targets, earlier: object = None) -> Phrase:
    adjective = "opposing " if selector.where.whose is Whose.OPPOSING else ""
    many = isinstance(selector.most, X) or selector.most > 1
    kind = f"target{'s' * many}"
    if selector.what is not What.ANY:
        kind = f"{'other ' * selector.where.other}target {adjective}{champion_noun(selector.where, plural=many)}"
    few = "" if selector.least == selector.most else f"{selector.least} to " if selector.least else "up to "
    return Phrase(f"{few}{'X' if isinstance(selector.most, X) else selector.most} {kind}", plural=True)


@sentence.register
def _(instruction: PlayFree, earlier: object = None) -> str:
    how = "paying" if instruction.paid else "without paying"
    return f"Play {noun_phrase(instruction.cards, earlier).text} {how} its cost."


@sentence.register
def _(instruction: Pick, earlier: object = None) -> str:
    return f"Pick {noun_phrase(instruction.what, earlier).text}."


@sentence.register
def _(instruction: Seize, earlier: object = None) -> str:
    until = " until end of turn" if instruction.lasts is Lasts.END_OF_TURN else ""
    return f"Gain control of {noun_phrase(instruction.who, earlier).text}{until}."


@sentence.register
def _(instruction: Transform, earlier: object = None) -> str:
    noun = noun_phrase(instruction.what, earlier)
    into = f"{instruction.into}s" if noun.plural else f"a {instruction.into}"
    return f"Transform {noun.text} into {into}."


@sentence.register
def _(instruction: DamageEach, earlier: object = None) -> str:
    kind = "target" if instruction.what is What.ANY else f"target {adjectives(instruction.where)}{instruction.what}"
    first, *others = instruction.amounts
    parts = [f"{first} damage on a {kind}", *(f"{amount} on another" for amount in others)]
    return f"Inflict {join_phrases([', '.join(parts[:-1]), parts[-1]])}."


@sentence.register
def _(instruction: AtEndOfTurn, earlier: object = None) -> str:
    texts = [sentence(effect, earlier) for effect in instruction.effects]
    about = f"Pick {noun_phrase(instruction.that, earlier).text}. " if instruction.that is not None else ""
    text = " ".join(texts)
    return f"{about}At the end of this turn, {text[0].lower()}{text[1:]}"
