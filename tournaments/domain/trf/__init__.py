"""Tournament report files (TRF16 and TRF26 of FIDE): read, written, paired and checked."""

from tournaments.domain.trf.decisions import require_no_decisions
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.errors import TrfError, TrfProblem
from tournaments.domain.trf.export import EDITIONS, TrfHeader, TrfPerson, to_trf16, to_trf26
from tournaments.domain.trf.pair import RoundCheck, check_rounds, pair_round, pairs_of
from tournaments.domain.trf.player import Cell, PlayerRecord
from tournaments.domain.trf.reader import read_trf, write_trf
from tournaments.domain.trf.state import to_state
from tournaments.domain.trf.systems import pairing_system

__all__ = [
    "EDITIONS",
    "Cell",
    "PlayerRecord",
    "RoundCheck",
    "TrfDocument",
    "TrfError",
    "TrfHeader",
    "TrfPerson",
    "TrfProblem",
    "check_rounds",
    "pair_round",
    "pairing_system",
    "pairs_of",
    "read_trf",
    "require_no_decisions",
    "to_state",
    "to_trf16",
    "to_trf26",
    "write_trf",
]
