"""Accuracy, under the name that readers know. It stands in `c4lib.measure.accuracy`."""

from c4lib.measure.accuracy import Accuracy, Position, accuracy, positions, share
