"""Whoever runs a table becomes its owner by the password that the program shows once: with real processes."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path

from paizhuo.commands.run import PASSWORD_FILE
from paizhuo.device.addresses import own_addresses, own_names
from paizhuo.web_ui.security import CSRF_HEADER

SETTINGS = """
[camera]
kind = "simulated"
[web]
host = "0.0.0.0"
port = 0
[store]
path = "match.db"
"""
PATIENCE = 180.0


class Browser:
    """A visitor with cookies of its own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def status(self, path: str, **headers: str) -> int:
        """Ask for a page and give the status."""
        request = urllib.request.Request(f"{self.address}{path}", headers=headers)
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def enter(self, password: str) -> bool:
        """Sign in as the page does; say whether the door opened."""
        with self._opener.open(f"{self.address}enter", timeout=PATIENCE) as page:
            (token,) = re.findall(r'data-token="([^"]+)"', page.read().decode())
        request = urllib.request.Request(
            f"{self.address}api/v1/enter",
            json.dumps({"password": password}).encode(),
            {"Content-Type": "application/json", CSRF_HEADER: token},
        )
        try:
            self._opener.open(request, timeout=PATIENCE).close()
        except urllib.error.HTTPError as error:
            error.close()
            return False
        return True


@dataclass(frozen=True)
class Running:
    """A table in a process of its own: what it said so far, and a browser."""

    said: str
    browser: Browser

    @property
    def password(self) -> str:
        """The password that it showed, empty if none."""
        return "".join(re.findall(r"shown this once: (\S+)", self.said))


@contextmanager
def table(folder: Path, *options: str, terminal: bool = True) -> Iterator[Running]:
    """Run a table at a terminal, or as a service does, without one."""
    (folder / "table.toml").write_text(SETTINGS)
    reading, writing = os.openpty() if terminal else os.pipe()
    program = [sys.executable, "-m", "paizhuo", "run", "--config", "table.toml", *options]
    process = subprocess.Popen(program, cwd=folder, stdout=writing, stderr=subprocess.STDOUT)
    os.close(writing)
    said = ""
    try:
        while "Ctrl-C" not in said:
            said += os.read(reading, 4096).decode()
        port = int(re.findall(r":(\d+)/", said)[-1])
        yield Running(said, Browser(f"http://127.0.0.1:{port}/"))
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
        os.close(reading)


def test_the_password_is_shown_once_opens_the_door_and_can_be_replaced(tmp_path: Path) -> None:
    """A table that other machines could reach never showed the owner's password, so nobody could become referee."""
    with table(tmp_path) as first:
        assert len(first.password) >= 12
        assert first.browser.status("access") in (401, 403)
        assert not first.browser.enter("not the password")
        assert first.browser.enter(first.password)
        assert first.browser.status("access") == 200
        assert first.password not in (tmp_path / "paizhuo-access.json").read_text("utf-8")
    with table(tmp_path) as second:
        assert "password" not in second.said
        assert second.browser.enter(first.password)
    with table(tmp_path, "--new-password") as third:
        assert not third.browser.enter(first.password)
        assert third.browser.enter(third.password)


def test_a_service_puts_the_password_where_only_its_owner_reads_it(tmp_path: Path) -> None:
    """What a service prints ends in the system's log, where others read it."""
    with table(tmp_path, terminal=False) as service:
        path = tmp_path / PASSWORD_FILE
        password = path.read_text("utf-8").strip()
        assert password not in service.said
        assert str(PASSWORD_FILE) in service.said
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert service.browser.enter(password)


def test_the_pages_open_under_this_machines_names_and_no_foreign_one(tmp_path: Path) -> None:
    with table(tmp_path) as running:
        ours = (*own_names(), *own_addresses(), "127.0.0.1")
        assert {running.browser.status("enter", Host=name) for name in ours} == {200}
        assert running.browser.status("enter", Host="attacker.example") == 421


def test_an_access_file_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(SETTINGS)
    environment = {**os.environ, "PAIZHUO_WEB_ACCESS_FILE": "/proc/nowhere/access.json"}
    done = subprocess.run(
        [sys.executable, "-m", "paizhuo", "run", "--config", "table.toml"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "/proc/nowhere/access.json: cannot be written" in done.stderr
