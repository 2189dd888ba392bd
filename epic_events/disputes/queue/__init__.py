"""The queue of replays: what is served first, signs of life of a worker, what a replay may take, cancelling.

May import the models and permissions of disputes; ``services``, ``replays`` and the pages stand above it.
"""
