"""Turn fields of a position: phase and step, battle, and the window for plays."""

from typing import Final

from rules.decks.names import fold
from rules.engine.game import Setup
from rules.epic.notation.position.fields import Fields
from rules.epic.notation.position.window import can_have_passed, first_initiative
from rules.epic.players.seats import acts_for, are_allied, representative_seat, sides_in_turn_order
from rules.epic.state import EpicState
from rules.notation.position.fields import EVERYONE, MIN_LETTERS, NOWHERE

PHASES: Final = {
    "start": ("start", "", 0),
    "start, draw": ("start", "", 1),
    "start, triggers": ("start", "", 2),
    "main": ("main", "", 0),
    "attackers declared": ("battle", "attackers", 0),
    "before blocks": ("battle", "before-blocks", 0),
    "blocks": ("battle", "blocks", 0),
    "blockers declared": ("battle", "blocks", 1),
    "before damage": ("battle", "before-damage", 1),
    "damage": ("battle", "damage", 0),
    "after damage": ("battle", "after-damage", 0),
    "end": ("end", "", 0),
    "end, hand size": ("end", "", 1),
    "end, healing": ("end", "", 2),
    "end, turn over": ("end", "", 3),
}
"""Phase, step and stage of the state for each word."""
OPENING: Final = ("opening hands", "dealt", "mulligans", "asked")
"""Matches the state of the setup: ``opening hands, 1 dealt`` and then ``mulligans, 1 asked``."""
BLOCKED_ONLY: Final = ("blocks", "before-damage", "damage", "after-damage")
"""Steps in which an attack can be blocked; in ``blocks`` only after the declaration of blockers."""
WITHOUT_INITIATIVE: Final = ("blocks", "damage", "after-damage")


def phase_text(state: EpicState) -> str:
    """Return the phase of ``state`` as text, before the pending decision is made."""
    stage, seats = state.stage, len(state.seats)
    if state.pending is not None and state.pending.kind == "block":
        stage = 0
    if state.phase == "setup":
        stage -= state.pending is not None and state.pending.kind == "mulligan"
        hands, dealt, mulligans, asked = OPENING
        return f"{hands}, {stage} {dealt}" if stage <= seats else f"{mulligans}, {stage - seats} {asked}"
    phase_key = (state.phase, state.step, min(stage, 2) if state.phase == "start" else stage)
    return next(word for word, place in PHASES.items() if place == phase_key)


class TurnReader:
    """Parses the fields of a position for the turn, phase, battle and initiative."""

    def __init__(self, fields: Fields, setup: Setup) -> None:
        self.fields = fields
        self.setup = setup

    def phase(self, state: EpicState) -> None:
        """Set phase, step and stage, the battle and the window for plays."""
        phase_line = self.fields.one(EVERYONE, "Phase")
        text = phase_line[0] if phase_line else "main"
        place = self._place(text)
        if place is None:
            hands, dealt, mulligans, asked = OPENING
            allowed = "; ".join((*PHASES, f"{hands}, 1 {dealt}", f"{mulligans}, 1 {asked}"))
            self.fields.say(phase_line[1] if phase_line else NOWHERE, f"Phase is one of {allowed}")
            place = PHASES["main"]
        state.phase, state.step, state.stage = place
        if state.phase == "battle":
            self._battle(state)
        else:
            for field in ("Defender", "Blocked"):
                line = self.fields.one(EVERYONE, field)
                if line is not None:
                    self.fields.say(line[1], f"{field} is stated, but there is no battle in phase {text}")
        self._window(state)

    def _place(self, text: str) -> tuple[str, str, int] | None:
        word = fold(text).replace("battle", "").replace("phase", "").replace("step", "")
        fitting = [name for name in PHASES if fold(name) == word] or [
            name for name in PHASES if len(word) >= MIN_LETTERS and fold(name).startswith(word)
        ]
        if len(fitting) == 1:
            return PHASES[fitting[0]]
        hands, dealt, mulligans, asked = OPENING
        seats = len(self.setup.names)
        for count in range(seats + 1):
            if word == fold(f"{hands}{count}{dealt}"):
                return "setup", "", count
            if word == fold(f"{mulligans}{count}{asked}"):
                return "setup", "", seats + count
        return None

    def _battle(self, state: EpicState) -> None:
        others = [seat for seat in sides_in_turn_order(state, state.turn) if not are_allied(state, seat, state.turn)]
        line = self.fields.one(EVERYONE, "Defender")
        if not line and len(others) > 1:
            which = self.setup.names[others[0]]
            self.fields.say(NOWHERE, f"several could be attacked, and who is is missing: write `Defender: {which}`")
        defender = max(self.fields.player(*line), 0) if line else others[0]
        state.defender = representative_seat(state, defender)
        if line and are_allied(state, state.defender, state.turn):
            self.fields.say(line[1], "the player whose turn it is attacks and cannot be the defender")
            state.defender = others[0]
        blocking = any(champion.blocking for seat in state.seats for champion in seat.champions)
        described = self.fields.yes("Blocked")
        state.blocked = blocking if described is None else described
        spot = (self.fields.one(EVERYONE, "Blocked") or ("", NOWHERE))[1]
        if blocking and described is False:
            self.fields.say(spot, "a champion is blocking, so the attack is blocked (4.4.6[2])")
        undeclared = state.step not in BLOCKED_ONLY or (state.step == "blocks" and not state.stage)
        if state.blocked and undeclared:
            self.fields.say(spot, "nothing can be blocked before blockers are declared")

    def _window(self, state: EpicState) -> None:
        """Set who has initiative, who has passed and whether a play was made since."""
        line = self.fields.one(EVERYONE, "Initiative")
        nobody = state.phase in ("setup", "end") or state.step in WITHOUT_INITIATIVE
        state.initiative = -1 if nobody else first_initiative(state)
        unclear = False
        if line and fold(line[0]) in ("nobody", "none"):
            state.initiative = -1
        elif line:
            player = self.fields.player(*line)
            unclear = player < 0
            # An unknown player leaves the default, to avoid a second error that no player has initiative.
            state.initiative = state.initiative if unclear else representative_seat(state, player)
        if state.step in WITHOUT_INITIATIVE and state.initiative >= 0:
            moment = "while blockers are declared" if state.step == "blocks" else "in the damage step"
            self.fields.say(line[1] if line else NOWHERE, f"nobody has initiative {moment}")
            state.initiative = -1
        passed = self.fields.one(EVERYONE, "Passed")
        if passed is None:
            state.passed = next(iter(can_have_passed(state)), ())
        elif fold(passed[0]) not in ("nobody", "none"):
            seats = [self.fields.player(name.strip(), passed[1]) for name in passed[0].split(",")]
            state.passed = tuple(representative_seat(state, seat) for seat in seats if seat >= 0)
            if state.step == "blocks" or state.phase == "start":
                self.fields.say(passed[1], "nobody has passed: nobody has had initiative in this step")
        played_line = self.fields.one(EVERYONE, "Played")
        if played_line is not None and fold(played_line[0]) not in ("nobody", "no"):
            seat = self.fields.player(*played_line)
            state.played = True
            if not (unclear or acts_for(state, max(seat, 0), state.initiative)):
                self.fields.say(
                    played_line[1], "Played names who has initiative and has made a play since receiving it"
                )
