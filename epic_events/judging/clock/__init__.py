"""Round clocks and time extensions.

``timing`` is pure. Other apps extend the time of a table with ``services.extend_time`` and read clocks through
``selectors``.
"""
