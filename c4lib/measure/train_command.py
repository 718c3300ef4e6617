"""`python -m c4lib train`: a training whose networks are measured against exact scores.

The command itself is `c4lib.alphazero.train.command`, which knows no exact scores.
"""

import argparse

from c4lib.alphazero.train import command
from c4lib.alphazero.train.command import add_arguments
from c4lib.measure.network import exact_figures

__all__ = ["add_arguments", "main"]


def main(options: argparse.Namespace) -> int:
    """Train until time is up, or until Ctrl-C or SIGTERM."""
    return command.main(options, exact_figures)
