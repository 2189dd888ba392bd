"""Official texts uploaded by organisers: import, publication, and versions.

May import `rules`, for the rules that official texts are shown with.
"""
