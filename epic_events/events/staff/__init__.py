"""Who runs an event: roles given and taken, and invitations on their way to people who have no account yet.

May import the models, permissions and locks of events; pages and API also what every page (`views.shared`) and
every endpoint of an event begins with.
"""
