"""Other games on the same protocol as Connect Four."""
