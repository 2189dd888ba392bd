"""Promotional printings; Pantheon reprints seven of them with newer text."""

from functools import partial

from rules.epic.cards.model import Alignment, Card, CardSet, CardType, Keyword
from rules.epic.effects import (
    EVERYTHING,
    ActivePlayer,
    Affected,
    All,
    AllAre,
    Ally,
    Ban,
    Banish,
    Blink,
    Break,
    Choice,
    Choices,
    ChooseNumber,
    ChooseOne,
    Cost,
    CreateCopy,
    CreateToken,
    Damage,
    DefenseOf,
    Draw,
    Expend,
    Filter,
    ForbidThisTurn,
    ForEachPlayer,
    Gain,
    GainGold,
    GainsNothing,
    If,
    InDiscard,
    Is,
    Lasts,
    LoseHealth,
    Loyalty,
    May,
    Mode,
    Modify,
    OnPlay,
    OwnHealth,
    Picked,
    Players,
    Power,
    PutIntoPlay,
    Recall,
    Recycle,
    Target,
    This,
    Times,
    ToHand,
    Tribute,
    Triggered,
    What,
    When,
    Whose,
    X,
)

_champion = partial(Card, set=CardSet.PROMO, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.PROMO, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Aftershock",
        pack="Kickstarter Promo",
        alignments=(Alignment.WILD,),
        cost=1,
        markers=("ally", "recall", "discard power"),
        summary="5 damage to a target. In discard, Wild ally trigger: recall; whenever it leaves the discard pile, 2 damage to every opponent.",
        text=(
            OnPlay((Mode((Damage(5, Target(What.ANY)),)),)),
            InDiscard(Ally(Alignment.WILD, (Recall(),))),
            InDiscard(Triggered((When.LEAVES_DISCARD,), (Damage(2, Players(Whose.OPPOSING)),))),
        ),
        playable=True,
    ),
    _event(
        name="Cleansing Light",
        pack="Kickstarter Promo",
        alignments=(Alignment.GOOD,),
        cost=1,
        summary="Draw 2, and optionally banish all tokens.",
        text=(OnPlay((Mode((Draw(2), May((Banish(All(Filter(token=True))),)))),)),),
        playable=True,
    ),
    _champion(
        name="Dark Prince",
        pack="Kickstarter Promo",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=8,
        defense=7,
        classes=("Devil",),
        keywords=(Keyword.AIRBORNE, Keyword.BLITZ),
        markers=("expend",),
        summary="Expend: make one demon token.",
        text=(Power(Cost(expend=True), (CreateToken("Demon Token"),)),),
        playable=True,
    ),
    _champion(
        name="Elder Greatwurm",
        pack="Season 1 Promo",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=30,
        defense=30,
        classes=("Wurm",),
        summary="Can never gain powers or abilities from other effects.",
        text=(GainsNothing(),),
        playable=True,
    ),
    _event(
        name="Forbidden Research",
        pack="Kickstarter Promo",
        alignments=(Alignment.EVIL,),
        cost=1,
        markers=("recall", "discard power"),
        summary="Draw 2. In discard, cost = break one own champion: recall. Older promo wording; the Pantheon printing needs an Evil ally trigger.",
        text=(
            OnPlay((Mode((Draw(2),)),)),
            InDiscard(Power(Cost(breaks=EVERYTHING), (Recall(),))),
        ),
        playable=True,
    ),
    _champion(
        name="Hill Giant",
        pack="Kickstarter Promo",
        alignments=(Alignment.WILD,),
        cost=0,
        offense=8,
        defense=8,
        classes=("Giant",),
        summary="No ability (plain body).",
        playable=True,
    ),
    _champion(
        name="Hunting Pterosaur",
        pack="Kickstarter Promo",
        alignments=(Alignment.WILD,),
        cost=0,
        offense=4,
        defense=3,
        classes=("Dinosaur",),
        keywords=(Keyword.AMBUSH, Keyword.AIRBORNE),
        markers=("tribute",),
        summary="Tribute (optional): break a target champion whose defense is at most 2. Reprinted in Pantheon.",
        text=(Tribute((May((Break(Target(What.CHAMPION, Filter(defense_at_most=2))),)),)),),
        playable=True,
    ),
    _event(
        name="Inspiration",
        pack="Kickstarter Promo",
        alignments=(Alignment.SAGE,),
        cost=0,
        summary="Cost/effect: banish two cards of own discard pile; draw 2 when both are Sage, else draw 1.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Banish(Choices(What.DISCARD, Filter(whose=Whose.OWN), 2, 2)),
                            If(
                                AllAre(Affected(), Filter(alignment=Alignment.SAGE), 2),
                                (Draw(2),),
                                otherwise=(Draw(1),),
                            ),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Kalnor's Blessing",
        pack="Kickstarter Promo",
        alignments=(Alignment.GOOD,),
        cost=0,
        markers=("recycle",),
        summary="Modes: (a) free: a target champion becomes unbreakable and untargetable until end of turn, then recycle; (b) pay 1 gold: draw 2.",
        text=(
            OnPlay(
                (
                    Mode(
                        (Modify(Target(What.CHAMPION), keywords=(Keyword.UNBREAKABLE, Keyword.UNTARGETABLE)), Recycle())
                    ),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Knight of the Dawn",
        pack="Kickstarter Promo",
        alignments=(Alignment.GOOD,),
        cost=0,
        offense=6,
        defense=3,
        classes=("Human", "Knight"),
        keywords=(Keyword.BLITZ,),
        markers=("tribute",),
        summary="Tribute (optional): banish a target Evil token. Reprinted in Pantheon.",
        text=(Tribute((May((Banish(Target(What.CHAMPION, Filter(alignment=Alignment.EVIL, token=True))),)),)),),
        playable=True,
    ),
    _champion(
        name="Necromancer Apprentice",
        pack="Kickstarter Promo",
        alignments=(Alignment.EVIL,),
        cost=0,
        offense=1,
        defense=1,
        classes=("Human",),
        keywords=(Keyword.BLITZ,),
        markers=("expend",),
        summary="Expend: banish a target card from either discard pile; when it was a champion, make one zombie token. Reprinted in Pantheon (adds the Mage class).",
        text=(
            Power(
                Cost(expend=True),
                (
                    Banish(Target(What.DISCARD)),
                    If(Is(Picked(), Filter(card_type=CardType.CHAMPION)), (CreateToken("Zombie Token"),)),
                ),
            ),
        ),
        playable=True,
    ),
    _event(
        name="New Dawn",
        pack="Kickstarter Promo",
        alignments=(Alignment.GOOD,),
        cost=1,
        summary="Modes: (a) draw 2; (b) own turn only: banish every champion; then, caster first, every player may put one champion from hand into play. Reprinted in Pantheon.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            Banish(All()),
                            ForEachPlayer(
                                Players(),
                                (May((PutIntoPlay(Choice(What.HAND, Filter(card_type=CardType.CHAMPION))),)),),
                            ),
                        ),
                        own_turn=True,
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Owl Familiar",
        pack="Kickstarter Promo",
        alignments=(Alignment.SAGE,),
        cost=0,
        offense=1,
        defense=1,
        classes=("Bird",),
        keywords=(Keyword.AIRBORNE,),
        markers=("tribute",),
        summary="Tribute (optional): a target 1-cost event card in own discard pile goes to hand.",
        text=(
            Tribute((May((ToHand(Target(What.DISCARD, Filter(whose=Whose.OWN, card_type=CardType.EVENT, cost=1))),)),)),
        ),
        playable=True,
    ),
    _event(
        name="Ritual Sacrifice",
        pack="Kickstarter Promo",
        alignments=(Alignment.EVIL,),
        cost=1,
        summary="Modes: (a) draw 2; (b) break a target champion, and the active player gains health equal to that champion's defense.",
        text=(
            OnPlay((Mode((Draw(2),)), Mode((Break(Target(What.CHAMPION)), Gain(DefenseOf(Picked()), ActivePlayer()))))),
        ),
        playable=True,
    ),
    _champion(
        name="Scrap Golem",
        pack="Kickstarter Promo",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=6,
        defense=6,
        classes=("Construct",),
        markers=("loyalty 2", "expend"),
        summary="When it entered play from hand it has Loyalty 2: gains blitz. Expend plus banishing a card of own discard pile: make a token copy of itself. Older promo wording; the Pantheon printing differs.",
        text=(
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),), from_hand=True),
            Power(Cost(expend=True, banishes=Choices(What.DISCARD, least=1, most=1)), (CreateCopy(This()),)),
        ),
        playable=True,
    ),
    _event(
        name="Searing Blast",
        pack="Kickstarter Promo",
        alignments=(Alignment.WILD,),
        cost=1,
        summary="7 damage to a target; a player it damages cannot gain health this turn.",
        text=(OnPlay((Mode((Damage(7, Target(What.ANY)), ForbidThisTurn(Ban.GAIN_HEALTH, Affected()))),)),),
        playable=True,
    ),
    _event(
        name="Spite",
        pack="Kickstarter Promo",
        alignments=(Alignment.EVIL,),
        cost=0,
        summary="Modes: (a) free: lose any chosen amount of health and deal double that to a target champion; (b) pay 1 gold: draw 2.",
        text=(
            OnPlay(
                (
                    Mode((ChooseNumber(OwnHealth()), LoseHealth(X()), Damage(Times(2, X()), Target(What.CHAMPION)))),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Teleport",
        pack="Season 1 Promo",
        alignments=(Alignment.SAGE,),
        cost=1,
        summary="A target champion leaves play and re-enters as a new object under its owner, either expended or else prepared with blitz; draw 1. Older promo wording; the Pantheon printing differs.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Blink(Target(What.CHAMPION)),
                            If(
                                Is(Affected()),
                                (ChooseOne(((Expend(Affected()),), (Modify(Affected(), keywords=(Keyword.BLITZ,)),))),),
                            ),
                            Draw(1),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Time Master",
        pack="Kickstarter Promo",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=1,
        defense=1,
        classes=("Human", "Wizard"),
        keywords=(Keyword.AMBUSH,),
        markers=("expend",),
        summary="Expend, first power: draw 1. Expend, second power: gain 1 gold.",
        text=(Power(Cost(expend=True), (Draw(1),)), Power(Cost(expend=True), (GainGold(1),))),
        playable=True,
    ),
    _champion(
        name="Warrior Angel",
        pack="Kickstarter Promo",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=9,
        defense=9,
        classes=("Angel",),
        keywords=(Keyword.AIRBORNE, Keyword.BLITZ),
        summary="On attack: optionally banish a target Evil token.",
        text=(
            Triggered(
                (When.ATTACKS,), (May((Banish(Target(What.CHAMPION, Filter(token=True, alignment=Alignment.EVIL))),)),)
            ),
        ),
        playable=True,
    ),
)
