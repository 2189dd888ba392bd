"""Tokens with which a program stands for a person: given, limited to what they are good for, and read from requests.

May import the accounts; every other part of the API may import it.
"""
