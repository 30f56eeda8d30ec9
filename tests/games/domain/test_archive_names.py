"""Names of archives: one person in several spellings, and slips that are only pointed at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.archive_names import NearNames, best_name, is_slip, person_key

NAMES = [
    "Novák, Jan",
    "Nowak Jan",
    "Jna Novak",
    "Novák J.",
    "Petr Hrac01",
    "Petr Hrac02",
    "De Vries Jan",
    "Devries, Jan",
    "Hrac35,X.",
    "Hrac35,Y.",
]


@pytest.mark.parametrize(
    "text", ["Žížala, Řehoř", "Řehoř Žížala", "ZIZALA,REHOR", "zizala  rehor", " Rehor  Žížala. "]
)
def test_spellings_of_one_name_have_one_key(text):
    assert person_key(text) == ("rehor", "zizala")


@pytest.mark.parametrize("text", ["", "?", " - ", "...."])
def test_no_name_has_an_empty_key(text):
    assert person_key(text) == ()


def near(name):
    """The names of NAMES that are near this one."""
    keys = {person_key(each): each for each in NAMES}
    return sorted(keys[key] for key in NearNames(keys).near(person_key(name)))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Novák, Jan", ["Jna Novak", "Novák J.", "Nowak Jan"]),
        ("Nowak Jan", ["Novák, Jan"]),
        ("De Vries Jan", ["Devries, Jan"]),
        ("Devries, Jan", ["De Vries Jan"]),
        ("Petr Hrac01", []),
        ("Hrac35,X.", []),
        ("Hrac35, Xaver", ["Hrac35,X."]),
        ("Novotná Jana", []),
    ],
)
def test_near_names(name, expected):
    assert near(name) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("novak", "novk", True),
        ("novak", "novaak", True),
        ("novak", "nowak", True),
        ("novak", "nvoak", True),
        ("novak", "novka", True),
        ("novak", "nowok", False),
        ("novak", "novotny", False),
        ("hrac01", "hrac02", False),
        ("hrac1", "hrac11", False),
        ("hrac01", "hrax01", True),
        ("x", "xaver", True),
        ("x", "y", False),
        ("x", "yvona", False),
    ],
)
def test_slips_are_one_letter_and_never_a_digit(one, other, expected):
    assert is_slip(one, other) is expected
    assert is_slip(other, one) is expected


@given(st.text("abc1", min_size=2, max_size=6), st.integers(0, 5), st.sampled_from("abc"))
def test_a_letter_more_is_always_a_slip(word, place, letter):
    longer = word[:place] + letter + word[place:]
    assert is_slip(word, longer)


@pytest.mark.parametrize(
    ("spellings", "expected"),
    [
        ({"Hrac35,X.": 3, "X. Hrac35": 9}, ("Hrac35", "X.")),
        ({"Zizala,Rehor": 5, "Řehoř Žížala": 1}, ("Žížala", "Řehoř")),
        ({"Žížala Řehoř": 1, "Zizala, Rehor": 5}, ("Žížala", "Řehoř")),
        ({"Petr Hrac01": 1}, ("Hrac01", "Petr")),
        ({"Hrac01": 1}, ("Hrac01", "")),
    ],
)
def test_best_name_takes_diacritics_first_and_believes_a_comma(spellings, expected):
    assert best_name(spellings) == expected
