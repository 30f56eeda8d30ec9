"""Teams: entering them, the order of their players, who may not meet, line-ups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Entry, Match, Team

PLAYERS_HELP = gettext_lazy(
    "In the order of the boards, one a line: “Novák, Jan”. After a semicolon or a tab the year of birth, the"
    " club and the rating may follow: “Novák, Jan; 1990; Sokol; 1500”. Players of the site are found by their"
    " name, others are added."
)


def _players_field(**options: Any) -> forms.CharField:
    box = forms.Textarea(attrs={"rows": 6, "spellcheck": "false"})
    return forms.CharField(
        label=gettext_lazy("Players, one a line"), widget=box, help_text=PLAYERS_HELP, **options
    )


class TeamNameForm(forms.Form):
    """A team's name and club; `version` is the team's as the page showed it."""

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=80)
    club = forms.CharField(label=gettext_lazy("Club"), required=False, max_length=120)
    version = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def of(cls, team: Team) -> TeamNameForm:
        club = team.club.name if team.club else ""
        return cls(initial={"name": team.name, "club": club, "version": team.version})


class NewTeamForm(forms.Form):
    """A team with its players."""

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=80)
    club = forms.CharField(label=gettext_lazy("Club"), required=False, max_length=120)
    players = _players_field(required=False)


class MorePlayersForm(forms.Form):
    """Players who come after the team's last."""

    players = _players_field()


class MembersForm(forms.Form):
    """A place for each player of the team; without one he leaves it."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].initial = team.version
        self._entries: dict[str, Entry] = {}
        for place, member in enumerate(team.members.all(), start=1):
            name = f"place-{member.entry_id}"
            self._entries[name] = member.entry
            self.fields[name] = forms.IntegerField(
                label=member.entry.player.formal_name,
                initial=place,
                required=False,
                min_value=1,
                max_value=999,
            )

    @property
    def places(self) -> list[forms.BoundField]:
        return [self[name] for name in self._entries]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        taken: dict[int, str] = {}
        for name, entry in self._entries.items():
            place = cleaned.get(name)
            if place is None:
                continue
            if place in taken:
                self.add_error(name, _("%(player)s has this place already.") % {"player": taken[place]})
            else:
                taken[place] = entry.player.formal_name
        return cleaned

    def entries(self) -> list[Entry]:
        """Who stays in the team, by the places given."""
        given = [(self.cleaned_data[name], entry) for name, entry in self._entries.items()]
        return [
            entry
            for _place, entry in sorted(
                (each for each in given if each[0] is not None), key=lambda each: each[0]
            )
        ]


class KeptApartForm(forms.Form):
    """The teams that one may not meet."""

    teams = forms.ModelMultipleChoiceField(
        Team.objects.none(),
        label=gettext_lazy("Must not meet"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["teams"].queryset = team.tournament.teams.exclude(pk=team.pk)
        self.fields["teams"].initial = [other.pk for other in team.kept_apart.all()]


class LineUpForm(forms.Form):
    """Who of a team sits at each board of a match. Boards in `fixed` have been played: they stay."""

    reason = forms.CharField(label=gettext_lazy("Why"), required=False, max_length=200)

    def __init__(
        self,
        *args: Any,
        match: Match,
        team: Team,
        sitting: Sequence[Entry | None],
        fixed: frozenset[int],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, prefix=f"team-{team.pk}", **kwargs)
        self.team, self.match = team, match
        members = list(team.members.all())
        self._entries = {str(member.entry_id): member.entry for member in members}
        choices = [
            ("", gettext_lazy("nobody")),
            *((str(each.entry_id), f"{at}. {each.entry.player.name}") for at, each in enumerate(members, 1)),
        ]
        for board, entry in enumerate(sitting, start=1):
            self.fields[f"board-{board}"] = forms.ChoiceField(
                label=_("Board %(number)s") % {"number": board},
                choices=choices,
                required=False,
                initial=str(entry.pk) if entry else "",
                disabled=board in fixed,
            )

    @property
    def boards(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("board-")]

    def entries(self) -> list[Entry | None]:
        """Who sits at the boards, from the first on."""
        return [self._entries.get(self.cleaned_data[field.name]) for field in self.boards]


class MatchForfeitForm(forms.Form):
    """Which team did not come to a match, if any."""

    PLAYED = "played"

    code = forms.ChoiceField(label=gettext_lazy("The match"), widget=forms.RadioSelect, choices=[])
    reason = forms.CharField(label=gettext_lazy("Why"), required=False, max_length=200)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].choices = [
            (self.PLAYED, _("is played")),
            ("-/+", _("%(team)s did not come") % {"team": match.white.name}),
            ("+/-", _("%(team)s did not come") % {"team": match.black.name if match.black else ""}),
            ("-/-", _("neither team came")),
        ]
        self.fields["code"].initial = match.code or self.PLAYED

    def clean_code(self) -> str:
        """The match's code, empty where it is played."""
        code: str = self.cleaned_data["code"]
        return "" if code == self.PLAYED else code
