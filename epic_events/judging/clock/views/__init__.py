"""Pages of the clock: that of the staff, and the big screen."""
