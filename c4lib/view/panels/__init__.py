"""Panels: sliders that turn a search's knobs."""
