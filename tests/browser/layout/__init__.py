"""How pages lie on screens and paper: narrow, enlarged, printed, and read by machines."""
