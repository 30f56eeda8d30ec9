"""Taking a tournament away as one file."""

from __future__ import annotations

import tomllib

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.domain.snapshot_text import SnapshotText, write_snapshot_text
from games.selectors.snapshots import snapshot_content
from tournaments.models import Tournament
from tournaments.services.audit import log
from tournaments.services.locking import lock_tournament


@transaction.atomic
def export_snapshot(*, actor, tournament: Tournament) -> SnapshotText:
    """The whole tournament with its games and its log, as it stands now (`actor` None: a command).

    That it was taken is logged, since a file has what only arbiters see; the tournament itself stays as it
    was.
    """
    # Locked, so that no writer changes one list after another was read.
    locked = lock_tournament(tournament)
    made_at = timezone.now().isoformat()
    text = SnapshotText(made_at, _site_version(), snapshot_content(locked))
    log(actor=actor, action="export-snapshot", subject=locked, tournament=locked)
    return text


def _site_version() -> str:
    """The version of the program, as the project states it: read where it is written into a file."""
    stated = (settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(stated)["project"]["version"]


def snapshot_file(*, actor, tournament: Tournament) -> bytes:
    """As `export_snapshot`, as the bytes of the file."""
    return write_snapshot_text(export_snapshot(actor=actor, tournament=tournament))
