"""Rounds paired by hand: a new one, and the last one put right before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.pairing import PairingPlan, PlannedPairing, Reason
from tournaments.models import Entry, Pairing, Result, Round, Tournament
from tournaments.services.audit import log
from tournaments.services.hand_plans import HandPair, plan_by_hand, proposal_of, propose_again
from tournaments.services.locking import lock_unfinished, raise_version, require_version
from tournaments.services.round_states import require_not_closed
from tournaments.services.rounds import (
    PRESENT,
    adjourned_notes,
    log_pairing,
    next_number,
    numbered_snapshot,
    pairing_row,
    present_numbers,
    require_results,
    round_record,
    write_pairings,
    write_round,
)

EDITED = Reason("edited-by-hand", gettext_noop("The pairings were changed by hand after they were made."))


@transaction.atomic
def pair_round_by_hand(
    *,
    actor,
    tournament: Tournament,
    pairs: Sequence[HandPair],
    expected_number: int | None = None,
    reason: str = "",
    confirm: bool = False,
    draft: bool = False,
) -> Round:
    """Pair the next round as given and publish it, unless as a `draft`; who is absent is added. With results
    it is an imported round.

    Raises InputError (`row` among its parameters names the pair, from 0) when somebody is paired twice,
    against himself, left out, withdrawn or not entered; ConflictError as `pair_next_round` does, and
    DoubtfulPairing where something is unusual and `confirm` is false.
    """
    tournament = lock_unfinished(tournament)
    _require_players(tournament)
    number = next_number(tournament, expected_number)
    require_results(tournament)
    snapshot = numbered_snapshot(tournament)
    proposal = proposal_of(tournament, snapshot, number, tournament.games_per_round)
    plan = plan_by_hand(proposal, pairs, reason, confirm)
    is_import = any(pair.black is not None and pair.result for pair in pairs)
    if is_import and draft:
        raise InputError(
            "draft-with-results", gettext_noop("A draft has no results: nothing has been played in it.")
        )
    this = write_round(
        actor=actor,
        tournament=tournament,
        plan=plan,
        snapshot=snapshot,
        source=Round.Source.IMPORT if is_import else Round.Source.HAND,
        draft=draft,
    )
    log_pairing(actor=actor, this=this, plan=plan, reason=reason)
    return this


@transaction.atomic
def edit_round_by_hand(
    *,
    actor,
    tournament: Tournament,
    number: int,
    pairs: Sequence[HandPair],
    version: int | None = None,
    reason: str = "",
    confirm: bool = False,
) -> Round:
    """Pair the last round anew as given, be it a draft; pairings that stay as they are keep their results.

    `version` is the tournament's version the caller looked at. Raises what `pair_round_by_hand` does,
    StaleError, and ConflictError when it is not the last round, is closed, or a result or a game is
    recorded at a pairing that would go.
    """
    tournament = lock_unfinished(tournament)
    _require_players(tournament)
    require_version(tournament.version, version)
    this = tournament.rounds.order_by("-number").first()
    if this is None or this.number != number:
        raise ConflictError(
            "not-the-last-round-to-edit",
            gettext_noop("Only the last round can be paired anew, and round %(round)s is not the last."),
            round=number,
        )
    require_not_closed(this)
    proposal = propose_again(this)
    plan = plan_by_hand(proposal, pairs, reason, confirm)
    before = round_record(this)
    _seat_latecomers(this, plan, proposal.snapshot.entries)
    _replace_pairings(this, plan, proposal.snapshot.entries)
    this.source = Round.Source.HAND
    # How the opening was drawn still holds; why the system paired so does not.
    drawn = [note for note in this.notes if note["code"] == "opening-drawn"]
    said = (EDITED, *plan.notes, *adjourned_notes(tournament))
    this.notes = [*(asdict(note) for note in said), *drawn]
    if this.is_draft:
        this.options = {**this.options, PRESENT: present_numbers(proposal.snapshot, number)}
    this.save(update_fields=["source", "notes", "options"])
    raise_version(tournament)
    log(
        actor=actor,
        action="edit-round",
        subject=number,
        tournament=tournament,
        before=before,
        after={**round_record(this), "notes": this.notes},
        reason=reason,
    )
    return this


def _require_players(tournament: Tournament) -> None:
    if tournament.is_team_event:
        raise ConflictError(
            "hand-pairing-of-teams",
            gettext_noop("Matches of teams are paired by the pairing system, not by hand."),
        )


def _seat_latecomers(this: Round, plan: PairingPlan, entries: dict[int, Entry]) -> None:
    """Who came when the round was already paired plays in it after all, with the number he is shown by."""
    for each in plan.pairings:
        for number in (each.white, each.black):
            if number is not None and entries[number].joined_round > this.number:
                entries[number].joined_round = this.number
                entries[number].number = number
                entries[number].save(update_fields=["joined_round", "number"])


def _replace_pairings(this: Round, plan: PairingPlan, entries: dict[int, Entry]) -> None:
    """Write the plan over the round: who meets as before keeps the row, the others make place."""
    standing = {_who(pairing): pairing for pairing in this.pairings.all()}
    wanted = {_who(pairing_row(this, 0, each, entries)): each for each in plan.pairings}
    kept = {who for who in standing.keys() & wanted.keys() if _stays(standing[who], wanted[who])}
    going = [pairing for who, pairing in standing.items() if who not in kept]
    _require_unplayed(going)
    this.pairings.filter(pk__in=[pairing.pk for pairing in going]).delete()
    tables = {who: table for table, who in enumerate(wanted, start=1)}
    # Tables are unique: those that stay make room first, so that two can change places.
    for aside in (len(standing) + len(wanted), 0):
        for who in kept:
            this.pairings.filter(pk=standing[who].pk).update(table=tables[who] + aside)
    new = [(tables[who], each) for who, each in wanted.items() if who not in kept]
    write_pairings(this, new, entries)


def _who(pairing: Pairing) -> tuple[int, int | None]:
    return pairing.white_id, pairing.black_id


def _stays(pairing: Pairing, planned: PlannedPairing) -> bool:
    return planned.black is not None or pairing.result_code == planned.result


def _require_unplayed(going: Sequence[Pairing]) -> None:
    """What was entered about a game is not thrown away with its pairing; what came with the pairing is."""
    pks = [pairing.pk for pairing in going]
    entered = Result.objects.filter(pairing__in=pks).exclude(source=Result.Source.PAIRING)
    recorded = Pairing.objects.filter(pk__in=pks, games__isnull=False)
    busy = {*entered.values_list("pairing", flat=True), *recorded.values_list("pk", flat=True)}
    tables = sorted(pairing.table for pairing in going if pairing.pk in busy)
    if tables:
        raise ConflictError(
            "pairing-played",
            gettext_noop(
                "Something is recorded at tables %(tables)s: a result or a game. Leave these pairings as they"
                " are, or undo the round."
            ),
            tables=", ".join(map(str, tables)),
        )
