"""Endgame tables: win, draw, loss and distance of every position with few pieces.

    from engine import Board
    from engine.endgame import Tables, theoretical

Probing needs the standard library alone; `python -m engine tables build` makes tables.
"""

from engine.endgame.errors import TableError
from engine.endgame.probe import SHIPPED, Probe, Tables, Theoretical, shipped_tables, theoretical

__all__ = ["SHIPPED", "Probe", "TableError", "Tables", "Theoretical", "shipped_tables", "theoretical"]
