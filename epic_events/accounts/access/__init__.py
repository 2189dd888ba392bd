"""How people get in: signing up and in, devices, tokens for programs; and how each way in is ended."""
