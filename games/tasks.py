"""Background tasks of the games app: each takes a job's id and calls one service."""

from __future__ import annotations

from celery import shared_task


@shared_task
def verify_game_task(job_id: int) -> None:
    from games.services.verification import verify_game
    from tournaments.services.jobs import run_job

    run_job(job_id, lambda game_id: verify_game(game_id=game_id))
