"""Background tasks: each takes a job's id and calls one service (see `tournaments.services.jobs`)."""

from __future__ import annotations

from celery import shared_task


@shared_task
def rate_tournament_task(job_id: int) -> None:
    from tournaments.services.jobs import run_job
    from tournaments.services.ratings import rate_tournament

    run_job(job_id, lambda tournament_id: rate_tournament(tournament_id=tournament_id))


@shared_task
def sweep_jobs_task() -> None:
    from tournaments.services.jobs import sweep_jobs

    sweep_jobs()


@shared_task
def nightly_task() -> None:
    """What is done once a local date; sent every hour, so that no change of clocks or outage skips one."""
    from tournaments.services.nightly import run_nightly

    run_nightly()
