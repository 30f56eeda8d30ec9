"""What a record of a game says and what can be found in it: pure rules over the engine."""
