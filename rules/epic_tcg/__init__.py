"""The Epic TCG of 2009 (not the Epic Card Game of 2015): rules, known cards, formats."""
