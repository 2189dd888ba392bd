"""Background jobs.

Leased jobs that exactly one worker may finish, and outboxes with retries.
"""
