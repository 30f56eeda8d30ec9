"""Categories: made, named, ticked in one list; places within one in the standings."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.factories import CategoryFactory, EntryFactory, PlayerFactory
from tests.tournaments.desk.conftest import pair, said, signed_in, with_players
from tournaments.models import AuditEntry, Category
from tournaments.services import categories


@pytest.fixture
def url(tournament):
    return lambda name, *args: reverse(name, args=[tournament.slug, *args])


@pytest.fixture
def entries(tournament):
    return list(tournament.entries.order_by("pk"))


@pytest.fixture
def juniors(tournament):
    return CategoryFactory(tournament=tournament, name="Juniors")


def inside(category):
    return sorted(category.entries.values_list("pk", flat=True))


class TestNames:
    def test_made_renamed_and_removed(self, desk, url, tournament):
        assert "There is no category yet." in desk.get(url("desk-categories")).content.decode()
        desk.post(url("desk-category-add"), {"name": "  Young   juniors "})
        made = tournament.categories.get()
        assert made.name == "Young juniors"
        desk.post(url("desk-category-rename", made.pk), {"name": "Juniors", "seen": made.name})
        made.refresh_from_db()
        assert made.name == "Juniors"
        response = desk.post(url("desk-category-remove", made.pk), follow=True)
        assert said(response)[-1] == "The category “Juniors” is removed."
        desk.post(url("desk-category-remove", made.pk))
        assert list(AuditEntry.objects.order_by("pk").values_list("action", "subject")) == [
            ("add-category", "Young juniors"),
            ("rename-category", "Juniors"),
            ("remove-category", "Juniors"),
        ]

    def test_what_a_colleague_named_or_filled_meanwhile_is_not_removed(self, desk, url, juniors, entries):
        seen = {"seen": "Juniors", "seen_members": ""}
        juniors.entries.add(entries[0])
        response = desk.post(url("desk-category-remove", juniors.pk), seen)
        assert (response.status_code, inside(juniors)) == (409, [entries[0].pk])
        assert f'name="seen_members" value="{entries[0].pk}"' in response.content.decode()
        seen["seen_members"] = f"{entries[0].pk}"
        renamed = {**seen, "seen": "Youth"}
        assert desk.post(url("desk-category-remove", juniors.pk), renamed).status_code == 409
        assert desk.post(url("desk-category-remove", juniors.pk), seen).status_code == 302
        assert Category.objects.count() == 0

    def test_a_double_enter_makes_one(self, desk, url, tournament):
        for _ in range(2):
            desk.post(url("desk-category-add"), {"name": "Juniors", "idempotency_key": "k"})
        assert tournament.categories.count() == 1

    @pytest.mark.parametrize(
        ("name", "status"), [("", 400), ("  ", 400), ("—", 400), ("x" * 41, 400), ("JUNIÓRS", 409)]
    )
    def test_names_that_cannot_be(self, desk, url, juniors, name, status):
        response = desk.post(url("desk-category-add"), {"name": name})
        assert (response.status_code, Category.objects.count()) == (status, 1)
        assert response.context["form"].errors["name"]

    def test_a_stale_name_is_refused_and_what_was_typed_stays(self, desk, url, arbiter, juniors):
        categories.rename_category(actor=arbiter, category=juniors, name="U18")
        response = desk.post(url("desk-category-rename", juniors.pk), {"name": "U16", "seen": "Juniors"})
        juniors.refresh_from_db()
        assert (response.status_code, juniors.name) == (409, "U18")
        form = response.context["name_form"]
        assert (form["name"].value(), form["seen"].value()) == ("U16", "U18")


class TestMembers:
    def test_all_are_ticked_in_one_form(self, desk, url, juniors, entries):
        page = desk.get(url("desk-category", juniors.pk)).content.decode()
        assert page.count('type="checkbox"') == 4
        ticked = [entries[0].pk, entries[2].pk]
        response = desk.post(url("desk-category-members", juniors.pk), {"entries": ticked, "seen": ""})
        assert (response["Location"], inside(juniors)) == (url("desk-category", juniors.pk), ticked)
        seen = desk.get(url("desk-category", juniors.pk)).context["seen"]
        desk.post(url("desk-category-members", juniors.pk), {"entries": ticked[:1], "seen": seen})
        assert inside(juniors) == ticked[:1]
        log = AuditEntry.objects.filter(action="set-category").order_by("pk")
        assert [entry.after for entry in log] == [
            {"put_in": ["Adam Jan", "Cibulka Jan"]},
            {"taken_out": ["Cibulka Jan"]},
        ]

    def test_a_stale_page_saved_untouched_reverts_nothing(self, desk, url, arbiter, juniors, entries):
        juniors.entries.add(entries[0])
        categories.change_members(
            actor=arbiter, category=juniors, add=[entries[1].pk], remove=[entries[0].pk]
        )
        before = AuditEntry.objects.count()
        desk.post(
            url("desk-category-members", juniors.pk),
            {"entries": [entries[0].pk], "seen": str(entries[0].pk)},
        )
        assert (inside(juniors), AuditEntry.objects.count()) == ([entries[1].pk], before)

    def test_who_is_gone_or_of_another_tournament(self, desk, url, juniors):
        response = desk.post(url("desk-category-members", juniors.pk), {"entries": [EntryFactory().pk]})
        assert (response.status_code, inside(juniors)) == (400, [])

    def test_by_year_and_sex_they_are_ticked_but_not_saved(self, desk, url, tournament, juniors):
        girl = EntryFactory(tournament=tournament, player=PlayerFactory(birth_year=2012, sex="f"))
        EntryFactory(tournament=tournament, player=PlayerFactory(birth_year=2012, sex="m"))
        EntryFactory(tournament=tournament, player=PlayerFactory(birth_year=1990, sex="f"))
        page = desk.get(url("desk-category", juniors.pk), {"born_from": "2010", "born_to": "", "sex": "f"})
        assert [entry for entry, _is_in, is_also in page.context["rows"] if is_also] == [girl]
        assert inside(juniors) == []
        assert desk.get(url("desk-category", juniors.pk), {"born_from": "x"}).status_code == 200

    @pytest.mark.parametrize("count", [1, 3])
    def test_queries(self, arbiter, desk, count, django_assert_num_queries):
        tournament = with_players(arbiter, count, slug="other")
        for number in range(count):
            made = CategoryFactory(tournament=tournament, name=f"C{number}")
            made.entries.set(tournament.entries.all())
        with django_assert_num_queries(6):
            desk.get(reverse("desk-categories", args=[tournament.slug]))
        with django_assert_num_queries(8):
            desk.get(reverse("desk-category", args=[tournament.slug, made.pk]))


class TestStandings:
    @pytest.fixture
    def played(self, arbiter, tournament, juniors, entries):
        """Two win, two lose: the winners share place 1, the losers place 3."""
        tournament.tiebreaks = ["wins"]
        tournament.save()
        pairings = pair(arbiter, tournament, "1-0", "1-0")
        juniors.entries.set([pairings[0].black, pairings[1].black, pairings[1].white])
        return pairings

    @pytest.mark.parametrize("text", ["Juniors", "juniors", "number"])
    def test_places_within_and_overall(self, client, url, juniors, played, text):
        text = str(juniors.pk) if text == "number" else text
        page = client.get(url("tournament-standings"), {"category": text})
        rows = page.context["columns"].rows
        assert [(row.place_within, row.line.row.place) for row in rows] == [(1, 1), (2, 3), (2, 3)]
        answer = client.get("/api/v1/tournaments/open/standings/", {"category": text}).json()
        assert [(row["category_place"], row["place"]) for row in answer] == [(1, 1), (2, 3), (2, 3)]

    def test_everybody_without_a_category(self, client, url, played):
        page = client.get(url("tournament-standings"))
        assert [row.line.row.place for row in page.context["columns"].rows] == [1, 1, 3, 3]
        assert "?category=Juniors" in page.content.decode()
        assert "category_place" not in client.get("/api/v1/tournaments/open/standings/").json()[0]

    def test_an_unknown_category(self, client, url, played):
        assert client.get(url("tournament-standings"), {"category": "Xyz"}).status_code == 404
        answer = client.get("/api/v1/tournaments/open/standings/", {"category": "Xyz"})
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["category"])

    def test_a_category_of_nobody(self, client, url, tournament, played):
        CategoryFactory(tournament=tournament, name="Nobody")
        page = client.get(url("tournament-standings"), {"category": "Nobody"})
        assert "Nobody of this category is in the standings." in page.content.decode() or (
            page.context["columns"].rows == ()
        )


class TestAccess:
    def test_pages(self, client, other_user, desk, url, juniors):
        for name, args in (("desk-categories", []), ("desk-category", [juniors.pk])):
            answers = [
                each.get(url(name, *args)).status_code for each in (desk, signed_in(other_user), client)
            ]
            assert answers == [200, 404, 302]

    def test_actions(self, client, other_user, url, juniors, entries):
        for name, args, data in (
            ("desk-category-add", [], {"name": "X"}),
            ("desk-category-rename", [juniors.pk], {"name": "X", "seen": "Juniors"}),
            ("desk-category-members", [juniors.pk], {"entries": [entries[0].pk]}),
            ("desk-category-remove", [juniors.pk], {}),
        ):
            answers = [
                each.post(url(name, *args), data).status_code for each in (signed_in(other_user), client)
            ]
            assert answers == [404, 302]
        assert (AuditEntry.objects.count(), Category.objects.get().name) == (0, "Juniors")

    def test_another_tournaments_category(self, desk, url):
        assert desk.get(url("desk-category", CategoryFactory().pk)).status_code == 404

    def test_a_finished_tournament(self, desk, url, tournament, juniors):
        tournament.status = "finished"
        tournament.save()
        assert desk.get(url("desk-category", juniors.pk)).status_code == 200
        assert desk.post(url("desk-category-add"), {"name": "X"}).status_code == 409
        assert desk.post(url("desk-category-remove", juniors.pk)).status_code == 409
