"""Print how many phrasings of plays are parsed, refused and misread.

Run with ``python -m tools.benchmarks.phrasings [--refused]``.

The parser was improved with these sets, so results for new phrases are worse. Clear phrases that were understood, and
misread, before the parser was improved with their set:

==============================================  =====  ==========  =======
set                                             clear  understood  misread
==============================================  =====  ==========  =======
first, before there was a grammar of sentences    118        3 %        1
first, with the first grammar                     118       24 %        4
second, after improving by the first              136       54 %        3
third, after improving by the second              120       82 %        0
third, with kinds of sentences of no set          120       85 %        0
fourth, after improving by the third              117       82 %        2
fifth, after improving by the third               120       85 %        2
sixth, after improving by the fifth                94       74 %        8
seventh, after improving by the sixth              68       84 %        0
eighth, after improving by the seventh             74       50 %       12
ninth, after improving by the eighth               24       71 %        0
tenth, after improving by the ninth                83       64 %        1
eleventh, after improving by the tenth             40       62 %        1
twelfth, after improving by the eleventh          168       61 %        3
thirteenth, players in the first person            92       35 %        1
==============================================  =====  ==========  =======
"""

import sys
import time

from tests.rules.epic.notation.phrasings import Judged, all_judged, counted

KINDS = ("clear", "either", "refuse")
RESULTS = ("right", "refused", "misread")


def main() -> None:
    """Print the table.

    With ``--refused`` also the refused clear phrases with their errors.
    """
    begun = time.process_time()
    judged: dict[str, list[Judged]] = {}
    for name, each in all_judged():
        judged.setdefault(name, []).append(each)
    took = time.process_time() - begun
    phrases = sum(map(len, judged.values()))
    print(f"{'set':10}{'kind':10}" + "".join(f"{result:>10}" for result in RESULTS))
    for name, found in judged.items():
        count = counted(found)
        for kind in KINDS:
            print(f"{name:10}{kind:10}" + "".join(f"{count[kind, result]:>10}" for result in RESULTS))
    print(f"{1000 * took / phrases:.1f} ms of processor for a phrase and its meaning")
    if "--refused" in sys.argv:
        for each in (each for found in judged.values() for each in found):
            if (each.kind, each.result) == ("clear", "refused"):
                print(f"\n{each.phrase['say']!r}\n    {each.message}")


if __name__ == "__main__":
    main()
