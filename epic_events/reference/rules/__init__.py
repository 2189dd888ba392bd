"""Our rules documents: found on the shelf by their slugs, marked up, cited, and kept as rows of the database.

May import the models and what stands beside the rooms; nothing of another room.
"""
