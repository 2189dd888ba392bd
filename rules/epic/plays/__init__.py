"""What making plays needs: who may make one, powers, costs, free plays; loyalty and ally abilities.

Stands on ``battle`` and ``picking``.
"""
