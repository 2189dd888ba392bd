"""Disputed plays, their replay and the decision.

From a submitted record to the page of its verdict:

1. ``views`` or ``editor.views`` pass the form (``forms``) to ``services``, which check ``permissions``, validate the
   record (``records``) and queue its replay (``queue``).
2. ``tasks`` call ``replays.worker``. ``replays.verdicts`` compute the verdict and store it with its boards
   (``replays.stored_boards``); ``replays.disputed_play`` selects the verdict on the disputed play.
3. ``views`` load the dispute (``selectors``). ``replays.page`` builds the context from the stored verdict, with the
   board (``replays.layout``), the rules (``replays.cited_rules``) and the decision (``decisions.page``);
   ``templatetags.timeline`` renders the steps.
"""
