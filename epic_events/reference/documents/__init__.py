"""Official texts that organisers bring in: read by a worker, published, shown beside our rules and version by version.

May import `rules`, which they stand beside.
"""
