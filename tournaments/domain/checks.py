"""A second fence: whatever paired a round, its plan is checked before it is written."""

from collections import Counter

from tournaments.domain.errors import PairingError, gettext_noop
from tournaments.domain.pairing.base import PairingPlan
from tournaments.domain.results import PAIRING_BYES, RESULTS
from tournaments.domain.state import CYCLES, TournamentState

UNAVOIDABLE = "prohibited-unavoidable"
"""Code of the reason by which a system says that two had to meet who are not allowed to."""


def check_plan(state: TournamentState, plan: PairingPlan) -> None:
    """Raise ``PairingError`` when the plan breaks what holds in every system.

    Everybody who is present and does not rest is in it exactly once, nobody twice or against himself, nobody
    who is not entered; no two meet again who played each other in this stage, in a double round robin twice;
    nobody gets a second pairing bye, whatever the first was worth; nobody meets whom he may not by the
    arbiter's decision, unless a reason of the pairing (``prohibited-unavoidable``) says that it had to be.
    """
    _check_players(state, plan)
    _check_meetings(state.as_matches, plan)
    _check_prohibited(state, plan)
    _check_byes(state, plan)


def _broken(template: str, **params: object) -> PairingError:
    return PairingError("plan-invalid", template, **params)


def _check_players(state: TournamentState, plan: PairingPlan) -> None:
    numbers = [n for each in plan.pairings for n in (each.white, each.black) if n is not None]
    strangers = sorted(set(numbers) - set(state.by_number))
    if strangers:
        raise _broken(
            gettext_noop("Round %(round)s pairs number %(number)s, who is not entered."),
            round=plan.number,
            number=strangers[0],
        )
    twice = sorted(number for number, times in Counter(numbers).items() if times > 1)
    if twice:
        raise _broken(
            gettext_noop("Round %(round)s pairs %(player)s twice."),
            round=plan.number,
            player=state.by_number[twice[0]].label,
        )
    for number, entry in state.by_number.items():
        if entry.is_present(plan.number) and number not in numbers and number not in plan.resting:
            raise _broken(
                gettext_noop("Round %(round)s leaves out %(player)s, who is present."),
                round=plan.number,
                player=entry.label,
            )


def _check_meetings(state: TournamentState, plan: PairingPlan) -> None:
    # Other groups are another stage: who met in the preliminary may meet in the final.
    met = Counter(
        frozenset((each.white, each.black))
        for earlier in state.rounds
        if earlier.groups == plan.groups
        for each in earlier.pairings
        if each.kind is not None and each.kind.played
    )
    allowed = state.number_option(CYCLES, 1)
    for each in plan.pairings:
        if each.black is not None and met[frozenset((each.white, each.black))] >= allowed:
            raise _broken(
                gettext_noop("Round %(round)s pairs %(white)s and %(black)s, who have already met."),
                round=plan.number,
                white=state.by_number[each.white].label,
                black=state.by_number[each.black].label,
            )


def _check_prohibited(state: TournamentState, plan: PairingPlan) -> None:
    for each in plan.pairings:
        declared = any(reason.code == UNAVOIDABLE for reason in each.reasons)
        if each.black is not None and not declared and state.forbids(each.white, each.black, plan.number):
            raise _broken(
                gettext_noop("Round %(round)s pairs %(white)s and %(black)s, who are not allowed to meet."),
                round=plan.number,
                white=state.by_number[each.white].label,
                black=state.by_number[each.black].label,
            )


def _check_byes(state: TournamentState, plan: PairingPlan) -> None:
    for each in plan.pairings:
        if each.black is None and (each.result is None or not RESULTS[each.result].is_bye):
            raise _broken(
                gettext_noop("Round %(round)s leaves %(player)s without an opponent and without a bye."),
                round=plan.number,
                player=state.by_number[each.white].label,
            )
        had = {part.result for part in state.histories[each.white]}
        if each.result in PAIRING_BYES and had & set(PAIRING_BYES):
            raise _broken(
                gettext_noop("Round %(round)s gives %(player)s a second bye."),
                round=plan.number,
                player=state.by_number[each.white].label,
            )
