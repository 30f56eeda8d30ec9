"""What this machine has for the tests: a browser, PostgreSQL, Redis; private servers from installed binaries.

`DATABASE_URL_TEST` and `REDIS_URL_TEST` choose: an address, `private` (a server of the run's own), `off`
(as if there were none). Without them a server on its usual port is used, else a private one.
"""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

OFF, PRIVATE = "off", "private"
LOCAL_POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
LOCAL_REDIS = "redis://127.0.0.1:6379/0"
START_LIMIT = 30  # seconds


@dataclass(frozen=True)
class Server:
    """A server to test with. `url` is empty when there is none, and `note` says which it is or why not."""

    url: str
    note: str


def chromium() -> str | None:
    """Return the path of an installed Chromium, None when there is none."""
    if "CHROMIUM" in os.environ:
        return shutil.which(os.environ["CHROMIUM"])
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for path in map(shutil.which, names) if path), None)


def redis_url() -> str:
    """Return the address of a Redis that answers, "" when there is none."""
    wanted = os.environ.get("REDIS_URL_TEST", "")
    if wanted in {OFF, PRIVATE}:
        return ""
    url = wanted or LOCAL_REDIS
    return url if _redis_answers(url) else ""


@contextmanager
def postgres() -> Iterator[Server]:
    """Give a PostgreSQL for the length of the block."""
    named = os.environ.get("DATABASE_URL_TEST") or os.environ.get("DATABASE_URL", "")
    if named == OFF:
        yield Server("", "switched off by DATABASE_URL_TEST=off")
    elif named.startswith(("postgres:", "postgresql:")):
        problem = _postgres_problem(named)
        yield Server("" if problem else named, problem or "the server of DATABASE_URL")
    elif named != PRIVATE and not _postgres_problem(LOCAL_POSTGRES):
        yield Server(LOCAL_POSTGRES, "the running server at 127.0.0.1:5432")
    else:
        with _private_postgres() as server:
            yield server


@contextmanager
def redis() -> Iterator[Server]:
    """Give a Redis for the length of the block."""
    named = os.environ.get("REDIS_URL_TEST", "")
    if named == OFF:
        yield Server("", "switched off by REDIS_URL_TEST=off")
    elif named and named != PRIVATE:
        answers = _redis_answers(named)
        yield Server(
            named if answers else "",
            "the server of REDIS_URL_TEST" if answers else f"{named} does not answer",
        )
    elif not named and _redis_answers(LOCAL_REDIS):
        yield Server(LOCAL_REDIS, "the running server at 127.0.0.1:6379")
    else:
        with _private_redis() as server:
            yield server


def _postgres_problem(url: str) -> str:
    import psycopg

    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            found = connection.execute("SELECT 1 FROM pg_collation WHERE collname = 'cs-x-icu'").fetchone()
    except psycopg.OperationalError as error:
        return f"PostgreSQL does not answer: {str(error).splitlines()[0]}"
    return "" if found else "PostgreSQL was built without ICU, so it has no Czech order (collation cs-x-icu)"


def _redis_answers(url: str) -> bool:
    import redis as redis_client

    client = redis_client.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2)
    try:
        return bool(client.ping())
    except redis_client.RedisError:
        return False
    finally:
        client.close()


@contextmanager
def _private_postgres() -> Iterator[Server]:
    found = _postgres_binaries()
    if found is None:
        yield Server("", "no server answers at 127.0.0.1:5432 and PostgreSQL is not installed")
        return
    with ExitStack() as stack:
        try:
            url = _start_postgres(stack, found)
        except (OSError, KeyError, subprocess.SubprocessError, TimeoutError) as error:
            yield Server("", f"a private PostgreSQL did not start: {_reason(error)}")
            return
        problem = _postgres_problem(url)
        yield Server("" if problem else url, problem or f"a private server from {found}")


def _postgres_binaries() -> Path | None:
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]))
    on_path = shutil.which("initdb")
    candidates = [Path(each) for each in reversed(folders)] + ([Path(on_path).parent] if on_path else [])
    return next(
        (each for each in candidates if (each / "initdb").exists() and (each / "postgres").exists()), None
    )


def _start_postgres(stack: ExitStack, binaries: Path) -> str:
    """Start a server in a folder of its own; it stops and the folder goes when the stack is left."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dama-postgres-", dir="/tmp")))
    prefix: list[str] = []
    if os.geteuid() == 0:
        # initdb refuses root: run it as the user the package made.
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        prefix = ["runuser", "-u", "postgres", "--"]
    data, port = folder / "data", free_port()
    options = ["-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync", "--locale=C"]
    subprocess.run(
        [*prefix, str(binaries / "initdb"), "-D", str(data), *options],
        check=True,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
    )
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": "",
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": 60,
    }
    flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    command = [*prefix, str(binaries / "postgres"), "-D", str(data), *flags]
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
    stack.callback(_stop, server)
    url = f"postgres://postgres@127.0.0.1:{port}/postgres"
    _wait(lambda: not _postgres_problem(url).startswith("PostgreSQL does not answer"), server, folder / "log")
    return url


@contextmanager
def _private_redis() -> Iterator[Server]:
    program = shutil.which("redis-server")
    if program is None:
        yield Server("", "no server answers at 127.0.0.1:6379 and redis-server is not installed")
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dama-redis-")))
        port = free_port()
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        with open(folder / "log", "wb") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log)
        stack.callback(_stop, server)
        url = f"redis://127.0.0.1:{port}/0"
        try:
            _wait(lambda: _redis_answers(url), server, folder / "log")
        except TimeoutError as error:
            yield Server("", f"a private Redis did not start: {error}")
            return
        yield Server(url, f"a private server from {program}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait(answers, server: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT
    while not answers():
        if server.poll() is not None or time.monotonic() > deadline:
            lines = log.read_text(errors="replace").strip().splitlines()
            raise TimeoutError(lines[-1] if lines else "it said nothing")
        time.sleep(0.1)


def _stop(server: subprocess.Popen) -> None:
    server.terminate()
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _reason(error: Exception) -> str:
    output = getattr(error, "stderr", "") or str(error)
    return output.strip().splitlines()[-1] if output.strip() else type(error).__name__
