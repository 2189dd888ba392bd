"""Change feed, change stream and webhooks of an event.

All of them are based on the audit log, which contains ids and no names. ``sending`` creates the deliveries of each
webhook, sends them signed in a task and retries failures. May import every app below it, but not ``notices``.
"""
