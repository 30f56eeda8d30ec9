"""Federations, clubs, players, tournaments, rounds, pairings, results, ratings."""
from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
