"""Accuracy, under the name that readers know; defined in `c4lib.measure.accuracy`."""

from c4lib.measure.accuracy import Accuracy, Position, accuracy, compare, positions, share
