"""Django's admin for federation staff: the registers they keep; tournaments' play is only shown there.

Rights come from `Federation.staff`, not from Django's permission rows: who is staff of a federation and may
enter the admin (`is_staff`) keeps that federation's things there. Accounts are left to superusers.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments.admin import accounts, people, ratings, records, teams, tournaments
from tournaments.admin.stale import delete_selected

admin.site.site_title = "Dáma"
admin.site.site_header = _("Dáma: administration")
admin.site.index_title = _("Registers and records")

admin.site.add_action(delete_selected)

__all__ = ["accounts", "people", "ratings", "records", "teams", "tournaments"]
