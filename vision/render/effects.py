"""What light, lens, sensor and file format do to a picture."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def photographed(rng: random.Random, picture: Picture, harshness: float = 1.0) -> Picture:
    """Give ``picture`` as a camera might have taken it. ``harshness`` 0–1 scales every fault."""
    side = picture.shape[0]
    image = picture.astype(np.float32)
    image *= _light(rng, side, harshness)[..., None]
    if rng.random() < 0.3 * harshness:
        image += _glare(rng, side)[..., None]
    balance = [
        rng.uniform(1 - 0.22 * harshness, 1 + 0.22 * harshness),
        1.0,
        rng.uniform(1 - 0.2 * harshness, 1 + 0.2 * harshness),
    ]
    image *= np.array(balance, np.float32)
    if rng.random() < 0.5 * harshness:
        grey = image.mean(axis=2, keepdims=True)
        image = grey + (image - grey) * rng.uniform(0.45, 1.5)
    np.clip(image, 0, 255, out=image)
    image = _optics(rng, image, harshness)
    generator = np.random.default_rng(rng.getrandbits(32))
    image += generator.standard_normal(image.shape).astype(np.float32) * rng.uniform(0, 8) * harshness
    np.clip(image, 0, 255, out=image)
    return _as_file(rng, image.astype(np.uint8), harshness)


def _light(rng: random.Random, side: int, harshness: float) -> NDArray[np.float32]:
    x, y = np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side))
    angle = rng.uniform(0, 2 * math.pi)
    slope = rng.uniform(0, 0.4) * harshness
    light = 1 + slope * (x * math.cos(angle) + y * math.sin(angle))
    if rng.random() < 0.25 * harshness:
        # The edge of a shadow: the hand, the head or the phone that takes the picture.
        edge = x * math.cos(angle + 1) + y * math.sin(angle + 1) - rng.uniform(-0.7, 0.7)
        light *= 1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-edge * rng.uniform(4, 40)))
    return np.asarray(light * math.exp(rng.gauss(0, 0.27 * harshness)), np.float32)


def _glare(rng: random.Random, side: int) -> NDArray[np.float32]:
    x, y = np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side))
    distance = (x - rng.uniform(-1, 1)) ** 2 + (y - rng.uniform(-1, 1)) ** 2
    return np.asarray(np.exp(-distance / rng.uniform(0.01, 0.3)) * rng.uniform(10, 110), np.float32)


def _optics(rng: random.Random, image: NDArray[np.float32], harshness: float) -> NDArray[np.float32]:
    if rng.random() < 0.5 * harshness:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.25)), np.float32)
    if rng.random() < 0.15 * harshness:
        length = rng.choice([3, 5, 7])
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1
        turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1.0)
        kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
        image = np.asarray(cv2.filter2D(image, -1, kernel / max(1e-3, float(kernel.sum()))), np.float32)
    if rng.random() < 0.2 * harshness:
        # A small picture made large again: video frames and thumbnails.
        side = image.shape[0]
        small = round(side * rng.uniform(0.5, 0.9))
        image = np.asarray(
            cv2.resize(cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA), (side, side)), np.float32
        )
    if rng.random() < 0.3 * harshness:
        # Telephones sharpen: dark print gets a bright seam.
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 1.8))
        image = np.clip(image + (image - soft) * rng.uniform(0.3, 1.3), 0, 255).astype(np.float32)
    return image


def _as_file(rng: random.Random, image: Picture, harshness: float) -> Picture:
    quality = 95 - round(rng.uniform(0, 50) * harshness)
    good, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not good:
        raise ValueError("the picture could not be packed")
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
