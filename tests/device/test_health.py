"""What `paizhuo doctor` concludes from what it finds."""

import dataclasses
from pathlib import Path

import pytest

from paizhuo.commands._doctor_words import LANGUAGES, WORDS, words
from paizhuo.device import machine as reading
from paizhuo.device.health import Grade, examine
from paizhuo.device.machine import OPTIONAL, Machine, Trial, read_machine
from paizhuo.models.manifest import ModelFile, read_manifest

GIB = 2**30
WORKS = Trial(found=True)
ABSENT = Trial(found=False)

PI = Machine(
    board="Raspberry Pi 5 Model B Rev 1.0",
    architecture="aarch64",
    address_bits=64,
    cores=4,
    memory=8 * GIB,
    system="Debian GNU/Linux 13 (trixie)",
    python="3.13.5",
    system_python="3.13.5",
    apt_has_picamera2=True,
    distributions={
        "opencv-python-headless": "5.0.0.93",
        "numpy": "2.2.4",
        "onnxruntime": "1.32.0",
        "picamera2": "0.3.38",
        "simplejpeg": "1.8.1",
        **dict.fromkeys(OPTIONAL.values(), "1.0"),
    },
    trials=dict.fromkeys(("cv2", "numpy", "onnxruntime", "libcamera", "picamera2", "simplejpeg", *OPTIONAL), WORKS),
    models={"finder.onnx": "0123456789abcdef", "reader.onnx": "fedcba9876543210"},
    models_error="",
    video_devices=("/dev/video0",),
    unreadable_devices=(),
    data_folder="/var/lib/paizhuo",
    data_free=20 * GIB,
    data_in_memory=False,
    clock=1_780_000_000.0,
    clock_synchronised=True,
    throttled=0,
    temperature=52.0,
)


def changed(**changes: object) -> Machine:
    """Give the healthy Raspberry Pi with some facts changed; `trials` and `distributions` are merged."""
    for name in ("trials", "distributions"):
        if name in changes:
            merged = getattr(PI, name) | changes[name]
            changes[name] = {key: value for key, value in merged.items() if value is not None}
    return dataclasses.replace(PI, **changes)  # type: ignore[arg-type]


def test_a_healthy_raspberry_pi_has_nothing_but_good_findings() -> None:
    assert {finding.grade for finding in examine(PI)} == {Grade.OK}


