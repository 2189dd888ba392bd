"""A small language for scenarios: set up a board by names, act as the players, inspect the result.

    table = Table(a=Start(in_play=["Triceratops"]), b=Start(in_play=["Palace Guard"]))
    table.a.attacks("Triceratops")
    table.a.passes()
    table.b.passes()                      # advance to blocks
    table.b.blocks("Palace Guard")
    ...
    assert table.b.health == 28

It is the first player's main phase with initiative unless ``turn`` says whose turn it is. Decks are known in order,
top first; filler follows what a test names. ``a.cannot("5.17.1").attacks("Kong")`` states that an action is illegal and
that the rule is among the reasons. Champions are named; ``Human Token#2`` is the second in order of entry, ``B/Kong``
the one that B controls.

Games of more players have more sides and a way of playing; team-mates are given by their letters:

    table = Table(Start(...), Start(...), Start(...), way="free-for-all")
    table.a.attacks("Kong", at="C")
    table = Table(*sides, way="hydra", teams="AC BD")
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.engine.decision import Action
from rules.engine.game import ChosenOptions, Setup
from rules.engine.ids import FIRST_OBJECT
from rules.epic.board.continuous import current_values
from rules.epic.cards import Card
from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.cards.printed import PrintedCard
from rules.epic.engine import EpicEngine
from rules.epic.state import EXPENDED, FLIPPED, PREPARED, Champion, EpicState, Seat

ENGINE = EpicEngine()
FILLER = "Lurking Giant"
RB = "RB-2017"
CR = "CR-2016-03"
LETTERS = "ABCDEFGH"


@dataclass(frozen=True)
class Put:
    """A champion in play that is not simply prepared and ready."""

    name: str
    stance: int = PREPARED
    deploying: bool = False
    damage: int = 0
    plus: int = 0
    owner: str = ""


@dataclass
class Start:
    """What one player begins with; gold is 1 and health 30 (of each member of a team) unless said otherwise."""

    in_play: Sequence[str | Put] = ()
    hand: Sequence[str] = ()
    discard: Sequence[str] = ()
    deck: Sequence[str] = ()
    god: Card | None = None
    health: int = 30
    gold: int = 1
    filler: int = field(default=10)


class Table:
    """A game under way between A, B and perhaps more."""

    def __init__(
        self,
        a: Start | None = None,
        b: Start | None = None,
        *more: Start,
        turn: str = "A",
        version: str = RB,
        choices: ChosenOptions = (),
        variant: str = "",
        teams: str = "",
    ) -> None:
        sides = (a or Start(), b or Start(), *more)
        names = tuple(LETTERS[: len(sides)])
        lists = tuple(tuple(self._cards(name, sides)) for name in names)
        together = tuple(tuple(map(LETTERS.index, team)) for team in teams.split())
        setup = Setup(names, lists, LETTERS.index(turn), version, variant, together, choices=choices)
        self.state: EpicState = ENGINE.new_game(setup)
        self.a, self.b, self.c, self.d = (Player(self, seat) for seat in range(4))
        self._to_main()
        for team in self.state.teams:
            team.health = 0
        for seat, side in enumerate(sides):
            self._place(seat, side)
        self.state.values.clear()

    @staticmethod
    def _cards(name: str, sides: Sequence[Start]) -> list[str]:
        """Return the decklist of a side: what it owns in play and elsewhere, and filler."""
        side = sides[LETTERS.index(name)]
        mine = [put if isinstance(put, str) else put.name for put in side.in_play if not _owned_by_other(put)]
        lent = [put.name for other in sides for put in other.in_play if isinstance(put, Put) and put.owner == name]
        cards = [card for card in (*mine, *lent) if card not in PUBLISHED.tokens]
        return [*cards, *side.hand, *side.discard, *side.deck, *[FILLER] * (side.filler + 5)]

    def _to_main(self) -> None:
        while (pending := self.state.pending) is not None and pending.kind != "act":
            if pending.kind == "draw":
                answer = next(iter(ENGINE.legal(self.state)))
            elif pending.kind == "mulligan":
                answer = Action(pending.seat, "mulligan")
            else:
                raise AssertionError(f"set-up asks for {pending.kind}")
            ENGINE.apply(self.state, answer)

    def _place(self, seat: int, side: Start) -> None:
        state = self.state
        mine = state.seats[seat]
        free = sorted(cid for cid, owner in state.owners.items() if owner == seat)

        def take(name: str, pool: list[int]) -> int:
            cid = next(cid for cid in pool if state.table[cid].name == name)
            pool.remove(cid)
            return cid

        mine.hand = [take(name, free) for name in side.hand]
        mine.discard = [take(name, free) for name in side.discard]
        mine.champions = []
        for entry in side.in_play:
            put = entry if isinstance(entry, Put) else Put(entry)
            owner = LETTERS.index(put.owner) if put.owner else seat
            if put.name in PUBLISHED.tokens:
                cid = PUBLISHED.token_kind(put.name)
            else:
                cid = take(put.name, free if owner == seat else sorted(_left_of(state, owner)))
            champion = Champion(FIRST_OBJECT + len(state.entered), cid, seat, owner)
            state.entered += (cid,)
            champion.stance, champion.deploying = put.stance, put.deploying
            champion.damage, champion.plus = put.damage, put.plus
            mine.champions.append(champion)
        mine.deck = [(take(name, free),) for name in side.deck]
        fillers = [cid for cid in free if state.table[cid].name == FILLER]
        mine.deck += [(cid,) for cid in fillers[: side.filler]]
        mine.gold = side.gold
        state.teams[mine.team].health += side.health
        if side.god is not None:
            cid = 1 + max(state.owners)
            state.table[cid] = PrintedCard(side.god)
            state.owners[cid] = seat
            mine.gods += (cid,)

    # What can be seen

    @property
    def asks(self) -> tuple[str, str]:
        """Who has to answer, and what kind of decision it is."""
        pending = self.state.pending
        assert pending is not None, "the game is over"
        return (LETTERS[pending.seat] if pending.seat >= 0 else "chance", pending.kind)

    @property
    def candidates(self) -> list[str]:
        """Names of what can be picked at the pending decision, players as A and B."""
        pending = self.state.pending
        assert pending is not None
        drawn = [answer.refs[0] for answer in ENGINE.legal(self.state)] if pending.kind == "draw" else ()
        return sorted(self.name(ref) for ref in (*pending.candidates, *drawn))

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def step(self) -> str:
        return self.state.step

    @property
    def winners(self) -> str:
        return "".join(LETTERS[seat] for seat in self.state.winners)

    def name(self, ref: int) -> str:
        return LETTERS[ref] if ref < 10 else self.state.printed_of(ref).name

    def champion(self, name: str) -> Champion:
        """Return the champion in play with this name; see the module for ``#2`` and ``B/``."""
        owner, _, rest = name.rpartition("/")
        rest, _, number = rest.partition("#")
        seats = [self.state.seats[LETTERS.index(owner)]] if owner else self.state.seats
        found = sorted(
            (champ for seat in seats for champ in seat.champions if self.state.table[champ.cid].name == rest),
            key=lambda champ: champ.oid,
        )
        assert found, f"no {name} in play"
        return found[int(number or 1) - 1]

    def offense(self, name: str) -> int:
        return current_values(self.state, self.champion(name)).offense

    def defense(self, name: str) -> int:
        return current_values(self.state, self.champion(name)).defense

    def keywords(self, name: str) -> set[str]:
        return {str(keyword) for keyword in current_values(self.state, self.champion(name)).keywords}

    def stance(self, name: str) -> str:
        return {PREPARED: "prepared", EXPENDED: "expended", FLIPPED: "flipped"}[self.champion(name).stance]

    def cited(self, rule: str) -> bool:
        """Whether the log cites this rule anywhere."""
        return any(rule in event.rules for event in self.state.log)

    # What is done

    def answer(self, answer: Action, because: str | None) -> None:
        """Apply ``answer``, or, with ``because``, state that it is illegal for that reason."""
        if because is None:
            problems = ENGINE.check(self.state, answer)
            assert not problems, f"{answer} at {self.state.pending}: {[(p.rule, p.text) for p in problems]}"
            ENGINE.apply(self.state, answer)
            return
        rules = [violation.rule for violation in ENGINE.check(self.state, answer)]
        assert because in rules, f"{answer} at {self.state.pending}: {rules or 'legal'}, not illegal by {because}"

    def all_pass(self) -> None:
        """Pass for each asked player until another decision is pending or the step or phase is over."""
        where = (self.state.phase, self.state.step, self.state.turn)
        while (
            (pending := self.state.pending) is not None
            and pending.kind == "act"
            and (self.state.phase, self.state.step, self.state.turn) == where
        ):
            ENGINE.apply(self.state, Action(pending.seat, "pass"))

    def next_turn(self) -> None:
        """Both pass until it is the other player's turn; decisions on the way are for the test to answer."""
        turn = self.state.turn
        while (pending := self.state.pending) is not None and pending.kind == "act" and self.state.turn == turn:
            ENGINE.apply(self.state, Action(pending.seat, "pass"))

    def draws(self, name: str) -> None:
        """Chance: the card drawn is this one."""
        drawn = [answer for answer in ENGINE.legal(self.state) if self.state.table[answer.refs[0]].name == name]
        self.answer(drawn[0], None)


