"""What people are told without looking: by e-mail and on their devices, each as they choose.

``gathering`` reads the journal and ``reminders`` what is due; both write rows of the outbox (``models.Notice``), one a
person and way with a key that is there once. ``sending`` sends them in a task, tries again later what failed, and puts
what is wished once a day into one mail. Names are read when a notice is sent (``wording``), so that it tells what is
true then, or nothing. May import every app below it; the portal's pages lead here.
"""
