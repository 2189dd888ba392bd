"""The Evil cards of Tyrants."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import TOM_AUTHOR_PAGE_13, TOM_EPIC_PAGE_20, TOM_FEB_2017, TOM_TYRANTS_JAN_18
from rules.epic.effects import (
    All,
    Ally,
    AtLeast,
    Ban,
    Banish,
    Break,
    ControllerOf,
    Cost,
    Count,
    CreateToken,
    Damage,
    Departed,
    Draw,
    Fight,
    Filter,
    Forbid,
    Gain,
    If,
    InDiscard,
    Loyalty,
    May,
    Mode,
    OnPlay,
    Picked,
    Players,
    Route,
    Static,
    Target,
    Targets,
    Tribute,
    Triggered,
    What,
    When,
    Whose,
)

_champion = partial(Card, set=CardSet.TYRANTS, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.TYRANTS, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Dark Offering",
        pack="Helion's Deceit",
        alignments=(Alignment.EVIL,),
        cost=1,
        summary="Modes: (a) draw 2; (b) break a target 1-cost champion of the caster's own; when that works, break at most two target champions.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            Break(Target(What.CHAMPION, Filter(whose=Whose.OWN, cost=1))),
                            If(AtLeast(Departed(Route.BROKEN)), (Break(Targets(What.CHAMPION)),)),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Hands from Below",
        pack="Markus' Command",
        alignments=(Alignment.EVIL,),
        cost=0,
        classes=("Zombie",),
        summary="4 damage to all attackers lacking airborne; make two zombie tokens that arrive expended.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Damage(4, All(Filter(fight=Fight.ATTACKING, without_keyword=Keyword.AIRBORNE))),
                            CreateToken("Zombie Token", 2, expended=True),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Heinous Feast",
        pack="Draka's Rage",
        alignments=(Alignment.EVIL,),
        cost=0,
        classes=("Vampire",),
        summary="Modes: (a) free: pick a target player; gain 1 health per champion card in that player's discard pile, then banish the pile; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_TYRANTS_JAN_18, TOM_EPIC_PAGE_20),
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Gain(Count(What.DISCARD, Filter(card_type=CardType.CHAMPION), Target(What.PLAYER))),
                            Banish(All(of=Picked(), what=What.DISCARD)),
                        )
                    ),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Necrovirus",
        pack="Draka's Rage",
        alignments=(Alignment.EVIL,),
        cost=1,
        classes=("Zombie",),
        markers=("ally", "discard power"),
        summary="Break a target champion, then every player makes one zombie token. In discard, Evil ally trigger: optionally banish this card from there to make three zombie tokens.",
        sources=(*LISTING, TOM_TYRANTS_JAN_18),
        text=(
            OnPlay((Mode((Break(Target(What.CHAMPION)), CreateToken("Zombie Token", who=Players()))),)),
            InDiscard(Ally(Alignment.EVIL, (May((CreateToken("Zombie Token", 3),), Cost(banish_this=True)),))),
        ),
        playable=True,
    ),
    _event(
        name="Raxxa's Curse",
        pack="Helion's Deceit",
        alignments=(Alignment.EVIL,),
        cost=0,
        classes=("Demon", "Tyrant"),
        summary="Modes: (a) free: make one demon token, then break a target 0-cost champion (tokens qualify); (b) pay 1 gold: draw 2.",
        text=(
            OnPlay(
                (
                    Mode((CreateToken("Demon Token"), Break(Target(What.CHAMPION, Filter(cost=0))))),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Raxxa's Displeasure",
        pack="Raxxa's Revenge",
        alignments=(Alignment.EVIL,),
        cost=1,
        classes=("Demon", "Tyrant"),
        summary="Modes: (a) draw 2; (b) own turn only: break all champions other than Demons.",
        sources=(*LISTING, TOM_FEB_2017),
        text=(OnPlay((Mode((Draw(2),)), Mode((Break(All(Filter(without_class="Demon"))),), own_turn=True))),),
        playable=True,
    ),
    _champion(
        name="Raxxa, Demon Tyrant",
        pack="Raxxa's Revenge",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=6,
        defense=6,
        classes=("Demon", "Tyrant"),
        markers=("tribute", "loyalty 2"),
        summary="Loyalty 2: 2 damage to all opposing champions. Tribute: make two demon tokens. Static: own demon tokens have +2/+2.",
        sources=(*LISTING, TOM_TYRANTS_JAN_18),
        text=(
            Loyalty(2, (Damage(2, All(Filter(whose=Whose.OPPOSING))),)),
            Tribute((CreateToken("Demon Token", 2),)),
            Static(All(Filter(whose=Whose.OWN, name="Demon Token")), offense=2, defense=2),
        ),
        playable=True,
    ),
    _event(
        name="Reap or Sow",
        pack="Markus' Command",
        alignments=(Alignment.EVIL,),
        cost=1,
        classes=("Zombie",),
        summary="Modes: (a) make four zombie tokens; (b) own turn only: every champion breaks.",
        sources=(*LISTING, TOM_FEB_2017),
        text=(OnPlay((Mode((CreateToken("Zombie Token", 4),)), Mode((Break(All()),), own_turn=True))),),
        playable=True,
    ),
    _champion(
        name="Reaper",
        pack="Helion's Deceit",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=7,
        defense=9,
        classes=("Demon",),
        markers=("tribute", "ally"),
        summary="Tribute, and on each Evil ally trigger: optionally break a target champion, in which case its controller makes one demon token.",
        sources=(*LISTING, TOM_AUTHOR_PAGE_13),
        text=(
            Tribute(
                (
                    May(
                        (
                            Break(Target(What.CHAMPION)),
                            If(
                                AtLeast(Departed(Route.BROKEN)),
                                (CreateToken("Demon Token", who=ControllerOf(Picked())),),
                            ),
                        )
                    ),
                )
            ),
            Ally(
                Alignment.EVIL,
                (
                    May(
                        (
                            Break(Target(What.CHAMPION)),
                            If(
                                AtLeast(Departed(Route.BROKEN)),
                                (CreateToken("Demon Token", who=ControllerOf(Picked())),),
                            ),
                        )
                    ),
                ),
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Spawning Demon",
        pack="Raxxa's Revenge",
        alignments=(Alignment.EVIL,),
        cost=0,
        offense=4,
        defense=4,
        classes=("Demon",),
        keywords=(Keyword.AMBUSH,),
        markers=("ally",),
        summary="Evil ally trigger: optionally pay 1 health to make one demon token.",
        sources=(*LISTING, TOM_AUTHOR_PAGE_13),
        text=(Ally(Alignment.EVIL, (May((CreateToken("Demon Token"),), Cost(health=1)),)),),
        playable=True,
    ),
    _champion(
        name="The Gudgeon",
        pack="Markus' Command",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=2,
        defense=1,
        classes=("Human",),
        keywords=(Keyword.UNBLOCKABLE,),
        markers=("tribute",),
        summary="Tribute: draw 2. Static: its controller (the player) cannot be targeted.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(
            Tribute((Draw(2),)),
            Forbid(Ban.BE_TARGETED, Whose.OWN),
        ),
        playable=True,
    ),
    _champion(
        name="Zealous Necromancer",
        pack="Draka's Rage",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=3,
        defense=4,
        classes=("Human",),
        keywords=(Keyword.AMBUSH,),
        markers=("tribute",),
        summary="Tribute: draw 1. Another champion that is not a Zombie breaks while this stays in play: make one zombie token.",
        text=(
            Tribute((Draw(1),)),
            Triggered((When.OTHER_BREAKS,), (CreateToken("Zombie Token"),), Filter(without_class="Zombie")),
        ),
        playable=True,
    ),
)
