"""Which lists an event asks for: due in which stage, whether they count there, who goes without by the staff's word.

May import the models and the checks of decklists; pages and services stand above.
"""
