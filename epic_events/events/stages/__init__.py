"""The plan of an event's stages: which plans there are, how they are typed in, said and stored.

May import the models, permissions and locks of events; page and API also what every page (`views.shared`) and
every endpoint of an event begins with.
"""
