"""Addresses of the arbiter's desk, beneath `tournaments/`."""

from django.urls import URLPattern, path

from tournaments.views.desk import (
    entry,
    hand,
    lineups,
    log,
    now,
    players,
    prohibitions,
    results,
    rounds,
    setup,
    teams,
)

DESK = "<slug:slug>/desk/"
ENTRY = f"{DESK}players/<int:pk>/"
TEAM = f"{DESK}teams/<int:pk>/"
ROUND = f"{DESK}rounds/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("new/", setup.new, name="tournament-new"),
    path(DESK, now.now, name="desk"),
    path(f"{DESK}finish/", now.finish, name="desk-finish"),
    path(f"{DESK}reopen/", now.reopen, name="desk-reopen"),
    path(f"{DESK}settings/", setup.settings, name="desk-settings"),
    path(f"{DESK}arbiters/", setup.arbiters, name="desk-arbiters"),
    path(f"{DESK}log/", log.log, name="desk-log"),
    path(f"{DESK}log/file/", log.log_file, name="desk-log-file"),
    path(f"{DESK}players/", players.players, name="desk-players"),
    path(f"{DESK}players/enter/", players.enter, name="desk-enter"),
    path(f"{DESK}players/add/", players.add, name="desk-add"),
    path(f"{DESK}players/paste/", players.paste, name="desk-paste"),
    path(f"{DESK}prohibited/", prohibitions.prohibit, name="desk-prohibit"),
    path(f"{DESK}prohibited/<int:pk>/allow/", prohibitions.allow, name="desk-allow"),
    path(ENTRY, entry.entry, name="desk-entry"),
    path(f"{ENTRY}correct/", entry.correct, name="desk-correct"),
    path(f"{ENTRY}remove/", entry.remove, name="desk-remove"),
    path(f"{ENTRY}withdraw/", entry.withdraw, name="desk-withdraw"),
    path(f"{ENTRY}return/", entry.come_back, name="desk-return"),
    path(f"{ENTRY}byes/", entry.ask_bye, name="desk-bye"),
    path(f"{ENTRY}byes/<int:number>/cancel/", entry.take_back_bye, name="desk-bye-cancel"),
    path(f"{DESK}teams/", teams.teams, name="desk-teams"),
    path(f"{DESK}teams/add/", teams.add, name="desk-team-add"),
    path(TEAM, teams.team, name="desk-team"),
    path(f"{TEAM}change/", teams.change, name="desk-team-change"),
    path(f"{TEAM}members/", teams.members, name="desk-team-members"),
    path(f"{TEAM}enter/", teams.enter, name="desk-team-enter"),
    path(f"{TEAM}apart/", teams.apart, name="desk-team-apart"),
    path(f"{TEAM}remove/", teams.remove, name="desk-team-remove"),
    path(f"{TEAM}withdraw/", teams.withdraw, name="desk-team-withdraw"),
    path(f"{TEAM}return/", teams.come_back, name="desk-team-return"),
    path(f"{TEAM}byes/", teams.ask_bye, name="desk-team-bye"),
    path(f"{TEAM}byes/<int:number>/cancel/", teams.take_back_bye, name="desk-team-bye-cancel"),
    path(f"{DESK}rounds/", rounds.rounds, name="desk-rounds"),
    path(f"{DESK}rounds/pair/", rounds.pair, name="desk-pair"),
    path(ROUND, rounds.round_view, name="desk-round"),
    path(f"{ROUND}hand/", hand.hand, name="desk-hand"),
    path(f"{ROUND}undo/", rounds.undo, name="desk-undo"),
    path(f"{ROUND}matches/<int:pk>/", lineups.line_up, name="desk-line-up"),
    path(f"{ROUND}results/<int:pk>/", results.record, name="desk-result"),
]
