"""Text of filters: phrases for champions and cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.epic.effects import Filter


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase and whether it is grammatically plural."""

    text: str
    plural: bool = False

    @property
    def capital(self) -> str:
        """The phrase with a capital first letter."""
        return self.text[0].upper() + self.text[1:]


def join_phrases(parts: Sequence[str], word: str = " and ") -> str:
    """Join phrases with ``word``."""
    return word.join(parts)


def count_phrase(count: int, thing: str) -> str:
    """Return a number with a singular or plural noun."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def adjectives(card_filter: Filter) -> str:
    """Return the adjectives of a filter, each followed by a space."""
    states = [word for word in ("lone", "unblocked", "expended", "prepared", "damaged") if getattr(card_filter, word)]
    cost = f"{card_filter.cost}-cost" if card_filter.cost is not None else ""
    fight = "" if card_filter.fight is None or card_filter.lone or card_filter.unblocked else card_filter.fight
    if card_filter.lone or card_filter.unblocked:
        states.append("attacking")
    words = (*states, fight, cost, card_filter.keyword, card_filter.alignment, card_filter.class_word)
    return "".join(f"{word} " for word in words if word)


def relative_clause(card_filter: Filter, *, plural: bool) -> str:
    """Return the clause of a filter that follows the noun, with a leading space."""
    parts = [f"without {card_filter.without_keyword}"] * bool(card_filter.without_keyword)
    are, have = ("are", "have") if plural else ("is", "has")
    not_a = f"that {are} no {{}}s" if plural else f"that {are} no {{}}"
    parts += [not_a.format(card_filter.without_class).replace("Wolfs", "Wolves")] * bool(card_filter.without_class)
    parts += [not_a.format("token")] * (card_filter.token is False)
    parts += [f"that {are} not {card_filter.without_alignment}"] * bool(card_filter.without_alignment)
    parts += [f"not called {card_filter.without_name}"] * bool(card_filter.without_name)
    if isinstance(card_filter.defense_at_most, int):
        parts.append(f"with at most {card_filter.defense_at_most} defense")
    elif card_filter.defense_at_most is not None:
        group = champion_noun(card_filter.defense_at_most.where, plural=True)
        parts.append(f"with at most as much defense as you control {group}")
    parts += [f"that {have} damaged you this turn"] * card_filter.damaged_you
    return "".join(f" {part}" for part in parts)


def champion_noun(card_filter: Filter, *, plural: bool = False) -> str:
    """Return the phrase for champions in play: ``Good champion``."""
    noun = "token" if card_filter.token else "champion"
    noun = card_filter.name or noun
    return f"{adjectives(card_filter)}{noun}{'s' * plural}{relative_clause(card_filter, plural=plural)}"


def card_noun(card_filter: Filter, *, plural: bool = False) -> str:
    """Return the phrase for cards outside play: ``Good champion card``."""
    noun = f"{adjectives(card_filter)}{card_filter.card_type or ''} card".replace("  ", " ").strip()
    return f"{noun}{'s' * plural}{relative_clause(card_filter, plural=plural)}"
