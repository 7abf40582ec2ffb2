"""Judge a machine: what is fine, what is worth knowing, and what must be repaired before a match."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from paizhuo.device.machine import CAMERA_LIBRARIES, CV2_PROVIDERS, OPTIONAL, Machine, Trial

__all__ = ["Finding", "Grade", "Value", "examine"]

Value = str | int | float

_GIB = 2**30
_LEAST_MEMORY = 1 * _GIB
_LEAST_FREE = _GIB // 4
_SCARCE_FREE = 2 * _GIB
# No clock that works tells a time before this program was written.
_EARLIEST_CLOCK = 1_764_547_200  # 2025-12-01 00:00 UTC
_HOT = 80.0
_UNDER_VOLTAGE_NOW = 1 << 0
_UNDER_VOLTAGE_SEEN = 1 << 16
_ILLEGAL_INSTRUCTION = 4


class Grade(StrEnum):
    """How much a finding matters: ``broken`` must be repaired, ``warning`` should be, ``note`` is information."""

    OK = "ok"
    NOTE = "note"
    WARNING = "warning"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``code`` with ``params`` is put into words by whoever shows it."""

    grade: Grade
    code: str
    params: Mapping[str, Value] = field(default_factory=dict)


def examine(machine: Machine) -> tuple[Finding, ...]:
    """Give every finding about a machine: Python, libraries, models, camera, what is optional, disk, clock, power."""
    return tuple(
        finding
        for part in (_board, _python, _cv2, _numpy, _runtime, _models, _camera, _optional, _disk, _clock, _power)
        for finding in part(machine)
    )


def _board(machine: Machine) -> Iterator[Finding]:
    params: dict[str, Value] = {
        "board": machine.board or machine.architecture,
        "cores": machine.cores,
        "memory_gib": round(machine.memory / _GIB, 1),
        "system": machine.system,
    }
    yield Finding(Grade.OK, "machine.found", params)
    if machine.address_bits < 64:
        yield Finding(Grade.BROKEN, "machine.32_bit", {"architecture": machine.architecture})
    if machine.memory < _LEAST_MEMORY:
        yield Finding(Grade.WARNING, "machine.little_memory", params)


def _python(machine: Machine) -> Iterator[Finding]:
    yield Finding(Grade.OK, "python.found", {"version": machine.python})


def _cv2(machine: Machine) -> Iterator[Finding]:
    providers = [name for name in CV2_PROVIDERS if name in machine.distributions]
    if len(providers) > 1:
        yield Finding(Grade.BROKEN, "cv2.several_providers", {"providers": " ".join(providers)})
    elif machine.is_raspberry_pi and providers and "headless" not in providers[0]:
        yield Finding(Grade.WARNING, "cv2.with_windows", {"providers": providers[0]})
    version = machine.distributions[providers[0]] if providers else "?"
    yield from _library("cv2", version, machine.trials["cv2"])


def _numpy(machine: Machine) -> Iterator[Finding]:
    yield from _library("numpy", machine.distributions.get("numpy", "?"), machine.trials["numpy"])


def _runtime(machine: Machine) -> Iterator[Finding]:
    yield from _library("onnxruntime", machine.distributions.get("onnxruntime", "?"), machine.trials["onnxruntime"])


def _models(machine: Machine) -> Iterator[Finding]:
    if machine.models_error:
        yield Finding(Grade.BROKEN, "models.bad", {"error": machine.models_error})
    else:
        files = ", ".join(f"{name} {sha256[:12]}" for name, sha256 in machine.models.items())
        yield Finding(Grade.OK, "models.good", {"files": files})


def _library(name: str, version: str, trial: Trial) -> Iterator[Finding]:
    params: dict[str, Value] = {"library": name, "version": version, "error": trial.error}
    if trial.works:
        yield Finding(Grade.OK, "library.works", params)
    elif not trial.found:
        yield Finding(Grade.BROKEN, "library.missing", params)
    elif trial.signal == _ILLEGAL_INSTRUCTION:
        yield Finding(Grade.BROKEN, "library.wrong_processor", params)
    else:
        yield Finding(Grade.BROKEN, "library.fails", params)


