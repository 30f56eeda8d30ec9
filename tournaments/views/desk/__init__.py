"""The arbiter's desk: check the right, read the form, call one service, answer."""
