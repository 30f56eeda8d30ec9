"""Writes of the games app. Each service is atomic and begins by locking the tournament."""