def _camera(machine: Machine) -> Iterator[Finding]:
    yield from _camera_library(machine)
    if machine.unreadable_devices:
        yield Finding(Grade.BROKEN, "camera.not_permitted", {"devices": " ".join(machine.unreadable_devices)})
    elif machine.video_devices:
        yield Finding(Grade.OK, "camera.devices", {"devices": " ".join(machine.video_devices)})
    else:
        yield Finding(Grade.WARNING, "camera.none")


def _camera_library(machine: Machine) -> Iterator[Finding]:
    """Tell how picamera2 is; it only matters on a Raspberry Pi, where it must come from apt."""
    trials = {name: machine.trials[name] for name in CAMERA_LIBRARIES}
    params: dict[str, Value] = {
        "python": machine.python,
        "system_python": machine.system_python,
        "numpy": machine.distributions.get("numpy", "?"),
        "simplejpeg": machine.distributions.get("simplejpeg", "?"),
        "picamera2": machine.distributions.get("picamera2", "?"),
    }
    clash = next((trial.error for trial in trials.values() if "numpy.dtype size changed" in trial.error), "")
    if clash:
        yield Finding(Grade.BROKEN, "picamera2.numpy_clash", params | {"error": clash})
    elif trials["picamera2"].works:
        yield Finding(Grade.OK, "picamera2.works", params)
    elif not machine.is_raspberry_pi:
        yield Finding(Grade.NOTE, "picamera2.not_needed", params)
    elif trials["picamera2"].found:
        yield Finding(Grade.BROKEN, "picamera2.fails", params | {"error": trials["picamera2"].error})
    elif not machine.apt_has_picamera2:
        yield Finding(Grade.BROKEN, "picamera2.missing", params)
    elif _minor(machine.python) != _minor(machine.system_python):
        yield Finding(Grade.BROKEN, "picamera2.other_python", params)
    else:
        yield Finding(Grade.BROKEN, "picamera2.hidden", params)


def _optional(machine: Machine) -> Iterator[Finding]:
    """Tell of each thing that a table can do without whether it can be used here."""
    for module, package in OPTIONAL.items():
        trial = machine.trials[module]
        params: dict[str, Value] = {"library": package, "error": trial.error}
        params["version"] = machine.distributions.get(package, "?")
        if trial.works:
            yield Finding(Grade.OK, "library.works", params)
        elif not trial.found:
            yield Finding(Grade.NOTE, f"optional.{package}", params)
        elif package == "weasyprint" and "cannot load library" in trial.error:
            yield Finding(Grade.WARNING, "optional.no_pango", params)
        else:
            yield Finding(Grade.WARNING, "optional.fails", params)


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


def _disk(machine: Machine) -> Iterator[Finding]:
    params: dict[str, Value] = {"folder": machine.data_folder, "free_gib": round(machine.data_free / _GIB, 1)}
    if machine.data_in_memory:
        yield Finding(Grade.BROKEN, "disk.in_memory", params)
    if machine.data_free < _LEAST_FREE:
        yield Finding(Grade.BROKEN, "disk.full", params)
    elif machine.data_free < _SCARCE_FREE:
        yield Finding(Grade.WARNING, "disk.scarce", params)
    else:
        yield Finding(Grade.OK, "disk.free", params)


def _clock(machine: Machine) -> Iterator[Finding]:
    if machine.clock < _EARLIEST_CLOCK:
        yield Finding(Grade.BROKEN, "clock.wrong", {"seconds": round(machine.clock)})
    elif machine.clock_synchronised is None:
        yield Finding(Grade.NOTE, "clock.unknown", {"seconds": round(machine.clock)})
    elif machine.clock_synchronised:
        yield Finding(Grade.OK, "clock.right", {"seconds": round(machine.clock)})
    else:
        yield Finding(Grade.WARNING, "clock.alone", {"seconds": round(machine.clock)})


def _power(machine: Machine) -> Iterator[Finding]:
    if machine.throttled is not None and machine.throttled & _UNDER_VOLTAGE_NOW:
        yield Finding(Grade.BROKEN, "power.low_now", {"flags": hex(machine.throttled)})
    elif machine.throttled is not None and machine.throttled & _UNDER_VOLTAGE_SEEN:
        yield Finding(Grade.WARNING, "power.low_seen", {"flags": hex(machine.throttled)})
    if machine.temperature is not None and machine.temperature >= _HOT:
        yield Finding(Grade.WARNING, "power.hot", {"degrees": round(machine.temperature)})
