"""Seeding a bracket so that players of one group meet as late as possible."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.domain.pairing.bracket import bracket_order, places_for

_NEVER = 99


def seeded_apart(bands: Sequence[Sequence[int]], group_of: Mapping[int, int]) -> tuple[int, ...]:
    """Return players in the order of their seeds.

    ``bands`` are who is first in the groups, who is second, and so on, each in its own order; nobody leaves
    his band. In it he keeps his place unless he would meet somebody of his group sooner than he has to.
    """
    size = places_for(max(sum(len(band) for band in bands), 1))
    place = {seed: at for at, seed in enumerate(bracket_order(size))}
    seeding: list[int] = []
    for band in bands:
        first = len(seeding) + 1
        seeds = range(first, first + len(band))

        def meets(player: int, seed: int, before: Sequence[int] = tuple(seeding)) -> int:
            """Return the round of the bracket in which he can meet somebody of his group."""
            rounds = [
                (place[seed] ^ place[other]).bit_length()
                for other, each in enumerate(before, start=1)
                if group_of[each] == group_of[player]
            ]
            return min(rounds, default=_NEVER)

        seeding += _placed(band, seeds, meets, size.bit_length())
    return tuple(seeding)


def _placed(
    band: Sequence[int], seeds: Sequence[int], meets: Callable[[int, int], int], rounds: int
) -> list[int]:
    """Return the band in the order of its seeds, with the first meeting as late as it can be."""
    for least in range(rounds, 0, -1):
        allowed = {
            player: [
                seed for seed in sorted(seeds, key=lambda each: each != own) if meets(player, seed) >= least
            ]
            for player, own in zip(band, seeds, strict=True)
        }
        taken: dict[int, int] = {}
        if all(_seat(player, allowed, taken, set()) for player in band):
            return [taken[seed] for seed in seeds]
    return list(band)


def _seat(player: int, allowed: Mapping[int, Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Find a seed for a player; who has it gives way where he has another (augmenting paths)."""
    for seed in allowed[player]:
        if seed not in tried:
            tried.add(seed)
            if seed not in taken or _seat(taken[seed], allowed, taken, tried):
                taken[seed] = player
                return True
    return False
