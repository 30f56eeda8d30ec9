"""What a form says about the page it was read at: `{% seen entry %}`."""

from __future__ import annotations

import time

from django import template
from django.db.models import Model
from django.template import RequestContext
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.templatetags.pages import once

register = template.Library()


@register.simple_tag
def read_now() -> SafeString:
    """When the page was read, for a form that carries what it saw in a field of its own."""
    return format_html('<input type="hidden" name="read_at" value="{}">', int(time.time() * 1000))


@register.simple_tag(takes_context=True)
def seen(context: RequestContext, thing: Model) -> SafeString:
    """The version at which a form shows `thing`, since when, and the key that makes a double Enter one.

    A form refused for what was written in it keeps the version of the page it was first read at; one that was
    stale gets the present one, so that sent again it is written over what the page now says.
    """
    name = f"{thing._meta.model_name}-{thing.pk}"
    version, read_at = str(thing.version), str(int(time.time() * 1000))
    request = context.get("request")
    if request is not None and getattr(request, "stale", None) is None:
        sent = request.POST
        if sent.get("seen_of") == name and sent.get("version", "").isdecimal():
            version, read_at = sent["version"], sent.get("read_at", "")
    return format_html(
        '<input type="hidden" name="seen_of" value="{}"><input type="hidden" name="version" value="{}">'
        '<input type="hidden" name="read_at" value="{}">{}',
        name,
        version,
        read_at,
        once(),
    )
