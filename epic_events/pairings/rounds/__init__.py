"""The life of a round, paired as a draft, published and finished; why it is as it is; and how an event ends.

May import `pods`, `cut` and everything below them.
"""
