"""Template tags of disputes."""
