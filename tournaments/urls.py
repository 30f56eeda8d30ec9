"""Addresses of the tournaments app."""
from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
