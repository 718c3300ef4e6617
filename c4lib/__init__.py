"""Adversarial search with Connect Four: the package behind the course's notebooks.

Importing it is cheap: whatever draws or compiles is loaded when it is first used.
"""

from c4lib.connect4 import Connect4

__all__ = ["Connect4"]
__version__ = "0.1.0"
