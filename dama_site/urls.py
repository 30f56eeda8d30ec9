"""The site's addresses."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from dama_site.favicon import favicon
from dama_site.health import healthz, readyz

urlpatterns = [
    # First the games': "restore" is no tournament's address.
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
    path("api/v1/", include("dama_site.api_urls")),
    path("accounts/login/", LoginView.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("favicon.ico", favicon, name="favicon"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
