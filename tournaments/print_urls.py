"""Addresses of paper, of the wall and of the feed, beneath `tournaments/`."""

from django.urls import URLPattern, path

from tournaments.views import feeds, prints, wall
from tournaments.views.desk import prints as desk

PRINT = "<slug:slug>/print/"
DESK = "<slug:slug>/desk/prints/"

urlpatterns: list[URLPattern] = [
    path(f"{PRINT}pairings/", prints.pairings, name="print-pairings"),
    path(f"{PRINT}names/", prints.names, name="print-names"),
    path(f"{PRINT}standings/", prints.standings, name="print-standings"),
    path(f"{PRINT}crosstable/", prints.crosstable, name="print-crosstable"),
    path(DESK, desk.prints, name="desk-prints"),
    path(f"{DESK}slips/", desk.slips, name="print-slips"),
    path(f"{DESK}scoresheets/", desk.scoresheets, name="print-scoresheets"),
    path(f"{DESK}place-cards/", desk.place_cards, name="print-cards"),
    path("<slug:slug>/wall/", wall.wall, name="wall"),
    path("<slug:slug>/wall/tables/", wall.tables, name="wall-tables"),
    path("<slug:slug>/feed/", feeds.feed, name="tournament-feed"),
]
