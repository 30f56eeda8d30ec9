"""Addresses of the games app."""

from django.urls import URLPattern, path

from games.views import game, queue, snapshots, submit

urlpatterns: list[URLPattern] = [
    path("games/<int:pk>/", game.game_page, name="game"),
    path("games/<int:pk>.pdn", game.game_pdn, name="game-pdn"),
    path("games/legal/", submit.legal_moves, name="game-legal"),
    path("pairings/<int:pk>/submit/", submit.submit_page, name="game-submit"),
    path("tournaments/<slug:slug>/games.pdn", game.tournament_pdn, name="tournament-pdn"),
    path("tournaments/restore/", snapshots.restore, name="tournament-restore"),
    path("tournaments/<slug:slug>/desk/snapshot/", snapshots.save, name="tournament-snapshot"),
    path("tournaments/<slug:slug>/desk/queue/", queue.queue, name="desk-queue"),
    path("tournaments/<slug:slug>/desk/queue/<int:pk>/", queue.decide, name="desk-decide"),
]
