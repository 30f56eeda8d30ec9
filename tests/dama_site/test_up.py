"""The whole site as `make run` starts it: real processes on a data folder and a port of their own."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
from contextlib import AbstractContextManager, closing
from http.client import HTTPConnection
from pathlib import Path
from subprocess import Popen

import pytest

from tests.machine import free_port
from tests.processes import LIMIT, running, site_environment, wait_for

READY = {"status": "ok", "parts": {"database": "ok", "migrations": "ok", "worker": "ok"}}


def site(data: Path, port: int, *options: str) -> AbstractContextManager[Popen[str]]:
    arguments = ["manage.py", "up", "--port", str(port), *options]
    return running(arguments, site_environment(data, DEMO_PASSWORD="demo-heslo"))


def get(port: int, path: str) -> tuple[int, dict[str, object]] | None:
    """The status and the JSON of a page, None while nobody answers."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    except OSError:
        return None
    finally:
        connection.close()


def children(pid: int) -> dict[int, str]:
    """The processes a process started, with their command lines."""
    pids = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return {each: Path(f"/proc/{each}/cmdline").read_text().replace("\0", " ") for each in pids}


def worker(pid: int) -> int:
    """The background worker of a site, 0 while there is none."""
    return next((each for each, command in children(pid).items() if "celery" in command), 0)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc, which only Linux has")
def test_the_site_starts_heals_and_stops(tmp_path):
    port = free_port()
    with site(tmp_path, port, "--no-demo") as process:
        wait_for(lambda: get(port, "/readyz") == (200, READY))
        first = worker(process.pid)
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: worker(process.pid) not in {0, first})
        started = children(process.pid)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=LIMIT)
    assert process.returncode == 0
    assert f"Dáma runs at      http://127.0.0.1:{port}/" in output
    assert "There is no user account yet; make one: .venv/bin/python manage.py createsuperuser" in output
    assert "The background worker ended (exit code -9): starting it again." in output
    assert "superuser privileges" not in output
    assert [pid for pid in started if Path(f"/proc/{pid}").exists()] == []


def test_started_again_it_keeps_the_data_and_runs_once(tmp_path):
    port = free_port()
    with site(tmp_path, port) as process:
        wait_for(lambda: get(port, "/readyz") == (200, READY))
        with site(tmp_path, free_port()) as second:
            output, _ = second.communicate(timeout=LIMIT)
        assert (second.returncode, output) == (
            1,
            f"CommandError: Dáma already runs on {tmp_path} (process {process.pid}). "
            "Stop it first, or set DATA_DIR to another folder.\n",
        )
        process.terminate()
        output, _ = process.communicate(timeout=LIMIT)
    assert "The demo data were loaded" in output
    assert "user arbiter, password demo-heslo" in output
    assert "createsuperuser" not in output
    made = tournaments(tmp_path)
    assert made > 0
    with site(tmp_path, port) as process:
        wait_for(lambda: get(port, "/healthz") == (200, {"status": "ok"}))
        process.terminate()
        output, _ = process.communicate(timeout=LIMIT)
    assert "The demo data were loaded" not in output
    assert "user arbiter, password demo-heslo" in output
    assert tournaments(tmp_path) == made


def tournaments(data: Path) -> int:
    with closing(sqlite3.connect(data / "dama.sqlite3")) as database:
        return database.execute("SELECT count(*) FROM tournaments_tournament").fetchone()[0]


def test_a_port_in_use_is_said_at_once(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with site(tmp_path, port) as process:
            output, _ = process.communicate(timeout=LIMIT)
    assert (process.returncode, output) == (
        1,
        f"CommandError: Cannot listen on 127.0.0.1:{port} (Address already in use). "
        f"Choose another port: make run PORT={port + 1}\n",
    )
