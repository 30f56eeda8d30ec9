"""What the clocks in the hall show, as a moment: two nights a year an hour is missing or comes twice."""

from datetime import UTC, datetime, tzinfo

from tournaments.domain.errors import InputError, gettext_noop


def moment_at(local: datetime, zone: tzinfo) -> datetime:
    """Return the moment at which the clocks of the zone show this time.

    An hour that comes twice (the clocks go back) means the first of both. A time with an offset of its own is
    taken by it. Raises ``InputError`` (``time-does-not-exist``) for an hour that is left out.
    """
    if local.tzinfo is not None:
        return local.astimezone(UTC)
    moment = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None, fold=0) != local.replace(fold=0):
        raise InputError(
            "time-does-not-exist",
            gettext_noop(
                "The clocks go forward that night: there is no %(time)s on %(day)s. Choose another time."
            ),
            time=f"{local:%H:%M}",
            day=f"{local:%Y-%m-%d}",
        )
    return moment
