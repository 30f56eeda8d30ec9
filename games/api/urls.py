"""Addresses of the games app in the API."""

from django.urls import path

from games.api import flags, games, snapshots

urlpatterns = [
    path("games/", games.GamesView.as_view(), name="api-games"),
    path("games/<int:pk>/", games.GameView.as_view(), name="api-game"),
    path("pairings/<int:pk>/games/", games.PairingGamesView.as_view(), name="api-pairing-games"),
    path("tournaments/restore/", snapshots.RestoreView.as_view(), name="api-restore"),
    path("tournaments/<slug:slug>/snapshot/", snapshots.SnapshotView.as_view(), name="api-snapshot"),
    path("tournaments/<slug:slug>/flags/", flags.FlagsView.as_view(), name="api-flags"),
    path("tournaments/<slug:slug>/flags/<int:pk>/", flags.FlagView.as_view(), name="api-flag"),
    path("tournaments/<slug:slug>/flags/<int:pk>/decide/", flags.DecideView.as_view(), name="api-decide"),
]
