"""Pictures of boards."""

import xml.etree.ElementTree as ET

import pytest

from engine import RULESETS, Board, svg

NS = "{http://www.w3.org/2000/svg}"


def parts(picture, css_class):
    root = ET.fromstring(picture)  # noqa: S314
    return [node for node in root.iter() if css_class in node.get("class", "").split()]


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_a_picture(key):
    board = Board(key)
    root = ET.fromstring(svg.board(board))  # noqa: S314
    side = board.ruleset.size * 100
    assert root.get("viewBox") == f"0 0 {side} {side}"
    assert root.get("role") == "img"
    assert len(parts(svg.board(board), "dark")) == len(board.geometry.names)
    assert len(parts(svg.board(board), "piece")) == len(board.pieces())


def test_a_picture_for_screen_readers():
    board = Board("czech", "B:Wa1,Kc3:Bb8")
    words = "Draughts board, Black to move. White: a1, Kc3. Black: b8."
    root = ET.fromstring(svg.board(board))  # noqa: S314
    assert root.find(f"{NS}title").text == words
    assert root.get("aria-label") == words
    template, values = svg.description(board)
    assert template % values == words
    titled = ET.fromstring(svg.board(board, title="Černý <na tahu>"))  # noqa: S314
    assert titled.find(f"{NS}title").text == "Černý <na tahu>"


def test_nothing_inline():
    board = Board("czech", "W:Wc3:Bd4,f6")
    board.push(board.legal_moves[0])
    picture = svg.board(board, last_move=board.moves[0])
    assert "style=" not in picture
    assert "<style" not in picture
    assert "<script" not in picture


def test_where_the_pieces_stand():
    board = Board("czech", "W:Wa1,Kc3:Bb8,Kd8")
    found = {node.get("data-square"): node.get("class") for node in parts(svg.board(board), "piece")}
    assert found == {
        "a1": "piece white man",
        "c3": "piece white king",
        "b8": "piece black man",
        "d8": "piece black king",
    }
    assert len(parts(svg.board(board), "crown")) == 2


def test_either_side_up():
    board = Board("czech", "W:Wa1:B")
    (piece,) = parts(svg.board(board), "piece")
    assert piece.get("transform") == "translate(50 750)"
    (piece,) = parts(svg.board(board, flipped=True), "piece")
    assert piece.get("transform") == "translate(750 50)"


def test_the_last_move_and_its_ghosts():
    board = Board("czech", "W:Wc3:Bd4,f6,b8")
    board.push(board.legal_moves[0])
    plain, marked = svg.board(board), svg.board(board, last_move=board.moves[-1])
    for css_class, count in (("move-from", 1), ("move-to", 1), ("move-path", 1), ("captured", 2)):
        assert len(parts(plain, css_class)) == 0
        assert len(parts(marked, css_class)) == count


def texts(picture):
    return [node.text for node in ET.fromstring(picture).iter(f"{NS}text")]  # noqa: S314


def test_coordinates():
    assert sorted(texts(svg.board(Board()))) == list("12345678abcdefgh")
    assert texts(svg.board(Board(), coordinates=False)) == []
    assert texts(svg.board(Board("international"))) == [str(number) for number in range(1, 51)]


def test_size():
    root = ET.fromstring(svg.board(Board(), size=320))  # noqa: S314
    assert (root.get("width"), root.get("height")) == ("320", "320")
    assert ET.fromstring(svg.board(Board())).get("width") is None  # noqa: S314


def test_arrows():
    picture = svg.board(Board(), arrows=[("c3", "d4"), ("a1", "a1")])
    straight, ring = parts(picture, "arrow")
    assert (straight.get("data-from"), straight.get("data-to")) == ("c3", "d4")
    assert straight.tag == f"{NS}polygon"
    assert ring.tag == f"{NS}circle"
    # The point of the arrow is the middle of d4.
    assert straight.get("points").split()[3] == "350.0,450.0"
    with pytest.raises(ValueError, match="'d3' is not a playing square"):
        svg.board(Board(), arrows=[("c3", "d3")])


def test_a_huffed_piece_has_a_ghost():
    board = Board("slovak", "W:Wc3,g1:Bd4,h8,a7")
    board.push_text("g1-h2")
    board.push_text("huff c3 a7-b6")
    (ghost,) = parts(svg.board(board, last_move=board.moves[-1]), "captured")
    assert ghost.get("transform") == "translate(250 550)"


def test_a_mirrored_board_has_its_dark_corner_at_the_right():
    board = Board("italian", "W:W32:B")
    (piece,) = parts(svg.board(board), "piece")
    assert piece.get("transform") == "translate(750 750)"
    (piece,) = parts(svg.board(board, flipped=True), "piece")
    assert piece.get("transform") == "translate(50 50)"
