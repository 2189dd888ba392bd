"""In which language and on which clock each person reads the site: who chooses, where it is kept, what follows it."""
