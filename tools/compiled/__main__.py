"""Compile the engine, compare 300 games with the interpreted one, print the speed."""

import os
import subprocess
import sys
from pathlib import Path

from tools.compiled.games import GAME_COUNT
from tools.compiled.wheel import MODULES, build_wheel

PLACE = Path("var/compiled")


def run_games(place: Path | None) -> tuple[list[str], list[float], bool]:
    """Play the games; return log lines, decisions per second, and whether compiled.

    The two speeds are without and with legality checks.
    """
    environment = {name: value for name, value in os.environ.items() if name != "RULES_COMPILED"}
    if place is not None:
        environment["RULES_COMPILED"] = str(place)
    command = [sys.executable, "-m", "tools.compiled.games"]
    lines = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.splitlines()
    return lines[:-2], [float(word) for word in lines[-2].split()[1:]], lines[-1] == "compiled 1"


def main() -> int:
    print(f"Compiling {len(MODULES)} modules into {PLACE} ...", flush=True)
    wheel = build_wheel(PLACE)
    plain, slow, _ = run_games(None)
    same, fast, compiled = run_games(PLACE)
    if not compiled:
        print("The modules in var/compiled were not used.")
        return 1
    different = [one.split()[0] for one, other in zip(plain, same, strict=True) if one != other]
    outcome = f"different logs of {', '.join(different)}" if different else "the same logs"
    print(f"{GAME_COUNT} games and one of each other game: {outcome}")
    for what, plainly, faster in zip(("Applied as drawn", "Checked"), slow, fast, strict=True):
        print(
            f"{what}: interpreted {plainly:,.0f}, compiled {faster:,.0f} decisions a second of the processor, "
            f"{faster / plainly:.1f} times as many."
        )
    if different:
        return 1
    print(f"RULES_COMPILED={PLACE} before a command uses them; another program gets them by `pip install {wheel}`.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
