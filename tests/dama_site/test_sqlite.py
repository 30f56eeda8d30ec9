"""SQLite with a log that nothing empties but a flush of the whole database."""

import pytest
from django.db import IntegrityError, connection

from tests.factories import AuditEntryFactory
from tournaments.models import AuditEntry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _on_sqlite(db):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL truncates")


def delete():
    connection.cursor().execute("DELETE FROM tournaments_auditentry")


def test_a_flush_empties_the_log_and_nothing_else_does_afterwards():
    AuditEntryFactory()
    with pytest.raises(IntegrityError, match="only ever added"):
        delete()
    connection.ops.execute_sql_flush(["DELETE FROM tournaments_auditentry"])
    assert AuditEntry.objects.count() == 0
    AuditEntryFactory()
    with pytest.raises(IntegrityError, match="only ever added"):
        delete()


def test_a_flush_that_fails_leaves_the_log_guarded():
    AuditEntryFactory()
    with pytest.raises(Exception, match="no such table"):
        connection.ops.execute_sql_flush(["DELETE FROM tournaments_auditentry", "DELETE FROM missing"])
    assert AuditEntry.objects.count() == 1
    with pytest.raises(IntegrityError, match="only ever added"):
        delete()
