"""What the pages of disputes draw with."""
