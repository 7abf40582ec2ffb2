"""Figures for Prometheus, taken from the table and from whoever runs it when they are asked for.

prometheus-client (the extra ``[metrics]``) is imported with the first question.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from flask import Request

from paizhuo import __version__
from paizhuo.rules.errors import TableError
from paizhuo.rules.snapshot import Role, TableSnapshot
from paizhuo.web_ui.health import Trouble
from paizhuo.web_ui.parts import Parts

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
LIGHTS = ("good", "info", "ask", "alarm")


class NoMetricsError(TableError):
    """Raised when the library that writes figures is not installed."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its name without the prefix, what it is in one sentence, its value; a counter only ever grows."""

    name: str
    words: str
    value: float
    kind: Literal["counter", "gauge"] = "gauge"


@runtime_checkable
class Measured(Protocol):
    """A ``HealthService`` that also gives figures."""

    def figures(self) -> tuple[Figure, ...]:
        """Give the figures of camera and sight as they are now; never waits."""
        ...


def may_collect(request: Request, token: str) -> bool:
    """Say whether a request carries the collector's token; without a token nobody does."""
    given = request.headers.get("Authorization", "")
    return bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


def metrics(parts: Parts) -> bytes:
    """Write all figures in Prometheus' text form. Raises ``NoMetricsError``."""
    try:
        import prometheus_client as prometheus
        from prometheus_client import core
    except ImportError as error:
        raise NoMetricsError("prometheus-client is not installed: pip install 'paizhuo[metrics]'") from error
    own = parts.health.figures() if isinstance(parts.health, Measured) else ()
    registry = prometheus.CollectorRegistry(auto_describe=False)
    registry.register(_Once([*_of_table(core, parts.service.snapshot(Role.ADMIN)), *_of_owner(core, own)]))
    registry.register(_Once(list(_of_troubles(core, parts.feed.troubles()))))
    written: bytes = prometheus.generate_latest(registry)
    return written


class _Once:
    """A collector over families that are made already."""

    def __init__(self, families: list[Any]) -> None:
        self._families = families

    def collect(self) -> list[Any]:
        return self._families


def _of_table(core: Any, state: TableSnapshot) -> Iterator[Any]:
    about = core.InfoMetricFamily("paizhuo", "The program and the rules in force.")
    about.add_metric((), {"version": __version__, "game": state.game, "rulebook": state.rulebook})
    yield about
    yield core.GaugeMetricFamily("paizhuo_log_seq", "The number of the newest event in the log.", value=state.seq)
    yield core.GaugeMetricFamily("paizhuo_hand", "The number of the hand in progress.", value=state.hand)
    yield core.GaugeMetricFamily(
        "paizhuo_open_questions", "Questions that wait for the referee.", value=len(state.questions)
    )
    offences = core.GaugeMetricFamily(
        "paizhuo_violations", "Offences proved in the hand in progress, by code.", labels=("code",)
    )
    for code, count in sorted(Counter(each.code for each in state.violations).items()):
        offences.add_metric((code,), count)
    yield offences
    light = core.GaugeMetricFamily(
        "paizhuo_trust_light", "The trust light: 1 for the colour that is on.", labels=("light",)
    )
    for each in LIGHTS:
        light.add_metric((each,), float(state.trust.light == each))
    yield light


def _of_owner(core: Any, figures: tuple[Figure, ...]) -> Iterator[Any]:
    for each in figures:
        family = core.CounterMetricFamily if each.kind == "counter" else core.GaugeMetricFamily
        yield family(f"paizhuo_{each.name}", each.words, value=each.value)


def _of_troubles(core: Any, troubles: tuple[Trouble, ...]) -> Iterator[Any]:
    family = core.GaugeMetricFamily("paizhuo_trouble", "What does not work now, by code.", labels=("code", "alarm"))
    for each in troubles:
        family.add_metric((each.code, "yes" if each.alarm else "no"), 1)
    yield family
