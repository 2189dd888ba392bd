"""The course of a game outside battle: set-up and mulligan, then Start, Main and End Phase.

Stands on ``instructions`` and everything below; who has initiative is said in ``players``.
"""
