"""What holds for the running site as a whole: its database and Redis failing, its settings, its headers."""
