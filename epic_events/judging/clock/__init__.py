"""The clock of a round: kept by the server, stopped and started by the staff, with more time for single tables.

``arithmetic`` is pure. Other apps give a table more time by ``services.extend`` and read clocks through ``reads``.
"""
