"""The log is searched and saved, and nothing in it can be changed."""

import csv
import io

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import AuditEntryFactory, ClubFactory, TournamentFactory, UserFactory
from tests.tournaments.desk.conftest import pair, signed_in
from tournaments.models import AuditEntry
from tournaments.models.audit import AppendOnlyError
from tournaments.selectors.audit import found_in_log
from tournaments.services import registration, results
from tournaments.views.exports import FORMATS, harmless, table_file

pytestmark = pytest.mark.both


@pytest.fixture
def log_page(desk, tournament):
    def open_page(**query):
        return desk.get(reverse("desk-log", args=[tournament.slug]), query)

    return open_page


@pytest.fixture
def done(arbiter, tournament):
    first, second = pair(arbiter, tournament, "1-0", "0-1")
    results.record_result(actor=arbiter, pairing=first, code="1/2-1/2", reason="Přehlédnutá remíza")
    registration.withdraw_entry(actor=arbiter, entry=second.white)


def subjects(response):
    return [(line.action, line.entry.reason) for line in response.context["page"]]


def test_words_are_found_without_accents_wherever_they_stand(log_page, done):
    assert subjects(log_page(q="remiza prehlednuta")) == [("Recorded a result", "Přehlédnutá remíza")]
    assert [each for each, _ in subjects(log_page(q="withdrew"))] == ["Withdrew a player"]
    assert [each for each, _ in subjects(log_page(action="pair-round"))] == ["Paired a round"]


def test_days_narrow_and_nonsense_does_not(log_page, done):
    everything = len(subjects(log_page()))
    assert subjects(log_page(since="2999-01-01")) == []
    assert len(subjects(log_page(since="yesterday", action="nothing-like-it"))) == everything
    assert "Nothing in the log is like that." in log_page(q="xyzzy").content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_the_queries_do_not_grow_with_the_log(tournament, django_assert_num_queries, count):
    for _ in range(count):
        AuditEntryFactory(tournament=tournament)
    with django_assert_num_queries(1):
        assert len(list(found_in_log(tournament))) == count


def test_only_the_page_that_is_shown_is_read(log_page, tournament):
    for number in range(52):
        AuditEntryFactory(tournament=tournament, action="add-entry", subject=f"Player {number}")
    with CaptureQueriesContext(connection) as asked:
        found = log_page(page=2)
    assert [line.subject for line in found.context["page"]] == ["Player 1", "Player 0"]
    (read,) = [each["sql"] for each in asked if "auditentry" in each["sql"] and "before" in each["sql"]]
    assert "LIMIT 2 OFFSET 50" in read


def test_it_is_saved_as_it_is_shown(desk, tournament, done):
    answer = desk.get(reverse("desk-log-file", args=[tournament.slug]), {"q": "remiza"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="open-log.csv"'
    (row,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert (row["What"], row["Change"], row["Why"]) == (
        "Recorded a result",
        "White won → Draw",
        "Přehlédnutá remíza",
    )
    assert (row["Who"], row["By way of"]) == ("arbiter", "command")


def test_it_is_for_the_arbiters_of_the_tournament(tournament, other_client, client):
    address = reverse("desk-log-file", args=[tournament.slug])
    assert signed_in(UserFactory(is_superuser=True)).get(address).status_code == 200
    assert other_client.get(address).status_code == 404
    assert client.get(address).status_code == 302


def test_an_entry_can_neither_be_changed_nor_deleted(tournament):
    entry = AuditEntryFactory(tournament=tournament)
    for change in (
        entry.save,
        entry.delete,
        lambda: AuditEntry.objects.update(reason="x"),
        lambda: AuditEntry.objects.all().delete(),
        lambda: AuditEntry.objects.bulk_update([entry], ["reason"]),
    ):
        with pytest.raises(AppendOnlyError):
            change()


def test_the_database_refuses_to_rewrite_the_log(arbiter, tournament):
    AuditEntryFactory(tournament=tournament, reason="as it was")
    TournamentFactory()
    statements = [
        "UPDATE tournaments_auditentry SET reason = 'x'",
        "UPDATE tournaments_auditentry SET actor_name = 'x'",
        "UPDATE tournaments_auditentry SET id = id + 1",
        "UPDATE tournaments_auditentry SET tournament_id = (SELECT MAX(id) FROM tournaments_tournament)",
        f"UPDATE tournaments_auditentry SET actor_id = {arbiter.pk}",  # noqa: S608
        "DELETE FROM tournaments_auditentry",
        "DELETE FROM tournaments_auditentry WHERE reason = 'as it was'",
    ]
    if connection.vendor == "sqlite":
        columns = "id, actor_name, action, subject, reason, via, created_at"
        row = "SELECT id, '', action, subject, 'x', via, created_at FROM tournaments_auditentry"
        statements.append(f"REPLACE INTO tournaments_auditentry ({columns}) {row}")
    else:
        # A test run may empty it; a site may not.
        connection.check_constraints()
        statements.append("SET LOCAL dama.empties_tables = off; TRUNCATE tournaments_auditentry")
    for statement in statements:
        refused = pytest.raises(DatabaseError, match="only ever added")
        with refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert AuditEntry.objects.get().reason == "as it was"


def test_a_deleted_user_leaves_his_entries_and_his_name_in_them(desk, arbiter, tournament, log_page):
    user = UserFactory(username="<b>karel</b>", is_superuser=True)
    registration.add_entry(actor=user, tournament=tournament, name="Nový, Jan")
    user.delete()
    assert set(AuditEntry.objects.filter(action="add-entry").values_list("actor", "actor_name")) == {
        (None, "<b>karel</b>")
    }
    assert [line.who for line in log_page(q="karel", action="add-entry").context["page"]] == [
        "<b>karel</b> (no account here)"
    ]
    assert "&lt;b&gt;karel&lt;/b&gt; (no account here)" in log_page().content.decode()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ('=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        (" =1", "' =1"),
        ("\u200b\u202e=1", "'\u200b\u202e=1"),
        ("\uff1d1", "'\uff1d1"),
        ("A=1", "A=1"),
        ("1-0", "1-0"),
        (-1, -1),
        (None, ""),
    ],
)
def test_no_cell_is_a_formula(typed, kept):
    assert harmless(typed) == kept


def test_nor_is_the_name_of_a_row_written_as_it_is(db):
    assert harmless(ClubFactory(name="=1+1")) == "'=1+1"


@pytest.mark.parametrize("kind", FORMATS)
def test_a_table_is_written_in_every_format(kind):
    import tablib

    answer = table_file("x", kind, ["=A", "B"], [["Řehoř", 2]])
    content = answer.content.decode("utf-8-sig") if kind == "csv" else answer.content
    assert tablib.Dataset().load(content, format=kind).dict == [
        {"'=A": "Řehoř", "B": 2 if kind == "xlsx" else "2"}
    ]
