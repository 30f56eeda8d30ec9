"""Texts of the libraries that their own Czech or Slovak catalogues lack or say badly.

Nothing imports this: it puts them into the site's catalogues, which gettext asks before the libraries' own.
A text goes when the library has learnt it.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop, ngettext_lazy, pgettext_lazy

ADMINISTRATION = (
    gettext_noop("Add link"),
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop("Change or view list link"),
    gettext_noop("Error:"),
    gettext_noop("Forgotten your login credentials?"),
    gettext_noop("In case you’ve forgotten, you are:"),
    gettext_noop("Model name"),
)
PASSWORDS = (
    gettext_noop(
        "Please enter a correct %(username)s and password. Note that both fields may be case-sensitive."
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
API = (
    gettext_noop('"{input}" is not a valid path choice.'),
    gettext_noop("A valid biginteger is required."),
    gettext_noop("Datetime value out of range."),
    gettext_noop("Duration has wrong format. Use one of these formats instead: {format}."),
    gettext_noop("Ensure this field has at least {min_length} elements."),
    gettext_noop("Ensure this field has no more than {max_length} elements."),
    gettext_noop('Enter a valid "slug" consisting of Unicode letters, numbers, underscores, or hyphens.'),
    gettext_noop("Enter a valid IPv4 or IPv6 address."),
    gettext_noop("Integer value too large to convert to float"),
    gettext_noop("Invalid input."),
    gettext_noop("Invalid page."),
    gettext_noop("Invalid token header. Token string should not contain invalid characters."),
    gettext_noop("Must be a valid UUID."),
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Not a valid string."),
    gettext_noop("This dictionary may not be empty."),
    gettext_noop("This list may not be empty."),
    gettext_noop("This selection may not be empty."),
)
TOKENS = (
    gettext_noop("Auth Token"),
    gettext_noop("Created"),
    gettext_noop("Key"),
    gettext_noop("Token"),
    gettext_noop("Tokens"),
    gettext_noop("User"),
)
# In the genitive; Django's Slovak catalogue has the nominative.
MONTHS = (
    pgettext_lazy("alt. month", "January"),
    pgettext_lazy("alt. month", "February"),
    pgettext_lazy("alt. month", "March"),
    pgettext_lazy("alt. month", "April"),
    pgettext_lazy("alt. month", "May"),
    pgettext_lazy("alt. month", "June"),
    pgettext_lazy("alt. month", "July"),
    pgettext_lazy("alt. month", "August"),
    pgettext_lazy("alt. month", "September"),
    pgettext_lazy("alt. month", "October"),
    pgettext_lazy("alt. month", "November"),
    pgettext_lazy("alt. month", "December"),
)
FILTERS = (gettext_noop("Select a lookup."), gettext_noop("is null"))
ATTEMPTS = (
    gettext_noop("Access Attempt"),
    gettext_noop("Access lock out"),
    gettext_noop("Account locked: too many login attempts. Contact an admin to unlock your account."),
    gettext_noop("Account locked: too many login attempts. Please try again later."),
    gettext_noop("Attempt Remaining"),
    gettext_noop("Attempt Time"),
    gettext_noop("Clean up expired attempts"),
    gettext_noop("Cleaned up {count} expired access attempts."),
    gettext_noop("Expires At"),
    gettext_noop("Failed Logins"),
    gettext_noop("Form Data"),
    gettext_noop("GET Data"),
    gettext_noop("HTTP Accept"),
    gettext_noop("IP Address"),
    gettext_noop("Locked Out"),
    gettext_noop("Logout Time"),
    gettext_noop("Meta Data"),
    gettext_noop("Not set"),
    gettext_noop("POST Data"),
    gettext_noop("Path"),
    gettext_noop("Session key hash (sha256)"),
    gettext_noop("The time when access attempt expires and is no longer valid."),
    gettext_noop("User Agent"),
    gettext_noop("Username"),
    gettext_noop("access attempt"),
    gettext_noop("access attempt expiration"),
    gettext_noop("access attempt expirations"),
    gettext_noop("access attempts"),
    gettext_noop("access failure"),
    gettext_noop("access failures"),
    gettext_noop("access log"),
    gettext_noop("access logs"),
)
