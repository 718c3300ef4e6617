"""AlphaZero in NumPy: a network that judges, a search it guides, and the loop that trains it."""
