"""Whether a record names the players of its pairing."""

import pytest

from games.domain.record_players import is_name_of, other_names, require_colours
from tournaments.domain.errors import InputError

WHITE, BLACK = "Novák, Jan", "Žížala, Řehoř"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Novák, Jan", WHITE),
        ("JAN NOVAK", WHITE),
        ("Novák,J.", WHITE),
        ("J. Novák", WHITE),
        ("Novak", WHITE),
        ("Hrac35,X.", "Hrac35, Xaver"),
        ("Novák, Jan", "Novák, J."),
        ("Novák, Jan", "Novák"),
        ("Novák, Jan Maria", "Novák, Jan M."),
        ("O'Neill-Žák, Adam", "O’Neill Žák, Adam"),
        ("Žáková, Jana", "Malá-Žáková, Jana"),
    ],
)
def test_one_name_in_other_words(written, name):
    assert is_name_of(written, name)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Novák, Petr", WHITE),
        ("Nováková, Jan", WHITE),
        ("N., Jan", WHITE),
        ("Jan", WHITE),
        ("Hrac36,X.", "Hrac35, Xaver"),
        ("Novák, P.", WHITE),
        ("Svoboda, Novák", WHITE),
        ("?", WHITE),
    ],
)
def test_another_name(written, name):
    assert not is_name_of(written, name)


@pytest.mark.parametrize("white", ["Řehoř Žížala", "Žížala,Ř."])
def test_swapped_colours_are_noticed_however_the_names_are_written(white):
    with pytest.raises(InputError, match="White is Novák, Jan") as caught:
        require_colours({"White": white, "Black": "jan novak"}, WHITE, BLACK)
    assert caught.value.code == "colours-swapped"


@pytest.mark.parametrize(
    ("tags", "named"),
    [
        ({}, None),
        ({"White": "Somebody"}, None),
        ({"White": "", "Black": ""}, None),
        ({"White": "?", "Black": "Somebody"}, None),
        ({"White": WHITE, "Black": BLACK}, None),
        ({"White": "Novak,J.", "Black": "Somebody"}, None),
        ({"White": "Somebody", "Black": "Zizala"}, None),
        ({"White": "Malý,  Petr", "black": "Velký, Ota"}, ("Malý, Petr", "Velký, Ota")),
        ({"White": BLACK, "Black": "Somebody"}, (BLACK, "Somebody")),
    ],
)
def test_other_names_are_no_error_but_told(tags, named):
    require_colours(tags, WHITE, BLACK)
    assert other_names(tags, WHITE, BLACK) == named


def test_namesakes_are_never_swapped():
    require_colours({"White": WHITE, "Black": WHITE}, WHITE, "Jan Novák")
    require_colours({"White": "Novák, J.", "Black": "Novák, J."}, WHITE, "Novák, Josef")
