"""How dates, times and numbers are written in each language; what is missing here is as Django has it."""
