"""What a reader sees: pictures, trees, plots, widgets. Nothing below imports from here."""
