"""Pages that join everything, and the frame of the site."""
