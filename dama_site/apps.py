"""The Django project as an app: its commands, static files and catalogues."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "dama_site"
    verbose_name = "Dáma"
