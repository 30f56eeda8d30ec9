"""The words and signs of the template tags."""

from datetime import date

import pytest
from django.utils.translation import override

from tournaments.domain.results import RESULTS
from tournaments.templatetags import pages


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


def test_every_result_has_its_sign_from_each_side():
    signs = {
        code: (
            pages.result_text(code),
            pages.result_text_for(code, "white"),
            pages.result_text_for(code, "black"),
        )
        for code, kind in RESULTS.items()
        if not kind.is_bye
    }
    assert signs == {
        "1-0": ("1–0", "1", "0"),
        "1/2-1/2": ("½–½", "½", "½"),
        "0-1": ("0–1", "0", "1"),
        "0-0": ("0–0", "0", "0"),
        "1/2+-1/2": ("½+–½", "½+", "½−"),
        "1/2-1/2+": ("½–½+", "½−", "½+"),
        "+/-": ("+ −", "+", "−"),
        "-/+": ("− +", "−", "+"),
        "-/-": ("− −", "−", "−"),
    }


@pytest.mark.parametrize(("scoring", "texts"), [("2-1-0", "210"), ("1-0.5-0", "1½0"), ("3-1-0", "310")])
def test_a_game_counts_what_the_scoring_gives(scoring, texts):
    games = [pages.result_text_for(code, "white", scoring) for code in ("1-0", "1/2-1/2", "0-1")]
    assert (games, pages.result_text_for("+/-", "white", scoring)) == (list(texts), "+")


def test_every_bye_is_its_label_and_no_result_is_no_text():
    for code, kind in RESULTS.items():
        if kind.is_bye:
            assert pages.result_text(code) == pages.result_text_for(code, None) == kind.label
    assert pages.result_text(None) == ""


def test_a_result_explains_itself_to_who_points_at_it():
    assert pages.result("+/-") == '<span class="result" title="Black did not come">+ −</span>'
    assert "not finished" in pages.result(None)


@pytest.mark.parametrize(("value", "text"), [(12, "+12"), (-7, "−7"), (0, "0")])
def test_a_change_has_its_sign(value, text):
    assert pages.signed(value) == text


def test_a_change_without_a_rating_before_it_is_not_shown():
    assert (pages.change_mark(None, 1500), pages.signed_mark(None)) == ("", "")
    assert pages.change_mark(1500, 1480) == '<span class="down">−20</span>'


@pytest.mark.parametrize(
    ("language", "first", "last", "text"),
    [
        ("en", date(2026, 3, 7), date(2026, 3, 7), "March 7, 2026"),
        ("en", date(2026, 3, 7), date(2026, 3, 8), "March 7 – March 8, 2026"),
        ("cs", date(2026, 3, 7), date(2026, 4, 8), "7. března – 8. dubna 2026"),
        ("cs", date(2026, 12, 30), date(2027, 1, 2), "30. prosince 2026 – 2. ledna 2027"),
    ],
)
def test_days_are_written_as_the_language_writes_them(language, first, last, text):
    with override(language):
        assert pages.days(first, last) == text


@pytest.mark.parametrize(("plies", "moves"), [(None, ""), (0, "0"), (1, "1"), (2, "1"), (47, "24")])
def test_plies_are_counted_as_moves(plies, moves):
    assert pages.moves_of_plies(plies) == moves


def test_points_follow_the_scoring():
    assert [pages.points(5, scoring) for scoring in ("2-1-0", "1-0.5-0", "3-1-0")] == ["5", "2½", "5"]
    assert pages.scoring_words("1-0.5-0") == "win 1, draw ½, loss 0"
