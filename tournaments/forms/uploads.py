"""A file that somebody sends."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile


class UploadField(forms.FileField):
    """An optional file of at most `most` bytes; `too_large` says so of a larger one, which is not read; in it
    `%(most)s` are the megabytes.

    `accept` is what the browser offers to choose from.
    """

    def __init__(self, *, most: int, too_large: Any, accept: str, **kwargs: Any) -> None:
        self.most = most
        widget = forms.ClearableFileInput(attrs={"accept": accept})
        super().__init__(**{"required": False, "widget": widget, **kwargs})
        self.error_messages["too_large"] = too_large

    def to_python(self, data: UploadedFile | None) -> UploadedFile | None:
        file = super().to_python(data)
        if file is not None and file.size > self.most:
            most = {"most": self.most // 1_000_000}
            raise forms.ValidationError(self.error_messages["too_large"], code="too_large", params=most)
        return file
