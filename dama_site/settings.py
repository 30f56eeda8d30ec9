"""Django settings: everything that differs between installations comes from the environment.

The variables and their meaning are listed in README.md ("Settings").
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))
# It holds the database and the key: for the eyes of its owner.
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)


def _secret_key() -> str:
    """SECRET_KEY from the environment; else one made once and kept in the data folder.

    A hall's laptop starts without any configuration and its sessions must outlive a restart; a server
    gives the variable.
    """
    key = env.str("SECRET_KEY", default="")
    if key:
        return key
    path = DATA_DIR / "secret_key"
    if not path.exists():
        from django.core.management.utils import get_random_secret_key  # noqa: PLC0415 (needed once, on the first start)

        # Written whole, then named: of two processes that start at once both read the key of one.
        with NamedTemporaryFile("w", dir=DATA_DIR, encoding="ascii") as draft:
            draft.write(get_random_secret_key())
            draft.flush()
            with suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text(encoding="ascii").strip()


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "axes",
    "dama_site",
    "tournaments",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "dama_site.requests.OriginMiddleware",
    "dama_site.middleware.BusyDatabaseMiddleware",
    "dama_site.requests.OnceMiddleware",
]

ROOT_URLCONF = "dama_site.urls"
WSGI_APPLICATION = "dama_site.wsgi.application"
ASGI_APPLICATION = "dama_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


def _database() -> dict[str, object]:
    """DATABASE_URL, with what each database needs to be safe under concurrent writes."""
    database = env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'dama.sqlite3'}")
    options = database.setdefault("OPTIONS", {})
    if database["ENGINE"].endswith("sqlite3"):
        database["ENGINE"] = "dama_site.sqlite3"
        # IMMEDIATE is the lock on SQLite, where select_for_update does nothing: without it two writers
        # that both began by reading end in "database is locked".
        options.update(
            transaction_mode="IMMEDIATE",
            # Seconds a writer waits for another; longer than a pairing may take.
            timeout=40,
            init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        )
        # Threads of one test must see one database; an in-memory one belongs to its connection.
        database["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    else:
        options["pool"] = {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=8), "timeout": 5}
        database["CONN_MAX_AGE"] = 0  # the pool keeps the connections
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
# One name at one address: a hall shares one address, so the address alone must not lock everyone out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_USERNAME_CALLABLE = "dama_site.attempts.username_tried"
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"

LANGUAGE_CODE = "cs"
LANGUAGES = [("cs", _("Czech")), ("sk", _("Slovak")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "dama_site" / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Prague")
FORMAT_MODULE_PATH = ["dama_site.formats"]
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(DATA_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "dama_site" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Security. HTTPS is asked for by one variable, since a hall's local network has none.
HTTPS = env.bool("HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # a probe from inside speaks plain HTTP
# Over plain HTTP browsers ignore this header and complain of it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
    },
}
# One request's body: a PDN archive fits, a flood does not.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# Seconds a Swiss round may take before the arbiter is told to try again or pair by hand.
PAIRING_TIME_LIMIT = env.float("PAIRING_TIME_LIMIT", default=60.0)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "dama_site.api.exception_handler",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Dáma API",
    "DESCRIPTION": "Tournaments, games, ratings and records of Czech draughts and its family.",
    "VERSION": "1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    # A PATCH says what it must have (its version); else the schema would call everything optional.
    "COMPONENT_SPLIT_PATCH": False,
    # Names of the sets of values that more than one field has.
    "ENUM_NAME_OVERRIDES": {
        "ByeEnum": "tournaments.domain.results.REQUESTABLE_BYES",
        "ColourEnum": ["white", "black"],
        "FlagStatusEnum": "games.models.Flag.Status",
        "GameResultEnum": "tournaments.domain.results.GAME_RESULTS",
        "ResultEnum": "tournaments.domain.results.RESULTS",
        "RoundSourceEnum": ["system", "hand", "import"],
        "SourceEnum": ["board", "pdn", "api", "import"],
        "TitleEnum": "tournaments.models.people.TITLES",
    },
}

# Background work. Without a variable the embedded file queue is used; an empty one runs tasks at once.
QUEUE_DIR = DATA_DIR / "queue"
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://localhost")
CELERY_TASK_ALWAYS_EAGER = CELERY_BROKER_URL == ""
if CELERY_TASK_ALWAYS_EAGER:
    CELERY_BROKER_URL = "memory://"  # Celery would read an empty address as a RabbitMQ on this machine
# A request must not wait for a broker that is down: the sweeper sends what it could not.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {"socket_connect_timeout": 2, "max_retries": 1}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
if CELERY_BROKER_URL.startswith("filesystem:"):
    for name in ("messages", "processed", "control"):
        (QUEUE_DIR / name).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(QUEUE_DIR / "messages"),
        "data_folder_out": str(QUEUE_DIR / "messages"),
        "processed_folder": str(QUEUE_DIR / "processed"),
        "control_folder": str(QUEUE_DIR / "control"),
        "store_processed": False,
        "polling_interval": 0.05,
    }
CELERY_TASK_DEFAULT_QUEUE = env.str("CELERY_QUEUE", default="dama")
CELERY_TASK_IGNORE_RESULT = True  # the Job row holds what a task found
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = TIME_ZONE
# Where `--beat` keeps its clock: with the data, not in the folder the worker was started from.
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")

# Everything goes to standard error, where the process's keeper collects it.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        **{name: {"handlers": [], "level": "WARNING"} for name in ("django", "django.server")},
        # A refused request is the asker's news, not the operator's; what failed here is logged as an error.
        "django.request": {"handlers": [], "level": "ERROR"},
    },
}

if not DEBUG and SECRET_KEY.startswith("django-insecure"):
    raise ImproperlyConfigured("SECRET_KEY is an example value: set a secret one in the environment.")
