"""Rules documents, glossary and cards."""
