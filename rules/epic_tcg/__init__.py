"""The Epic TCG of 2009: its rules, its cards as far as they are known, its formats; not the Epic Card Game of 2015."""
