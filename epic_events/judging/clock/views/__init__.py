"""Views of the clock: the staff page and the big screen."""
