"""Who gets which role of an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.rights import Role

ROLE_NAMES = {
    Role.OFFICER: _("officer of the federation"),
    Role.ORGANISER: _("organiser"),
    Role.CHIEF: _("chief arbiter"),
    Role.ARBITER: _("arbiter"),
}


class RoleForm(forms.Form):
    """An account by its exact user name: nobody can look up who has one here."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        help_text=_("Exactly as the person logs in."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, roles: Iterable[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [(role.value, ROLE_NAMES[role]) for role in roles]

    def clean_username(self) -> AbstractBaseUser:
        name = self.cleaned_data["username"]
        user = get_user_model().objects.filter(username=name, is_active=True).first()
        if user is None:
            raise ValidationError(gettext("Nobody has this user name: %(names)s.") % {"names": name})
        return user


class AppointForm(RoleForm):
    """`seen_chief` is the chief arbiter the page showed; `hand_over` takes the role from who sends it."""

    hand_over = forms.BooleanField(label=_("Instead of me: I give this role up"), required=False)
    seen_chief = forms.CharField(widget=forms.HiddenInput, required=False)


class DismissForm(RoleForm):
    """Who has a role may have lost his account's use since: he can be removed all the same."""

    def clean_username(self) -> AbstractBaseUser:
        name = self.cleaned_data["username"]
        user = get_user_model().objects.filter(username=name).first()
        if user is None:
            raise ValidationError(gettext("Nobody has this user name: %(names)s.") % {"names": name})
        return user
