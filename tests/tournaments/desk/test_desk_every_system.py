"""An event at the desk from entry to the end, for every pairing system there is."""

import pytest
from django.urls import reverse

from tests.tournaments.desk.conftest import with_players
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.models import Pairing
from tournaments.selectors.desk import FINISH, PAIR, RESULTS, desk_state
from tournaments.services.results import record_result

PLAYERS = 8
MOST_ROUNDS = 4
"""Enough to come from groups or a preliminary to what follows them, or to a knockout's final."""


def _problems(response):
    return () if response.context is None else response.context["problems"]


class Event:
    """A tournament and the one who runs it; every page is looked at after every step."""

    def __init__(self, desk, tournament):
        self.desk, self.tournament = desk, tournament

    def url(self, name, *args):
        return reverse(name, args=[self.tournament.slug, *args])

    @property
    def rounds(self):
        return self.tournament.rounds.count()

    @property
    def state(self):
        self.tournament.refresh_from_db()
        return desk_state(self.tournament)

    def look(self):
        """Ask for the pages that show the last round and what comes of it; none may break."""
        entry = self.tournament.entries.first()
        names = ["desk", "desk-players", "desk-log", "tournament-standings", "tournament-crosstable"]
        addresses = [*map(self.url, names), self.url("desk-entry", entry.pk)]
        if self.rounds:
            last = ("desk-round", "tournament-round", "desk-undo")
            addresses += [self.url(name, self.rounds) for name in last]
            addresses.append(self.url("tournament-standing", entry.number))
        if not self.tournament.is_finished:
            addresses.append(self.url("desk-hand", self.rounds + 1))
        for address in addresses:
            assert (address, self.desk.get(address).status_code) == (address, 200)

    def pair(self):
        number = self.rounds + 1
        response = self.desk.post(self.url("desk-pair"), {"expected_number": number})
        assert (response.status_code, _problems(response)) == (302, ())
        assert response["Location"] == self.url("desk-round", number)

    def play(self):
        """Enter what is missing until nothing is: the first table ties, so that it is played off where the
        system does that."""
        while rows := self._open_rows():
            for row in rows:
                self._record(row)

    def _open_rows(self):
        rows = self.desk.get(self.url("desk-round", self.rounds)).context["rows"]
        return [row for row in rows if row.game.code is None]

    def _record(self, row):
        """At the page in round 1 and in play-offs, where pages differ; the rest is only to go on."""
        code = "1/2-1/2" if row.pairing.table == 1 and not row.game.is_play_off else "1-0"
        if self.rounds > 1 and not row.game.is_play_off:
            record_result(actor=None, pairing=row.pairing, code=code, game=row.game.number)
            return
        version = Pairing.objects.get(pk=row.pairing.pk).version
        data = {"code": code, "version": version, "game": row.game.number}
        response = self.desk.post(self.url("desk-result", self.rounds, row.pairing.pk), data)
        assert response.status_code == 302


@pytest.fixture(params=sorted(PAIRING_SYSTEMS))
def event(request, arbiter, desk):
    system = PAIRING_SYSTEMS[request.param]
    tournament = with_players(
        arbiter,
        PLAYERS,
        pairing_system=system.key,
        planned_rounds=None,
        tiebreaks=list(system.default_tiebreaks),
    )
    return Event(desk, tournament)


@pytest.mark.parametrize("games", [1, 2])
def test_from_entry_to_the_end(event, games):
    event.tournament.games_per_round = games
    event.tournament.save()
    # Before and between, the pages of two games are those of one: test_desk_two_games.py.
    looks_often = games == 1
    if looks_often:
        event.look()
    while event.state.step == PAIR and event.rounds < MOST_ROUNDS:
        event.pair()
        assert event.state.step == RESULTS
        event.play()
        if event.rounds == 1 and looks_often:
            event.look()
    assert event.state.step in (PAIR, FINISH)
    assert event.desk.post(event.url("desk-finish")).status_code == 302
    event.tournament.refresh_from_db()
    assert event.tournament.is_finished
    event.look()


def test_one_leaves_and_comes_back_and_another_asks_for_a_bye(event):
    event.pair()
    event.play()
    out, away = event.tournament.entries.order_by("number")[:2]
    bye = {"round_number": 2, "code": "half-bye"}
    assert event.desk.post(event.url("desk-withdraw", out.pk), {"reason": "ill"}).status_code == 302
    asked = event.desk.post(event.url("desk-bye", away.pk), bye)
    assert asked.status_code in (302, 400)
    event.look()
    if event.state.step == PAIR:
        event.pair()
        for pairing in Pairing.objects.filter(round__number=2):
            assert out not in (pairing.white, pairing.black) or pairing.result_code is not None
        event.play()
    assert event.desk.post(event.url("desk-return", out.pk), {"reason": "well again"}).status_code == 302
    if event.state.step == PAIR:
        event.pair()
    event.look()


def test_a_late_entry_gets_in_or_is_told_why_not(event):
    event.pair()
    event.play()
    response = event.desk.post(event.url("desk-add"), {"name": "Pozdní, Jan"})
    assert response.status_code in (302, 409)
    if event.state.step == PAIR:
        event.pair()
    event.look()
