"""Finding good moves: search, evaluation and analysis, the same for every ruleset."""

from engine.search.analysis import Engine, Stop, analyse, analysis
from engine.search.lines import Line
from engine.search.speed import bench

__all__ = ["Engine", "Line", "Stop", "analyse", "analysis", "bench"]