def _left_of(state: EpicState, owner: int) -> list[int]:
    """Return the cards of ``owner`` that have not been put into play yet."""
    lying = {champion.cid for seat in state.seats for champion in seat.champions}
    return [cid for cid, seat in state.owners.items() if seat == owner and cid not in lying]


def _owned_by_other(put: str | Put) -> bool:
    return isinstance(put, Put) and bool(put.owner)


class Player:
    """One player's zones and verbs."""

    def __init__(self, table: Table, seat: int, because: str | None = None) -> None:
        self.table = table
        self.seat = seat
        self.because = because

    def cannot(self, rule: str) -> "Player":
        """Return the same player for stating that the next action is illegal by ``rule``."""
        return Player(self.table, self.seat, rule)

    # Zones

    @property
    def _seat(self) -> Seat:
        return self.table.state.seats[self.seat]

    @property
    def health(self) -> int:
        return self.table.state.teams[self._seat.team].health

    @property
    def gold(self) -> int:
        return self._seat.gold

    @property
    def hand(self) -> list[str]:
        return sorted(map(self.table.name, self._seat.hand))

    @property
    def discard(self) -> list[str]:
        return sorted(map(self.table.name, self._seat.discard))

    @property
    def in_play(self) -> list[str]:
        return sorted(self.table.name(champion.cid) for champion in self._seat.champions)

    @property
    def deck(self) -> list[str]:
        """Names in the deck from the top; cards in one group in alphabetical order."""
        return [name for group in self._seat.deck for name in sorted(map(self.table.name, group))]

    # Verbs

    def _do(self, verb: str, refs: Sequence[int] = (), option: int = 0, amounts: Sequence[int] = ()) -> None:
        self.table.answer(Action(self.seat, verb, tuple(refs), option, tuple(amounts)), self.because)

    def _in_hand(self, name: str) -> int:
        return min(cid for cid in self._seat.hand if self.table.name(cid) == name)

    def _ref(self, name: str) -> int:
        """Return a reference by name: a player, else a candidate of the decision, else a champion in play."""
        if len(name) == 1:
            return LETTERS.index(name)
        pending = self.table.state.pending
        assert pending is not None
        plain = name.rpartition("/")[2].partition("#")[0]
        cards = [ref for ref in pending.candidates if 10 <= ref < FIRST_OBJECT and self.table.name(ref) == plain]
        if cards:
            owners = self.table.state.owners
            return min(ref for ref in cards if "/" not in name or LETTERS[owners[ref]] == name[0])
        return self.table.champion(name).oid

    def plays(self, name: str, mode: int = 0) -> None:
        self._do("play", (self._in_hand(name),), mode)

    def uses(self, name: str, ability: int) -> None:
        """Use a power, of a champion in play or else of a card in the discard pile."""
        if any(self.table.name(champion.cid) == name.partition("#")[0] for champion in self._seat.champions):
            source = self.table.champion(f"{'AB'[self.seat]}/{name}").oid
        else:
            source = min(cid for cid in (*self._seat.gods, *self._seat.discard) if self.table.name(cid) == name)
        self._do("use", (source,), ability)

    def attacks(self, *names: str, at: str = "") -> None:
        """Attack with champions of one's own, or of a team-mate (``C/Kong``); ``at`` says whom, if not B or A."""
        self._do("attack", self._own(names), LETTERS.index(at) if at else 1 - self.seat)

    def _own(self, names: Sequence[str]) -> list[int]:
        own = LETTERS[self.seat]
        return sorted(self.table.champion(name if "/" in name else f"{own}/{name}").oid for name in names)

    def blocks(self, *names: str) -> None:
        self._do("block", self._own(names))

    def passes(self) -> None:
        self._do("pass")

    def ends(self) -> None:
        self._do("end")

    def targets(self, *names: str) -> None:
        self._do("target", sorted(map(self._ref, names)))

    def chooses(self, *names: str) -> None:
        """Choose; the order of names counts where cards go under the deck in an order of one's choosing (I-69)."""
        pending = self.table.state.pending
        assert pending is not None
        refs = [self._ref(name) for name in names]
        self._do("choose", refs if dict(pending.detail).get("ordered") else sorted(refs))

    def says_yes(self) -> None:
        self._do("yes")

    def says_no(self) -> None:
        self._do("no")

    def resolves(self, name: str, ability: int) -> None:
        """Choose the waiting trigger to resolve next: the named source's ability with this number."""
        self._do("resolve", (self._ref(name),), ability)

    def reveals(self, *names: str) -> None:
        self._do("reveal", self._from_hand(names))

    def numbers(self, number: int) -> None:
        """Choose a number."""
        self._do("number", option=number)

    def discards(self, *names: str) -> None:
        self._do("discard", self._from_hand(names))

    def takes_mode(self, option: int) -> None:
        """Choose the effect with this number, from 0, of an event card that is played for free."""
        self._do("mode", (), option)

    def mulligans(self, *names: str) -> None:
        self._do("mulligan", self._from_hand(names))

    def concedes(self) -> None:
        self._do("concede")

    def _from_hand(self, names: Sequence[str]) -> list[int]:
        left = sorted(self._seat.hand)
        picked: list[int] = []
        for name in names:
            picked.append(next(cid for cid in left if self.table.name(cid) == name))
            left.remove(picked[-1])
        return sorted(picked)

    def assigns(self, points: Mapping[tuple[str, str], int]) -> None:
        """Divide damage: ``{("Kong", "B/Palace Guard"): 13}``; the source of a split event is its own name."""
        refs: list[int] = []
        for source, target in points:
            refs += [self._source(source), self._ref(target)]
        self._do("assign", refs, amounts=tuple(points.values()))

    def _source(self, name: str) -> int:
        pending = self.table.state.pending
        assert pending is not None
        if 10 <= pending.source < FIRST_OBJECT and self.table.name(pending.source) == name:
            return pending.source
        return self.table.champion(name).oid
