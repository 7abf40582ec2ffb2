"""Fifty streams and twenty requests a second at once: who is served, and how fast; with four threads it must fail.

Not part of the everyday suite: `python tests/long/web_ui/serving.py --out serving.json`. The server runs in a process
of its own and its table moves on every half second; the control is the same server with as few threads as its library
has by default. Ends with code 1 when the pages miss their figures, or when the control does not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

STREAMS = 50
RATE = 20.0
SECONDS = 20.0
P99_MS = 200.0
FEW_THREADS = 4
PATIENCE = 10.0
STATE = "/api/v1/tables/1"


@dataclass(frozen=True, slots=True)
class Served:
    """What a run saw: streams that told a state, requests answered of those asked, and how long answers took."""

    threads: int
    streams: int
    told: int
    asked: int
    answered: int
    p50_ms: float
    p99_ms: float
    updates: int

    @property
    def holds(self) -> bool:
        """Say whether all streams were served, and requests in time."""
        return self.told == self.streams and self.answered == self.asked and self.p99_ms <= P99_MS


def serve_here(threads: int) -> None:
    """Serve a table with so many threads, tell the port, and play the recorded match on until the parent goes."""
    from waitress.server import create_server

    from paizhuo.web_ui import PageSettings, create_app
    from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable
    from paizhuo.web_ui.scripted.matches import recorded_match
    from paizhuo.web_ui.scripted.ruled import RuledTable
    from paizhuo.web_ui.server import SPARE_THREADS

    log = recorded_match()
    table = RuledTable(log[:40])
    app = create_app(table, ScriptedPictures(ScriptedTable()), PageSettings.demo())
    chosen = threads or PageSettings.demo().streams + SPARE_THREADS
    server = create_server(app, host="127.0.0.1", port=0, threads=chosen, connection_limit=400, channel_timeout=60)
    threading.Thread(target=server.run, daemon=True).start()
    sys.stdout.write(f"{server.effective_port} {chosen}\n")  # type: ignore[union-attr]
    sys.stdout.flush()
    watch = threading.Thread(target=sys.stdin.read, daemon=True)
    watch.start()
    for entry in log[40:]:
        time.sleep(0.5)
        if not watch.is_alive():
            return
        table.write([entry.event])


async def follow(port: int, told: list[int], until: float) -> None:
    """Hold one stream open and count the states that it tells."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {STATE}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        await writer.drain()
        count = 0
        while (left := until - time.perf_counter()) > 0:
            try:
                line = await asyncio.wait_for(reader.readline(), left)
            except TimeoutError:
                break
            if not line:
                break
            count += line.startswith(b"event: table")
        told.append(count)
    finally:
        writer.close()


async def ask(port: int) -> float | None:
    """Ask for the state once; gives the seconds it took, None when nobody answered in time."""
    began = time.perf_counter()
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {STATE} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        answer = await asyncio.wait_for(reader.read(-1), PATIENCE)
        writer.close()
    except (OSError, TimeoutError):
        return None
    return time.perf_counter() - began if answer.startswith(b"HTTP/1.1 200") else None


async def load(port: int, threads: int) -> Served:
    """Put the load on a server and give what came of it."""
    until = time.perf_counter() + SECONDS + 4
    told: list[int] = []
    streams = [asyncio.create_task(follow(port, told, until)) for _ in range(STREAMS)]
    await asyncio.sleep(2)
    asking: list[asyncio.Task[float | None]] = []
    begun = time.perf_counter()
    for place in range(round(RATE * SECONDS)):
        await asyncio.sleep(max(0.0, begun + place / RATE - time.perf_counter()))
        asking.append(asyncio.create_task(ask(port)))
    answers = await asyncio.gather(*asking)
    await asyncio.gather(*streams)
    took = sorted(1000 * each for each in answers if each is not None)
    return Served(
        threads,
        STREAMS,
        sum(count > 0 for count in told),
        len(asking),
        len(took),
        round(share(took, 0.5), 1),
        round(share(took, 0.99), 1),
        min(told, default=0),
    )


def share(took: Sequence[float], part: float) -> float:
    """Give the time within which that part of all answers came."""
    return took[min(len(took) - 1, int(part * len(took)))] if took else float("inf")


def measure(threads: int) -> Served:
    """Start a server with so many threads (0: as many as the pages choose) and put the load on it."""
    command = [sys.executable, __file__, "--serve", "--threads", str(threads)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        port, chosen = (int(each) for each in process.stdout.readline().split())
        try:
            return asyncio.run(load(port, chosen))
        finally:
            process.stdin.close()
            process.terminate()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write what was found, and say by the exit code whether it is what it must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--threads", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.serve:
        serve_here(chosen.threads)
        return 0
    pages, control = measure(0), measure(FEW_THREADS)
    found = {"pages": asdict(pages) | {"holds": pages.holds}, "control": asdict(control) | {"holds": control.holds}}
    text = json.dumps(found, indent=1)
    if chosen.out:
        chosen.out.write_text(text + "\n", "utf-8")
    sys.stdout.write(text + "\n")
    return 0 if pages.holds and not control.holds else 1


if __name__ == "__main__":
    sys.exit(main())
