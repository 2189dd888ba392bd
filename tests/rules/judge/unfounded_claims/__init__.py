"""Claims of events that did not happen, one disputed line each, with the rule that it fails and words of the reason.

Judged by the printed rules before the engine saw them. In each, the last line is the disputed one.
"""

from typing import Final

from tests.rules.judge.unfounded_claims.abilities import ALLIES, ENTERING
from tests.rules.judge.unfounded_claims.claim import Claim
from tests.rules.judge.unfounded_claims.moments import MOMENTS, ORDER
from tests.rules.judge.unfounded_claims.powers import POWERS

CLAIMS: Final[dict[str, Claim]] = {
    f"{what}: {name}": claim
    for what, claims in (
        ("ally", ALLIES),
        ("entering", ENTERING),
        ("power", POWERS),
        ("moment", MOMENTS),
        ("order", ORDER),
    )
    for name, claim in claims.items()
}
"""All of them, by name."""
