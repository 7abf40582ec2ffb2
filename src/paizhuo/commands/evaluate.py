"""`paizhuo evaluate`: the figures of reading, each kind in a file of its own."""

from __future__ import annotations

import click

from paizhuo.commands._evaluate_enrolment import enrolment
from paizhuo.commands._evaluate_hands import hands
from paizhuo.commands._evaluate_noise import noise
from paizhuo.commands._evaluate_pairs import pairs
from paizhuo.commands._evaluate_photos import photos
from paizhuo.commands._evaluate_rendered import rendered

__all__ = ["command"]


@click.group("evaluate")
def command() -> None:
    """Measure how well cards are read and hands are refereed."""


command.add_command(photos)
command.add_command(rendered)
command.add_command(enrolment)
command.add_command(pairs)
command.add_command(hands)
command.add_command(noise)
