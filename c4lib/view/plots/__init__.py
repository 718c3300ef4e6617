"""Plots of what was counted, played and measured. Each function returns a figure."""

from c4lib.view.plots.basic import bars, counts, matches, running_score
