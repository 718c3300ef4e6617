"""Steppers: searches replayed one step at a time."""
