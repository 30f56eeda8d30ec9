"""Recorded games, their verification and the arbiter's queue."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.services.undoing import register  # noqa: PLC0415 (models are not loaded before)

        register()
