"""What a player with initiative may do: play cards, use powers, pay for them; loyalty and ally abilities.

Stands on ``battle`` and ``picking``.
"""
