"""The tests, in the same shape as the code."""
