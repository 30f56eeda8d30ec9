"""Addresses of TRF files, beneath `tournaments/`."""

from django.urls import URLPattern, path

from tournaments.views import trf

urlpatterns: list[URLPattern] = [
    path("import/", trf.bring, name="tournament-import"),
    path("<slug:slug>/trf/<slug:edition>/", trf.export, name="tournament-trf"),
]
