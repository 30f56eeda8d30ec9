"""Addresses of the tournaments app in the API."""

from django.urls import path

from tournaments.api import (
    bracket,
    check_in,
    entries,
    matches,
    officials,
    pairings,
    people,
    player_import,
    prohibitions,
    ratings,
    reports,
    rounds,
    tables,
    teams,
    tournaments,
    trf,
)

TOURNAMENT = "tournaments/<slug:slug>/"
ENTRY = f"{TOURNAMENT}entries/<int:pk>/"
TEAM = f"{TOURNAMENT}teams/<int:pk>/"
ROUND = f"{TOURNAMENT}rounds/<int:number>/"

urlpatterns = [
    path("tournaments/", tournaments.TournamentsView.as_view(), name="api-tournaments"),
    # Before the tournaments themselves: "import-trf" is no tournament's address.
    path("tournaments/import-trf/", trf.TrfImportView.as_view(), name="api-trf-import"),
    path(f"{TOURNAMENT}trf/", trf.TrfView.as_view(), name="api-trf"),
    path(TOURNAMENT, tournaments.TournamentView.as_view(), name="api-tournament"),
    path(f"{TOURNAMENT}finish/", tournaments.FinishView.as_view(), name="api-finish"),
    path(f"{TOURNAMENT}reopen/", tournaments.ReopenView.as_view(), name="api-reopen"),
    path(f"{TOURNAMENT}audit/", tournaments.AuditView.as_view(), name="api-audit"),
    path(f"{TOURNAMENT}people/", officials.PeopleView.as_view(), name="api-officials"),
    path(
        f"{TOURNAMENT}people/<str:role>/<str:username>/",
        officials.PersonView.as_view(),
        name="api-official",
    ),
    path(f"{TOURNAMENT}entries/", entries.EntriesView.as_view(), name="api-entries"),
    path(f"{TOURNAMENT}entries/import/", player_import.ImportView.as_view(), name="api-entries-import"),
    path(
        f"{TOURNAMENT}entries/import/preview/",
        player_import.ImportPreviewView.as_view(),
        name="api-entries-import-preview",
    ),
    path(ENTRY, entries.EntryView.as_view(), name="api-entry"),
    path(f"{ENTRY}withdraw/", entries.WithdrawView.as_view(), name="api-withdraw"),
    path(f"{ENTRY}return/", entries.ReturnView.as_view(), name="api-return"),
    path(f"{ENTRY}check-in/", check_in.EntryCheckInView.as_view(), name="api-entry-check-in"),
    path(f"{TOURNAMENT}check-in/", check_in.CheckInView.as_view(), name="api-check-in"),
    path(f"{TOURNAMENT}check-in/absences/", check_in.AbsencesView.as_view(), name="api-absences"),
    path(f"{ENTRY}byes/", entries.ByesView.as_view(), name="api-byes"),
    path(f"{ENTRY}byes/<int:number>/", entries.ByeView.as_view(), name="api-bye"),
    path(f"{TOURNAMENT}teams/", teams.TeamsView.as_view(), name="api-teams"),
    path(TEAM, teams.TeamView.as_view(), name="api-team"),
    path(f"{TEAM}members/", teams.MembersView.as_view(), name="api-team-members"),
    path(f"{TEAM}kept-apart/", teams.KeptApartView.as_view(), name="api-team-kept-apart"),
    path(f"{TEAM}withdraw/", teams.TeamWithdrawView.as_view(), name="api-team-withdraw"),
    path(f"{TEAM}return/", teams.TeamReturnView.as_view(), name="api-team-return"),
    path(f"{TEAM}byes/", teams.TeamByesView.as_view(), name="api-team-byes"),
    path(f"{TEAM}byes/<int:number>/", teams.TeamByeView.as_view(), name="api-team-bye"),
    path(f"{ROUND}matches/", matches.MatchesView.as_view(), name="api-matches"),
    path(f"{ROUND}matches/<int:pk>/line-up/", matches.LineUpView.as_view(), name="api-line-up"),
    path(f"{TOURNAMENT}rounds/", rounds.RoundsView.as_view(), name="api-rounds"),
    path(f"{TOURNAMENT}rounds/<int:number>/", rounds.RoundView.as_view(), name="api-round"),
    path(
        f"{TOURNAMENT}rounds/<int:number>/pairings/",
        rounds.RoundPairingsView.as_view(),
        name="api-round-pairings",
    ),
    path(
        f"{TOURNAMENT}prohibited-pairings/",
        prohibitions.ProhibitionsView.as_view(),
        name="api-prohibited-pairings",
    ),
    path(
        f"{TOURNAMENT}prohibited-pairings/<int:pk>/",
        prohibitions.ProhibitionView.as_view(),
        name="api-prohibited-pairing",
    ),
    path(f"{TOURNAMENT}standings/", tables.StandingsView.as_view(), name="api-standings"),
    path(f"{TOURNAMENT}crosstable/", tables.CrosstableView.as_view(), name="api-crosstable"),
    path(f"{TOURNAMENT}bracket/", bracket.BracketView.as_view(), name="api-bracket"),
    path(f"{ENTRY}adjustments/", reports.AdjustmentsView.as_view(), name="api-adjustments"),
    path(f"{ENTRY}adjustments/<int:decision>/", reports.AdjustmentView.as_view(), name="api-adjustment"),
    path(f"{TOURNAMENT}reports/", reports.ReportsView.as_view(), name="api-reports"),
    path("pairings/<int:pk>/reports/", reports.PairingReportsView.as_view(), name="api-pairing-reports"),
    path("pairings/<int:pk>/reports/accept/", reports.AcceptReportView.as_view(), name="api-report-accept"),
    path(
        "pairings/<int:pk>/reports/dismiss/",
        reports.DismissReportsView.as_view(),
        name="api-reports-dismiss",
    ),
    path("pairings/<int:pk>/", pairings.PairingView.as_view(), name="api-pairing"),
    path("players/", people.PlayersView.as_view(), name="api-players"),
    path("players/<int:pk>/", people.PlayerView.as_view(), name="api-player"),
    path("clubs/", people.ClubsView.as_view(), name="api-clubs"),
    path("clubs/<int:pk>/", people.ClubView.as_view(), name="api-club"),
    path("federations/", people.FederationsView.as_view(), name="api-federations"),
    path("federations/<slug:code>/", people.FederationView.as_view(), name="api-federation"),
    path("rating-lists/", ratings.RatingListsView.as_view(), name="api-rating-lists"),
    path("rating-lists/<slug:slug>/", ratings.RatingListView.as_view(), name="api-rating-list"),
    path("rating-lists/<slug:slug>/changes/", ratings.RatingChangesView.as_view(), name="api-rating-changes"),
]
