"""The words of the site: what its code and templates mark for translation, and the catalogues that translate it."""
