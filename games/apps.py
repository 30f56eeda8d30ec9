"""Recorded games, their verification and the arbiter's queue."""
from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
