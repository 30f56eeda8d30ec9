"""Reads of the games app: records as text, lists of games, the arbiter's queue."""
