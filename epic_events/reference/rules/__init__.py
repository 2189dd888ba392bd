"""Our rules documents: lookup, markup, citations, and storage by version.

May import the models and the modules at the top of `reference`; none of its other packages.
"""
