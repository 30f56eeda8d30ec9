"""Check-in."""

from __future__ import annotations

from django import forms


class HereForm(forms.Form):
    """Whether somebody is here, and the page it was said on."""

    here = forms.ChoiceField(choices=[("1", "1"), ("0", "0")])
    q = forms.CharField(required=False, max_length=100)
    show = forms.CharField(required=False, max_length=10)
    back = forms.CharField(required=False, max_length=10)


class AbsentForm(forms.Form):
    round_number = forms.IntegerField(min_value=1, max_value=99)
    undo = forms.BooleanField(required=False)
