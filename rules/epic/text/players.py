"""Text of players and amounts."""

from rules.epic.effects import (
    YOU,
    ActivePlayer,
    Amount,
    ControllerOf,
    Count,
    Counters,
    CreateCopy,
    CreateToken,
    Damage,
    DamageSuffered,
    DefendingPlayer,
    DefenseOf,
    Departed,
    Draw,
    ForEachPlayer,
    Gain,
    LoseHealth,
    OffenseOf,
    OwnerOf,
    Players,
    Plus,
    Route,
    Selector,
    Times,
    What,
    Whose,
    X,
    You,
)
from rules.epic.text.filters import Phrase, card_noun, champion_noun, count_phrase
from rules.epic.text.phrases import noun_phrase, sentence

UNCOUNTABLE = frozenset({"damage", "health"})
"""Uncountable nouns."""
LEFT_PLAY = {Route.BROKEN: "broke", Route.BANISHED: "was banished", Route.BOUNCED: "was returned"}


@noun_phrase.register
def _(selector: You, earlier: object = None) -> Phrase:
    return Phrase("you", plural=True)


@noun_phrase.register
def _(selector: ActivePlayer, earlier: object = None) -> Phrase:
    return Phrase("the player whose turn it is")


@noun_phrase.register
def _(selector: DefendingPlayer, earlier: object = None) -> Phrase:
    return Phrase("the player attacked")


@noun_phrase.register
def _(selector: ControllerOf, earlier: object = None) -> Phrase:
    return _role("controller", noun_phrase(selector.of, earlier))


@noun_phrase.register
def _(selector: OwnerOf, earlier: object = None) -> Phrase:
    return _role("owner", noun_phrase(selector.of, earlier))


def _role(role: str, possessive_phrase: Phrase) -> Phrase:
    return Phrase(f"its {role}" if possessive_phrase.text == "it" else f"the {role} of {possessive_phrase.text}")


@sentence.register
def _(instruction: Draw, earlier: object = None) -> str:
    return _player_sentence(instruction.who, "draw", *amount_phrases(instruction.count, "card", earlier), earlier)


@sentence.register
def _(instruction: Gain, earlier: object = None) -> str:
    return _player_sentence(instruction.who, "gain", *amount_phrases(instruction.amount, "health", earlier), earlier)


@sentence.register
def _(instruction: LoseHealth, earlier: object = None) -> str:
    return _player_sentence(instruction.who, "lose", *amount_phrases(instruction.amount, "health", earlier), earlier)


@sentence.register
def _(instruction: CreateToken, earlier: object = None) -> str:
    thing = f"expended {instruction.name}" if instruction.expended else instruction.name
    return _player_sentence(instruction.who, "create", *amount_phrases(instruction.count, thing, earlier), earlier)


@sentence.register
def _(instruction: CreateCopy, earlier: object = None) -> str:
    return f"Create a token that is a copy of {noun_phrase(instruction.of, earlier).text}."


@sentence.register
def _(instruction: ForEachPlayer, earlier: object = None) -> str:
    texts = " ".join(sentence(effect, earlier) for effect in instruction.effects)
    if not isinstance(instruction.players, Players):
        return f"{noun_phrase(instruction.players, earlier).capital} does this: {texts[0].lower()}{texts[1:]}"
    group = "opponent" if instruction.players == Players(Whose.OPPOSING) else "player"
    return f"In turn order from you, each {group} does this: {texts[0].lower()}{texts[1:]}"


@sentence.register
def _(instruction: Damage, earlier: object = None) -> str:
    amount, measure = amount_phrases(instruction.amount, "damage", earlier)
    to = noun_phrase(instruction.to, earlier).text
    if instruction.by_recipient:
        to, measure = to.replace("all players", "each player"), measure.replace(" of yours ", " of theirs ")
    return f"Inflict {amount} on {to}{measure}."


@sentence.register
def _(instruction: Counters, earlier: object = None) -> str:
    count, measure = amount_phrases(instruction.count, "+1/+1 counter", earlier)
    on = noun_phrase(instruction.on, earlier)
    each = "each of " * (on.text.startswith("your ") and on.plural)
    return f"Put {count} on {each}{on.text}{measure}."


def _player_sentence(subject: Selector, verb: str, objects: str, measure: str, earlier: object) -> str:
    """Return a sentence with ``subject`` as its subject.

    It is imperative if that is "you".
    """
    if subject == YOU:
        return f"{verb.capitalize()} {objects}{measure}."
    group = "each opponent" if subject == Players(Whose.OPPOSING) else "each player"
    name = group if isinstance(subject, Players) else noun_phrase(subject, earlier).text
    return f"{name[0].upper()}{name[1:]} {verb}s {objects}{measure}."


def amount_phrases(amount: Amount, thing: str, earlier: object = None) -> tuple[str, str]:
    """Return the phrase for an amount of ``thing``, and a clause to end the sentence.

    >>> amount_phrases(2, "card"), amount_phrases(DamageSuffered(), "+1/+1 counter")
    (('2 cards', ''), ('a +1/+1 counter', ' for each point of damage it suffered this turn'))
    """
    if isinstance(amount, int):
        return (f"{amount} {thing}" if thing in UNCOUNTABLE else count_phrase(amount, thing)), ""
    times, counted_out = (amount.factor, amount.amount) if isinstance(amount, Times) else (1, amount)
    if isinstance(counted_out, X):
        return f"{f'{times} times ' * (times > 1)}X {thing}{'s' * (thing not in UNCOUNTABLE)}", ""
    if isinstance(amount, Plus):
        (first, measure), *others = [amount_phrases(part, thing, earlier) for part in amount.parts]
        return first, measure + "".join(f", and {text}{rest} more" for text, rest in others)
    if isinstance(amount, Times):
        noun = thing if thing in UNCOUNTABLE or amount.factor == 1 else f"{thing}s"
        return f"{amount.factor} {noun}", f" for each {_unit_phrase(amount.amount, earlier)}"
    if isinstance(amount, OffenseOf | DefenseOf):
        value = "offense" if isinstance(amount, OffenseOf) else "defense"
        noun = f"as much {thing}" if thing in UNCOUNTABLE else f"as many {thing}s"
        return noun, f" as {noun_phrase(amount.of, earlier).text} has or last had {value}"
    unit_phrase = f"1 {thing}" if thing in UNCOUNTABLE else f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"
    return unit_phrase, f" for each {_unit_phrase(amount, earlier)}"


def _unit_phrase(amount: Amount, earlier: object) -> str:
    """Return the noun phrase for one unit of what is counted."""
    match amount:
        case DamageSuffered():
            return "point of damage it suffered this turn"
        case Count(what, where, of):
            thing = champion_noun(where) if what is What.CHAMPION else card_noun(where)
            zone = {What.DISCARD: "discard pile", What.HAND: "hand"}.get(what, "")
            if of is not None:
                return f"{thing} {f'in the {zone} of' if zone else 'of'} {noun_phrase(of, earlier).text}"
            if where.whose is Whose.OWN:
                return f"{thing} {f'in your {zone}' if zone else 'you control'}"
            return f"{thing} {f'in any {zone}' if zone else 'in play'}"
        case Departed(route, of):
            suffix = "" if of is None else " of yours" if of == YOU else f" of {noun_phrase(of, earlier).text}"
            return f"champion{suffix} that {LEFT_PLAY[route]} this way"
    raise NotImplementedError(f"no words for a number of {type(amount).__name__}")
