"""Search trees: layout, labels and drawings."""
