"""The part of a round's page that is asked for again and again."""

from tests.tournaments.views.tables import rows
from tournaments.models import Pairing
from tournaments.services.results import record_result

TABLE = "/tournaments/four/rounds/2/table/"


def test_the_table_comes_alone(reader, four):
    response = reader.get(TABLE)
    assert "<html" not in response.content.decode()
    assert rows(response)[0] == ["1", "A", "2", "1–0", "B", "2"]


def test_while_nothing_changes_one_query_answers(reader, four, django_assert_num_queries):
    tag = reader.get(TABLE).headers["ETag"]
    with django_assert_num_queries(1):
        response = reader.get(TABLE, headers={"if-none-match": tag})
    assert (response.status_code, response.content) == (304, b"")


def test_a_new_result_is_a_new_table(reader, arbiter, four):
    tag = reader.get(TABLE).headers["ETag"]
    pairing = Pairing.objects.get(round__tournament=four, round__number=2, table=1)
    record_result(actor=arbiter, pairing=pairing, code="0-1", reason="Written the wrong way round.")
    response = reader.get(TABLE, headers={"if-none-match": tag})
    assert (response.status_code, rows(response)[0][3]) == (200, "0–1")


def test_each_reader_and_language_has_its_own_table(reader, other_reader, four):
    tags = {
        reader.get(TABLE).headers["ETag"],
        reader.get(TABLE, headers={"accept-language": "cs"}).headers["ETag"],
        other_reader.get(TABLE).headers["ETag"],
    }
    assert len(tags) == 3
    assert "private" in reader.get(TABLE).headers["Cache-Control"]


def test_the_table_of_a_private_tournament_is_its_arbiter_s(
    arbiter_reader, other_reader, reader, arbiter, four
):
    four.is_public = False
    four.save()
    four.arbiters.add(arbiter)
    codes = [client.get(TABLE).status_code for client in (arbiter_reader, other_reader, reader)]
    assert codes == [200, 404, 404]
    assert arbiter_reader.get("/tournaments/four/rounds/9/table/").status_code == 404


def test_a_finished_tournament_is_not_asked_for_again(reader, four):
    address = "/tournaments/four/rounds/2/"
    assert "data-live" in reader.get(address).content.decode()
    four.status = "finished"
    four.save()
    assert "data-live" not in reader.get(address).content.decode()
