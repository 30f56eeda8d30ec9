"""Addresses of the REST API, below /api/v1/."""

from django.urls import include, path, re_path

from dama_site.api import DocsView, NoSuchAddressView, RootView, SchemaView

urlpatterns = [
    path("", RootView.as_view(), name="api-root"),
    path("schema/", SchemaView.as_view(), name="api-schema"),
    path("docs/", DocsView.as_view(), name="api-docs"),
    # First the games': "restore" is no tournament's address.
    path("", include("games.api.urls")),
    path("", include("tournaments.api.urls")),
    re_path(r"", NoSuchAddressView.as_view(), name="api-nothing"),
]
