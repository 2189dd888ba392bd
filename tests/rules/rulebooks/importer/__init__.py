"""Reading printed rules documents."""
