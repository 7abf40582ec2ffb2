"""The finder's corner loss: as COCO's near the truth, and still pulling far from it."""

import pytest
import torch

from paizhuo.models.training.corner_loss import CornerLoss


def _pull(off: float, *, saturating: bool = False) -> float:
    """Give the gradient on a corner that lies ``off`` to the right, in the loss or in COCO's in its place."""
    true = torch.zeros(1, 4, 2)
    guess = true.clone()
    guess[0, 0, 0] = off
    guess.requires_grad_(True)
    area = torch.full((1, 1), 100.0)
    if saturating:
        error = (guess - true).pow(2).sum(dim=-1) / ((2 * 0.1) ** 2 * 2 * area)
        loss = (1 - torch.exp(-error)).mean()
    else:
        loss = CornerLoss()(guess, true, torch.ones(1, 4), area)
    loss.backward()
    assert guess.grad is not None
    return float(guess.grad[0, 0, 0])


def test_corners_in_place_cost_nothing() -> None:
    true = torch.rand(3, 4, 2)
    assert float(CornerLoss()(true, true, torch.ones(3, 4), torch.ones(3, 1))) == 0


def test_near_the_truth_it_pulls_as_the_similarity_of_coco_does() -> None:
    assert _pull(0.2) == pytest.approx(_pull(0.2, saturating=True), rel=0.01)


def test_a_corner_far_off_is_still_pulled() -> None:
    # Near the root of the area off: where a narrow, tall frame has a corner of JOKER written across.
    assert _pull(8) > 50 * _pull(8, saturating=True)
    assert _pull(8) > _pull(20) > 0


def test_a_corner_that_counts_for_nothing_is_not_pulled_and_the_others_count_more() -> None:
    true, guess = torch.zeros(1, 4, 2), torch.zeros(1, 4, 2)
    guess[0, 1, 1] = 5
    area, seen = torch.full((1, 1), 100.0), torch.tensor([[1.0, 0.0, 1.0, 1.0]])
    assert float(CornerLoss()(guess, true, seen, area)) == 0
    seen = torch.tensor([[1.0, 1.0, 0.0, 0.0]])
    whole = float(CornerLoss()(guess, true, torch.ones(1, 4), area))
    assert float(CornerLoss()(guess, true, seen, area)) == pytest.approx(2 * whole)
