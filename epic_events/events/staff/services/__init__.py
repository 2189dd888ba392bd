"""Write operations on roles and invitations.

May import the models, permissions and locks of events, but neither pages nor the API.
"""
