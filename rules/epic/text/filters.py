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


def adjectives(where: Filter) -> str:
    """Return the adjectives of a filter, each followed by a space."""
    states = [word for word in ("lone", "unblocked", "expended", "prepared", "damaged") if getattr(where, word)]
    cost = f"{where.cost}-cost" if where.cost is not None else ""
    fight = "" if where.fight is None or where.lone or where.unblocked else where.fight
    if where.lone or where.unblocked:
        states.append("attacking")
    words = (*states, fight, cost, where.keyword, where.alignment, where.class_word)
    return "".join(f"{word} " for word in words if word)


def relative_clause(where: Filter, *, plural: bool) -> str:
    """Return the clause of a filter that follows the noun, with a leading space."""
    parts = [f"without {where.without_keyword}"] * bool(where.without_keyword)
    are, have = ("are", "have") if plural else ("is", "has")
    not_a = f"that {are} no {{}}s" if plural else f"that {are} no {{}}"
    parts += [not_a.format(where.without_class).replace("Wolfs", "Wolves")] * bool(where.without_class)
    parts += [not_a.format("token")] * (where.token is False)
    parts += [f"that {are} not {where.without_alignment}"] * bool(where.without_alignment)
    parts += [f"not called {where.without_name}"] * bool(where.without_name)
    if isinstance(where.defense_at_most, int):
        parts.append(f"with at most {where.defense_at_most} defense")
    elif where.defense_at_most is not None:
        group = champion_noun(where.defense_at_most.where, plural=True)
        parts.append(f"with at most as much defense as you control {group}")
    parts += [f"that {have} damaged you this turn"] * where.damaged_you
    return "".join(f" {part}" for part in parts)


def champion_noun(where: Filter, *, plural: bool = False) -> str:
    """Return the phrase for champions in play: ``Good champion``."""
    noun = "token" if where.token else "champion"
    noun = where.name or noun
    return f"{adjectives(where)}{noun}{'s' * plural}{relative_clause(where, plural=plural)}"


def card_noun(where: Filter, *, plural: bool = False) -> str:
    """Return the phrase for cards outside play: ``Good champion card``."""
    noun = f"{adjectives(where)}{where.card_type or ''} card".replace("  ", " ").strip()
    return f"{noun}{'s' * plural}{relative_clause(where, plural=plural)}"
