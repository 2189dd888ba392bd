"""Public pages of rules documents."""
