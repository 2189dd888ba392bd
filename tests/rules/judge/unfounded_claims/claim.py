"""How a claim of an event that did not happen is written."""

Claim = tuple[str, dict[str, str], str, tuple[str, ...]]
"""The plays in a row, the fields of the position, the rule that the claim fails, words that its sentence holds."""
