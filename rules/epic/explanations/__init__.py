"""Why what somebody claims never came up: an ability that did not trigger, a power not used, a moment not there.

Looked at for lines that are illegal only, so the log and the cards' texts may be searched.
Stands on ``plays`` and ``text``; the checker and the rows of the verbs ask here.
"""
