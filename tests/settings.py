"""Settings of a test run: the site's own, with a private data folder and tasks that run at once."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

_data_dir = tempfile.mkdtemp(prefix="dama-tests-")
atexit.register(shutil.rmtree, _data_dir, ignore_errors=True)
os.environ.update(DATA_DIR=_data_dir, CELERY_BROKER_URL="", DEBUG="0", HTTPS="0", SECRET_KEY="tests-only")
for _name in ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "BEHIND_PROXY", "STATIC_ROOT", "TIME_ZONE"):
    os.environ.pop(_name, None)

from dama_site.settings import *  # noqa: E402, F403 (the variables above must be set before)

if DATABASES["default"]["ENGINE"].endswith("postgresql"):  # noqa: F405
    # Nobody needs a test's rows after a power cut; between tests with threads all tables are emptied, the
    # log too, which the database else refuses.
    DATABASES["default"]["OPTIONS"]["options"] = (  # noqa: F405
        "-c synchronous_commit=off -c dama.empties_tables=on"
    )

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# The manifest needs collected files; what is tested is what the pages ask for.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir()  # noqa: F405 (of the site's settings)
# Tests sign in by force; a test of the lock-out turns it on.
AXES_ENABLED = False
