"""What can be learned about the machine without changing anything on it."""

import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from paizhuo.models.manifest import ModelError, read_manifest

__all__ = ["CAMERA_LIBRARIES", "CV2_PROVIDERS", "OPTIONAL", "Machine", "Trial", "read_machine"]

CV2_PROVIDERS = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)
CAMERA_LIBRARIES = ("libcamera", "picamera2", "simplejpeg")
OPTIONAL = {
    "ncnn": "ncnn",
    "paho.mqtt.client": "paho-mqtt",
    "weasyprint": "weasyprint",
    "prometheus_client": "prometheus-client",
    "gpiozero": "gpiozero",
}
"""What a table can do without: the module that is imported, and the package that brings it."""

_TRIED = ("cv2", "numpy", "onnxruntime", *CAMERA_LIBRARIES, *OPTIONAL)
_DISTRIBUTIONS = (*CV2_PROVIDERS, "numpy", "onnxruntime", "picamera2", "simplejpeg", *OPTIONAL.values())
_SYSTEM_PACKAGES = Path("/usr/lib/python3/dist-packages")
_TRIAL_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Trial:
    """How the import of one library ended in a process of its own.

    ``signal`` is the signal that killed the process (4: the processor lacks an instruction), 0 for none; ``error`` is
    the last line it complained with, empty when the import went well.
    """

    found: bool
    error: str = ""
    signal: int = 0

    @property
    def works(self) -> bool:
        """Tell whether the library can be used."""
        return self.found and not self.error and not self.signal


@dataclass(frozen=True, slots=True)
class Machine:
    """Everything that the health check looks at; sizes are bytes, ``clock`` is seconds since 1970 (UTC).

    ``models`` gives each model file's sha256; ``models_error`` says why they cannot be used, empty when they can.
    """

    board: str
    architecture: str
    address_bits: int
    cores: int
    memory: int
    system: str
    python: str
    system_python: str
    apt_has_picamera2: bool
    distributions: Mapping[str, str]
    trials: Mapping[str, Trial]
    models: Mapping[str, str]
    models_error: str
    video_devices: tuple[str, ...]
    unreadable_devices: tuple[str, ...]
    data_folder: str
    data_free: int
    data_in_memory: bool
    clock: float
    clock_synchronised: bool | None
    throttled: int | None
    temperature: float | None

    @property
    def is_raspberry_pi(self) -> bool:
        """Tell whether this is a Raspberry Pi, by its board's name."""
        return self.board.startswith("Raspberry Pi")


def read_machine(data_folder: Path) -> Machine:
    """Look at this machine; ``data_folder`` is where the matches are stored, and need not exist yet."""
    folder = _first_existing(data_folder)
    models, models_error = _models()
    devices = sorted(str(path) for path in Path("/dev").glob("video*"))
    return Machine(
        board=_text(Path("/proc/device-tree/model")).rstrip("\0"),
        architecture=platform.machine(),
        address_bits=sys.maxsize.bit_length() + 1,
        cores=os.cpu_count() or 1,
        memory=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        system=_system_name(),
        python=platform.python_version(),
        system_python=_system_python(),
        apt_has_picamera2=(_SYSTEM_PACKAGES / "picamera2").is_dir(),
        distributions={name: version for name in _DISTRIBUTIONS if (version := _version(name))},
        trials=_trials(),
        models=models,
        models_error=models_error,
        video_devices=tuple(devices),
        unreadable_devices=tuple(device for device in devices if not os.access(device, os.R_OK | os.W_OK)),
        data_folder=str(folder),
        data_free=shutil.disk_usage(folder).free,
        data_in_memory=_file_system(folder) in {"tmpfs", "ramfs"},
        clock=time.time(),
        clock_synchronised=_clock_synchronised(),
        throttled=_throttled(),
        temperature=_temperature(),
    )


def _first_existing(folder: Path) -> Path:
    absolute = folder.absolute()
    return next(path for path in (absolute, *absolute.parents) if path.is_dir())


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _system_name() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return platform.system()


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _run(*command: str) -> subprocess.CompletedProcess[str] | None:
    """Run a short command; None when it does not exist or does not end in time."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=_TRIAL_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None


def _trials() -> Mapping[str, Trial]:
    """Import every library, some at a time: most of that is waiting for the disk."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(_TRIED, pool.map(_try_import, _TRIED), strict=True))


def _try_import(library: str) -> Trial:
    """Import a library in a process of its own, so that a crash in it cannot take this program along."""
    whole = library.partition(".")[0]
    code = f"import importlib.util, sys\nif importlib.util.find_spec({whole!r}) is None: sys.exit(3)\nimport {library}"
    done = _run(sys.executable, "-W", "ignore", "-c", code)
    if done is None:
        return Trial(found=True, error=f"no answer in {_TRIAL_SECONDS} s")
    if done.returncode == 0:
        return Trial(found=True)
    if done.returncode == 3:
        return Trial(found=False)
    lines = done.stderr.strip().splitlines() or ["the import ended without a message"]
    return Trial(found=True, error=lines[-1], signal=max(0, -done.returncode))


def _models() -> tuple[Mapping[str, str], str]:
    """Give the sha256 of each model file that ships, or why the models cannot be used."""
    try:
        manifest = read_manifest()
    except ModelError as error:
        return {}, str(error)
    return {model.name: model.sha256 for model in manifest.files}, ""


def _system_python() -> str:
    done = _run("/usr/bin/python3", "-c", "import platform; print(platform.python_version())")
    return done.stdout.strip() if done is not None and done.returncode == 0 else ""


def _file_system(folder: Path) -> str:
    """Name the kind of file system that holds a folder: the longest mount point that is a parent of it."""
    best, kind = "", ""
    for line in _text(Path("/proc/mounts")).splitlines():
        _, mount_point, file_system, *_ = line.split()
        if Path(mount_point) in (folder, *folder.parents) and len(mount_point) >= len(best):
            best, kind = mount_point, file_system
    return kind


def _clock_synchronised() -> bool | None:
    """Ask systemd whether the clock follows a time server; None when nobody can tell."""
    done = _run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    answer = done.stdout.strip() if done is not None and done.returncode == 0 else ""
    return {"yes": True, "no": False}.get(answer)


def _throttled() -> int | None:
    """Read the Raspberry Pi's power flags: bit 0 under-voltage now, bit 16 under-voltage since the start."""
    done = _run("vcgencmd", "get_throttled")
    if done is None or done.returncode != 0:
        return None
    return int(done.stdout.strip().partition("=")[2], 16)


def _temperature() -> float | None:
    """Read the processor's temperature in degrees Celsius."""
    text = _text(Path("/sys/class/thermal/thermal_zone0/temp"))
    return int(text) / 1000 if text.lstrip("-").isdigit() else None
