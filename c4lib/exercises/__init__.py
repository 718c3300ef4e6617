"""Exercises that answer back."""
