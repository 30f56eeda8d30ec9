"""The Django project: settings, addresses, the Celery application."""

from dama_site.celery import app as celery_app

__all__ = ["celery_app"]
