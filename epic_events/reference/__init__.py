"""Rules documents, glossary and cards: their pages and their projection by version."""
