"""Common English words that are correct although no rules document uses them.

Without this list, spelling correction would read "expected" as "expended" and "spend" as "speed".
"""

_LIST = (
    "accent alive along alter appeal appeals attach attached bases blank brand bring brings built case cases causes "
    "charger clause clauses clean close closing comment comments compare compared complex concept concepts concrete "
    "connected consent context contexts country crash create created creates deadline decide decision decisions "
    "deleted depend depending depends depth designed detect detected detection directory dispute exclusive execution "
    "expanded expect expected extend extended extends favour files fills formal formed fraction frame front fully "
    "function functions grant grants group handle handled header hints hunted ideal infraction infractions interest "
    "interface introduction keyboard lanes latter leading lesson line lines lives locks machine master member mode "
    "model modes moment native newer older opposite party phrase pick picks place placed places present product "
    "production project protect protector quiet range reads recorded related relation release released remainder "
    "rematch replay report reported reserve reserved reset resets restored reuse reverse reversed reward ruin ruins "
    "scare scene scenes scope seat seats seem seems selection sentence series serve server service services shall "
    "shape short simple slack slip slips smaller smart sorting sound spend spends spent stage stages stat stats "
    "status stick sticks store stores strange string strong strongly stuff style temporarily thank thanks thrown "
    "timer trace trade trades transfer transfers trick tricks tries usable wanting word words world worlds write "
    "writing written zeros"
)
EVERYDAY = frozenset(_LIST.split())
