"""Keep the picture library's own talk off the terminal: a fault is told once, by whoever meets it, in words of ours."""

from __future__ import annotations

import os

import cv2

__all__ = ["hush"]

_FFMPEG_QUIET = "-8"
"""FFmpeg's AV_LOG_QUIET."""


def hush() -> None:
    """Silence OpenCV's and FFmpeg's messages from now on. FFmpeg's level is read when the first recording is opened."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", _FFMPEG_QUIET)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
