"""A wider head for corners answers as the narrow one did, and can learn what that one could not."""

import torch
from ultralytics.nn.tasks import PoseModel

from paizhuo.models.training.finder import ARCHITECTURE, HEAD
from paizhuo.models.training.wide_corners import widen


def _model() -> PoseModel:
    torch.manual_seed(3)
    return PoseModel(ARCHITECTURE, nc=1, data_kpt_shape=(4, 2), verbose=False).eval()


def _answer(model: PoseModel) -> torch.Tensor:
    with torch.no_grad():
        answer: torch.Tensor = model(torch.rand(1, 3, 64, 64, generator=torch.Generator().manual_seed(5)))[0]
    return answer


def test_a_widened_head_answers_as_before() -> None:
    model = _model()
    before = _answer(model)
    widen(model, 40)
    assert [level[1].conv.weight.shape[:2] for level in model.model[-1].cv4] == [(40, 40)] * 3
    assert torch.allclose(_answer(model), before, atol=1e-4)


def test_what_is_as_wide_already_is_left_alone() -> None:
    model = _model()
    widen(model, 40)
    head = model.model[-1].cv4[0]
    widen(model, 40)
    assert model.model[-1].cv4[0] is head


def test_what_is_frozen_where_corners_alone_are_trained_leaves_the_corner_head() -> None:
    model = _model()
    widen(model, 40)
    frozen = [f"model.{place}." for place in (*range(HEAD), f"{HEAD}.cv2", f"{HEAD}.cv3", f"{HEAD}.dfl")]
    left = {name for name, _ in model.named_parameters() if not name.startswith(tuple(frozen))}
    assert left
    assert all(name.startswith(f"model.{HEAD}.cv4.") for name in left)


def test_the_new_channels_can_learn() -> None:
    model = _model().train()
    widen(model, 40)
    model(torch.rand(2, 3, 64, 64))["kpts"].square().mean().backward()
    gradient = model.model[-1].cv4[0][2].weight.grad
    assert gradient is not None
    assert float(gradient[:, 16:].abs().min()) > 0
