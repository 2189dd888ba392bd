"""Chat abbreviations and their expansions, applied before parsing a query."""

_LIST = """
abilites: abilities
aint: is not
arent: are
atk: attack
atks: attacks
btw:
bc: because
cant: ca
couldnt: could
cuz: because
didnt: did
dmg: damage
doesnt: does
dont: do
dunno: do not know
eot: end of turn
gimme: give me
gonna: going to
gotta: have to
gy: graveyard
hadnt: had
hasnt: has
havent: have
hes: he
hows: how
idk:
im: i
ive: i
imo:
lemme: let me
lets: let
lol:
mtg:
oppo: opponent
opp: opponent
opps: opponents
plz: please
pls: please
ppl: people
prio: priority
prolly: probably
r: are
rn: now
sac: sacrifice
sacd: sacrificed
sacced: sacrificed
saced: sacrificed
sacing: sacrificing
sacs: sacrifices
shes: she
shouldnt: should
tbh:
tgt: target
thats: that
theres: there
theyre: they
tho: though
thru: through
thx: thanks
u: you
ur: your
vs: versus
wanna: want to
wasnt: was
werent: were
whats: what
whens: when
wheres: where
whos: who
wont: wo
wouldnt: would
yall: you all
youre: you
1st: first
2nd: second
3rd: third
4th: fourth
1v1: two players
2v2: two teams
3v3: two teams
2p: two players
3p: three players
4p: four players
2x: twice
3x: three times
"""
SHORTHAND = {
    short: tuple(expansion.split()) for short, _, expansion in (line.partition(":") for line in _LIST.split("\n")[1:-1])
}


def expand_shorthand(word: str) -> tuple[str, ...]:
    """Return the words that a lower-case word stands for; empty for filler words."""
    return SHORTHAND.get(word, (word,))
