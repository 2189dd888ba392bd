"""Notices to users by e-mail and web push, according to each user's preferences.

``collecting`` reads the audit log and approaching deadlines and writes rows of the outbox (``models.Notice``), one per
user and channel, with a unique key. ``sending`` delivers them in a task, retries failures and combines daily notices
into one mail. Rows contain only ids: ``messages`` loads names when a notice is sent, so that it is up to date or not
sent at all. May import every app below it.
"""
