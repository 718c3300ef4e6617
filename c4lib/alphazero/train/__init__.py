"""Training: games of a network against itself, learning from them, measuring, and on."""

from c4lib.alphazero.train.loop import Plan, train

__all__ = ["Plan", "train"]
