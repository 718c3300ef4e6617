"""Measuring: accuracy, reviews, ratings, marks, the ladder, long studies and benchmarks."""
