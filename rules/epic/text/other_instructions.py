"""Text of rarely used instructions; importing it registers the functions."""

from rules.epic.effects import ChooseNumber, Doubtful, EachBreaksOne, OwnHealth, RemoveFromBattle, WinGame
from rules.epic.text.phrases import noun_phrase, sentence


@sentence.register
def _(instruction: EachBreaksOne, earlier: object = None) -> str:
    subject = noun_phrase(instruction.who, earlier)
    if subject.plural:
        return f"{subject.capital} break one of their champions each if they can."
    return f"{subject.capital} breaks one of their champions if they can."


@sentence.register
def _(instruction: RemoveFromBattle, earlier: object = None) -> str:
    return f"Take {noun_phrase(instruction.who, earlier).text} out of the battle."


@sentence.register
def _(instruction: WinGame, earlier: object = None) -> str:
    return "You win the game."


@sentence.register
def _(instruction: Doubtful, earlier: object = None) -> str:
    return f"(Not known for certain: {instruction.why}.)"


@sentence.register
def _(instruction: ChooseNumber, earlier: object = None) -> str:
    limit_text = "your health" if isinstance(instruction.most, OwnHealth) else str(instruction.most)
    return f"Choose a number X from 0 to {limit_text}."