@pytest.mark.parametrize(
    ("code", "grade", "machine"),
    [
        ("machine.32_bit", Grade.BROKEN, changed(address_bits=32)),
        ("machine.little_memory", Grade.WARNING, changed(memory=GIB // 2)),
        ("cv2.several_providers", Grade.BROKEN, changed(distributions={"opencv-python": "5.0.0.93"})),
        (
            "cv2.with_windows",
            Grade.WARNING,
            changed(distributions={"opencv-python": "5.0.0.93", "opencv-python-headless": None}),
        ),
        ("library.missing", Grade.BROKEN, changed(trials={"onnxruntime": ABSENT})),
        ("library.wrong_processor", Grade.BROKEN, changed(trials={"onnxruntime": Trial(True, "ended", signal=4)})),
        ("library.fails", Grade.BROKEN, changed(trials={"cv2": Trial(True, "ImportError: libGL.so.1")})),
        (
            "picamera2.numpy_clash",
            Grade.BROKEN,
            changed(trials={"simplejpeg": Trial(True, "ValueError: numpy.dtype size changed, may indicate …")}),
        ),
        ("models.bad", Grade.BROKEN, changed(models={}, models_error="reader.onnx: sha256 is another")),
        ("picamera2.not_needed", Grade.NOTE, changed(board="", trials={"picamera2": ABSENT})),
        ("picamera2.missing", Grade.BROKEN, changed(apt_has_picamera2=False, trials={"picamera2": ABSENT})),
        ("picamera2.hidden", Grade.BROKEN, changed(trials={"picamera2": ABSENT})),
        ("picamera2.other_python", Grade.BROKEN, changed(python="3.12.4", trials={"picamera2": ABSENT})),
        ("picamera2.fails", Grade.BROKEN, changed(trials={"picamera2": Trial(True, "ImportError: libcamera")})),
        ("camera.not_permitted", Grade.BROKEN, changed(unreadable_devices=("/dev/video0",))),
        ("camera.none", Grade.WARNING, changed(video_devices=())),
        ("optional.ncnn", Grade.NOTE, changed(trials={"ncnn": ABSENT})),
        ("optional.paho-mqtt", Grade.NOTE, changed(trials={"paho.mqtt.client": ABSENT})),
        ("optional.weasyprint", Grade.NOTE, changed(trials={"weasyprint": ABSENT})),
        ("optional.prometheus-client", Grade.NOTE, changed(trials={"prometheus_client": ABSENT})),
        ("optional.gpiozero", Grade.NOTE, changed(trials={"gpiozero": ABSENT})),
        (
            "optional.no_pango",
            Grade.WARNING,
            changed(trials={"weasyprint": Trial(True, "OSError: cannot load library 'libpango-1.0-0'")}),
        ),
        ("optional.fails", Grade.WARNING, changed(trials={"ncnn": Trial(True, "ImportError: x")})),
        ("disk.in_memory", Grade.BROKEN, changed(data_in_memory=True)),
        ("disk.scarce", Grade.WARNING, changed(data_free=GIB)),
        ("disk.full", Grade.BROKEN, changed(data_free=GIB // 10)),
        ("clock.wrong", Grade.BROKEN, changed(clock=86_400.0)),
        ("clock.unknown", Grade.NOTE, changed(clock_synchronised=None)),
        ("clock.alone", Grade.WARNING, changed(clock_synchronised=False)),
        ("power.low_now", Grade.BROKEN, changed(throttled=0x50005)),
        ("power.low_seen", Grade.WARNING, changed(throttled=0x50000)),
        ("power.hot", Grade.WARNING, changed(temperature=84.5)),
    ],
)
def test_a_fault_is_found_and_nothing_else_is_blamed(code: str, grade: Grade, machine: Machine) -> None:
    bad = [finding for finding in examine(machine) if finding.grade is not Grade.OK]
    assert [(finding.code, finding.grade) for finding in bad] == [(code, grade)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("machine", [PI, changed(unreadable_devices=("/dev/video0",)), changed(throttled=1)])
def test_every_red_line_says_the_remedy(machine: Machine, language: str) -> None:
    for finding in examine(machine):
        sentence = words(finding.code, language, finding.params)
        assert "{" not in sentence
        assert ("→" in sentence) == (finding.grade is Grade.BROKEN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_about_a_fault_names_a_remedy_and_exists_in_each_language(language: str) -> None:
    harmless = {"machine.found", "python.found", "library.works", "models.good", "picamera2.works"}
    harmless |= {"picamera2.not_needed", "camera.devices", "disk.free", "clock.right", "clock.unknown"}
    harmless |= {f"optional.{package}" for package in OPTIONAL.values()}
    assert {code for code, sentences in WORDS.items() if "→" not in sentences[language]} == harmless


def test_this_machine_is_read_without_a_camera_or_a_board(tmp_path: Path) -> None:
    machine = read_machine(tmp_path / "not" / "there" / "yet")
    assert machine.data_folder == str(tmp_path)
    assert machine.trials["numpy"].works
    assert machine.distributions["numpy"]
    assert not machine.trials["picamera2"].works or machine.is_raspberry_pi


def test_what_is_optional_is_tried_for_real(tmp_path: Path) -> None:
    machine = read_machine(tmp_path)
    assert {module for module in OPTIONAL if machine.trials[module].works} == set(OPTIONAL)
    assert set(OPTIONAL.values()) <= set(machine.distributions)


def test_a_third_network_is_listed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = dataclasses.replace(read_manifest(), joker=None)
    third = ModelFile("joker.onnx", b"", "89abcdef01234567", 96, ("LJ", "BJ", "none"))
    for manifest, names in [
        (shipped, ["finder.onnx", "reader.onnx"]),
        (dataclasses.replace(shipped, joker=third), ["finder.onnx", "reader.onnx", "joker.onnx"]),
    ]:
        monkeypatch.setattr(reading, "read_manifest", lambda manifest=manifest: manifest)
        files, error = reading._models()
        assert (list(files), error) == (names, "")
    told = next(each for each in examine(changed(models=files)) if each.code == "models.good")
    assert "joker.onnx 89abcdef0123" in words(told.code, "en", told.params)
