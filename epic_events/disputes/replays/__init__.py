"""The replay of a record: claimed by a worker, judged by the engine, kept as boards and laid out for a page.

May import the models, and the services of disputes, which put into the queue again what was lost.
"""
