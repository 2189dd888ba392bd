"""Verbs and function words of Epic plays, grouped by their meaning in the game.

The verbs are those of Epic and the usual slang of Magic and Hearthstone. A verb of an effect states what happens to
its
object, and that is checked: ``bounces Kong with Banishment`` is an error, because Banishment banishes.
"""

from collections.abc import Mapping
from typing import Final

from rules.notation.verb_forms import verb_table

ACTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": (
        "play", "cast", "summon", "deploy", "drop", "slam", "flash in", "flash", "ambush in", "ambush with", "ambush",
        "put down", "bring in", "bring out", "fire off", "throw down", "respond with", "answer with", "reply with",
        "run out", "jam", "commit", "counter with", "unleash", "whip out", "break out", "pull out", "go for",
        "spring", "lay down", "announce",
    ),
    "use": ("use", "activate", "tap", "expend", "exhaust", "crack", "pop"),
    "attack": (
        "attack", "swing", "charge", "strike", "swing in", "attack in", "atk", "come in", "go in", "battle",
        "charge in",
        "get in", "crash in", "rumble", "rumble in", "beat down", "lunge", "go to battle", "swing out",
    ),
    "send": ("send", "throw", "turn", "bring", "push", "swing", "run", "put"),
    "declare": ("declare", "announce"),
    "block": (
        "block", "chump", "chump block", "chump-block", "chumpblock", "intercept", "stop", "defend", "wall", "absorb",
        "blk", "block off", "wall off", "fend off", "catch",
    ),
    "double": ("double block", "double-block", "gang block", "gang-block", "gang up", "gang up on", "team up on"),
    "triple": ("triple block", "triple-block"),
    "put": ("put", "throw", "place"),
    "pass": ("pass",),
    "give": ("give", "hand", "pass"),
    "end": ("end", "finish", "pass"),
    "concede": ("concede", "resign", "surrender", "scoop", "give up", "forfeit"),
    "target": ("target", "aim at", "point at", "aim for", "go after"),
    "choose": ("choose", "pick", "select", "name"),
    "recycle": ("recycle",),
    "discard": (
        "discard", "pitch", "chuck", "dump", "bin", "throw away", "toss", "ditch", "throw out", "get rid of", "trash",
        "toss out", "toss away",
    ),
    "shed": ("drop", "lose", "cut", "let go of", "part with"),
    "reveal": ("reveal", "show"),
    "resolve": ("resolve", "stack"),
    "keep": ("keep",),
    "mulligan": ("mulligan", "replace", "ship", "mull", "send back", "ship back", "put back", "throw back"),
    "assign": ("assign", "deal", "divide", "split", "inflict", "distribute", "spread"),
    "miss": ("miss", "forget"),
    "accept": ("accept", "agree", "take the offer"),
    "decline": ("decline", "refuse", "skip"),
    "pay": ("pay", "spend"),
    "do": ("do",),
    "take": ("take", "eat", "tank"),
    "start": ("start", "begin", "go first"),
    "enter": (
        "come down", "come in", "enter", "enter play", "land", "hit the board", "hit the table", "come into play",
    ),
    "wipe": ("wipe", "nuke", "clear", "sweep"),
    "borrow": ("borrow",),
    "become": ("make",),
    "go": ("go", "hit"),
    "trade": ("trade",),
    "return": ("come", "go", "return"),
    "die": ("die", "break", "perish"),
    "survive": ("survive", "live"),
    "have": ("have",),
    "let": ("let",),
    "aim": ("aim", "point", "throw", "fire", "direct", "sling", "hurl", "shoot", "launch", "sink", "put"),
    "cycle": ("cycle", "cash in", "cash"),
    "kick": ("kick", "overpay"),
    "hold": ("keep", "hold", "leave", "hold back", "keep back", "leave back", "keep home", "stay"),
    "sacrifice": ("sacrifice", "sac", "break", "crack", "pop", "cash in"),
    "remove": ("remove", "take", "spend", "use", "pop"),
    "trample": ("trample", "pierce", "break through"),
    "drop": ("drop", "fall", "go", "sink"),
    "say": ("say", "call", "declare"),
    "leave": ("put", "leave", "bring", "take", "knock", "drop", "send"),
}  # fmt: skip
"""Verbs of players' actions, by their name in patterns."""

EFFECTS: Final[Mapping[str, tuple[str, ...]]] = {
    "break": (
        "break", "kill", "destroy", "slay", "murder", "execute", "finish off", "take out", "blow up", "off", "shatter",
        "doom", "eliminate", "finish",
        "take down", "kill off", "wipe out", "snuff out",
    ),
    "affect": (
        "hit", "deal with", "take care of", "get rid of", "remove", "handle", "neutralize", "answer", "clear",
        "clear away", "nail", "tag",
    ),
    "banish": ("banish", "exile", "path", "plow", "eat", "munch", "devour", "cast out", "empty"),
    "bounce": ("bounce", "return", "unsummon", "send", "send back"),
    "regain": (
        "recall", "recover", "retrieve", "fetch", "regrow", "return", "take", "get", "pick", "bring", "bring back",
        "get back", "take back", "pick up", "buy", "buy back", "grab", "dig up", "rebuy",
    ),
    "reanimate": ("reanimate", "revive", "resurrect", "raise", "put", "cheat"),
    "damage": (
        "chip", "nuke", "slam", "whack", "slap", "punch", "ping", "burn", "bolt", "shoot", "zap", "blast",
        "damage", "strike", "fry", "torch", "smack", "sting", "dome", "smash", "crush", "drain", "bash",
    ),
    "clear": ("wipe", "sweep", "clear out", "clean up", "wipe away"),
    "pump": ("pump", "buff", "boost", "strengthen", "grow", "enlarge", "pump up"),
    "shrink": ("shrink", "weaken", "debuff"),
    "exhaust": ("expend", "tap", "exhaust", "tap down"),
    "steal": ("steal", "seize", "take control of", "gain control of", "take over", "mind control", "nab", "swipe",
              "snatch"),
    "transform": ("transform", "polymorph", "turn", "sheep"),
    "prepare": ("prepare", "untap", "ready", "unexpend"),
    "blink": ("blink", "flicker", "teleport"),
    "protect": ("save", "protect", "shield", "rescue"),
}  # fmt: skip
"""Verbs of effects on an object: the groups that ``outcomes`` compares with the log."""

GAINS: Final[Mapping[str, tuple[str, ...]]] = {
    "draw": ("draw",),
    "gain": ("gain", "heal", "heal for", "gain back"),
    "create": ("create", "make", "get", "produce", "spawn", "put out"),
    "deal": ("deal", "do", "inflict"),
    "burnoff": ("discard",),
    "lose": ("lose",),
}
"""Verbs of other effects: cards drawn, health gained, tokens created, damage dealt."""

VERBS: Final = verb_table({**ACTIONS, **EFFECTS, **GAINS})
"""Forms of all verbs, for ``rules.notation.patterns``."""

NUMBERS: Final[Mapping[str, int]] = {
    "zero": 0, "no": 0, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
}  # fmt: skip

FILLERS: Final = frozenset(
    {"also", "just", "simply", "then", "now", "first", "next", "finally", "again", "so", "ok", "okay", "well", "and"}
    | {"immediately", "quickly", "directly", "please"}
)
"""Adverbs and connectives that do not change the meaning of a play; reviewed one by one."""

DETERMINERS: Final = frozenset({"the", "a", "an", "his", "her", "their", "its", "that", "this", "our"})
