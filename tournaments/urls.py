"""Addresses of the tournaments app."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import arrival, bracket, home, my, people, ratings, teams, tournaments

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("tournaments/", tournaments.tournament_list, name="tournaments"),
    # Before the tournaments themselves: "new" and "import" are no tournament's address.
    path("tournaments/", include("tournaments.desk_urls")),
    path("tournaments/", include("tournaments.trf_urls")),
    path("tournaments/", include("tournaments.print_urls")),
    path("tournaments/<slug:slug>/", tournaments.tournament_page, name="tournament"),
    path("tournaments/<slug:slug>/rounds/<int:number>/", tournaments.round_page, name="tournament-round"),
    path(
        "tournaments/<slug:slug>/rounds/<int:number>/table/",
        tournaments.round_table,
        name="tournament-round-table",
    ),
    path("tournaments/<slug:slug>/standings/", tournaments.standings_page, name="tournament-standings"),
    path(
        "tournaments/<slug:slug>/standings/<int:number>/",
        tournaments.standing_page,
        name="tournament-standing",
    ),
    path("tournaments/<slug:slug>/crosstable/", tournaments.crosstable_page, name="tournament-crosstable"),
    path("tournaments/<slug:slug>/bracket/", bracket.bracket_page, name="tournament-bracket"),
    path("tournaments/<slug:slug>/games/", tournaments.games_page, name="tournament-games"),
    path("tournaments/<slug:slug>/players/", tournaments.players_page, name="tournament-players"),
    path("tournaments/<slug:slug>/teams/<int:pk>/", teams.team_page, name="tournament-team"),
    path("tournaments/<slug:slug>/individual/", teams.individual_page, name="tournament-individual"),
    path("tournaments/<slug:slug>/about/", tournaments.about_page, name="tournament-about"),
    path("my/<str:key>/", my.my, name="my"),
    path("my/<str:key>/check-in/", arrival.check_oneself_in, name="my-check-in"),
    path("door/<slug:slug>/<str:token>/", arrival.door, name="door"),
    path("t/<slug:slug>/<int:number>/<int:table>/<str:token>/", my.table, name="table"),
    path("pairings/<int:pk>/report/", my.report, name="game-report"),
    path("players/", people.player_list, name="players"),
    path("players/<int:pk>/", people.player_page, name="player"),
    path("clubs/", people.club_list, name="clubs"),
    path("clubs/<int:pk>/", people.club_page, name="club"),
    path("federations/", people.federation_list, name="federations"),
    path("federations/<slug:code>/", people.federation_page, name="federation"),
    path("ratings/", ratings.rating_list_list, name="rating-lists"),
    path("ratings/<slug:slug>/", ratings.rating_list_page, name="rating-list"),
]
