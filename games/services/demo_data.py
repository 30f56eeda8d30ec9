"""The demo data: who plays and what is held. Every name says that it is an example."""

from __future__ import annotations

from dataclasses import dataclass

FEDERATION = ("DEMO", "Ukázková federace (DEMO)")
RATING_LIST = ("demo", "Ukázkový žebříček (DEMO)")
CLUBS = (
    ("Ukázkový klub Praha (DEMO)", "Praha"),
    ("Ukázkový klub Brno (DEMO)", "Brno"),
    ("Ukázkový klub Plzeň (DEMO)", "Plzeň"),
)
ABOUT = "Ukázková data: turnaj, hráči, výsledky i partie jsou vymyšlené."


@dataclass(frozen=True)
class DemoPlayer:
    """`club` is a place in CLUBS; `rating` and `games` are what he brings to the list."""

    family: str
    given: str
    sex: str
    birth_year: int
    club: int
    rating: int | None = None
    games: int = 0
    title: str = ""
    category: str = ""


PLAYERS = (
    DemoPlayer("Ukázkový", "Adam", "m", 1968, 0, 1412, 210, "NM"),
    DemoPlayer("Vzorová", "Bára", "f", 1979, 1, 1385, 164, "KNM"),
    DemoPlayer("Cvičný", "Cyril", "m", 1955, 2, 1340, 302, "KNM"),
    DemoPlayer("Zkušební", "Dana", "f", 1988, 0, 1298, 88, "I"),
    DemoPlayer("Příkladný", "Emil", "m", 1972, 1, 1267, 131, "I"),
    DemoPlayer("Ukázková", "Františka", "f", 1994, 2, 1251, 57, "II"),
    DemoPlayer("Vzorový", "Gustav", "m", 1949, 0, 1204, 240, "II"),
    DemoPlayer("Cvičná", "Hana", "f", 1983, 1, 1188, 64),
    DemoPlayer("Zkušební", "Ivan", "m", 1990, 2, 1150, 42, "III"),
    DemoPlayer("Příkladná", "Jitka", "f", 2001, 0, 1102, 26),
    DemoPlayer("Ukázkový", "Karel", "m", 1964, 1, 1075, 31),
    DemoPlayer("Vzorová", "Lenka", "f", 2012, 2, 1020, 6, category="U15"),
    DemoPlayer("Cvičný", "Matěj", "m", 2013, 0, category="U15"),
    DemoPlayer("Zkušební", "Řehoř", "m", 2008, 1, category="U19"),
)


@dataclass(frozen=True)
class DemoEvent:
    """A tournament. `players` are places in PLAYERS, `days` how long from today it begins (negative: ago).

    `rounds` are played to their end, `games` are the seeds of the games kept from the first tables, one a
    round. `seed` decides the lots and the results.
    """

    name: str
    system: str
    days: int
    players: tuple[int, ...]
    seed: int
    rounds: int
    planned: int | None = None
    length: int = 1
    games: tuple[int, ...] = ()
    time_control: str = "2 × 30 min"


FINISHED = (
    DemoEvent("Ukázkový memoriál (DEMO)", "round-robin", -400, (0, 1, 2, 4, 6, 8), 11, 5),
    DemoEvent("Ukázkový pohár (DEMO)", "swiss", -280, (0, 1, 3, 4, 5, 7, 9, 10, 11, 12), 12, 4, 4),
    DemoEvent("Ukázkový přebor (DEMO)", "round-robin", -160, (1, 2, 3, 5, 8, 13), 13, 5),
    DemoEvent(
        "Ukázkové mistrovství (DEMO)",
        "swiss",
        -40,
        tuple(range(12)),
        14,
        5,
        5,
        2,
        (0, 3, 10, 7, 17),
        "2 × 45 min",
    ),
)
RUNNING = DemoEvent(
    "Ukázkový klubový turnaj (DEMO)", "swiss", 0, (0, 3, 4, 6, 7, 9, 11, 13), 15, 1, 5, games=(16,)
)
COMING = DemoEvent("Ukázkový open (DEMO)", "swiss", 14, (1, 2, 5, 8, 10, 12), 16, 0, 5)
REPETITION = 12
"""Seed of the game of the running tournament in which nobody claimed the draw."""
