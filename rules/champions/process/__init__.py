"""How a game of Champions goes on: turn, plays, the sweep in Standard Order, numbers, losing, and the engine.

It stands on the state; notation and views stand on it.
"""
