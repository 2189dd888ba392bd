"""What must hold of every game of the registry, without a line for any one of them."""
