"""Recorded games, their verification and the arbiter's queue."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.services.undoing import register  # noqa: PLC0415 (models are not loaded before)

        register()
