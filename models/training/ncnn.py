"""Make the NCNN form of the weights from their ONNX files: cut, convert with pnnx, let every picture size in, list.

The converter writes sizes of the picture that it was shown into the layers of the finder's attention. Those few numbers
are replaced by what they stand for, so that the network takes every size, as its ONNX form does.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import onnx
from onnx.utils import Extractor

from paizhuo.models.manifest import ROLES, ModelError, read_manifest
from paizhuo.models.ncnn import LIST
from paizhuo.models.training.sixteen_bits import in_32_bits

HIGH, WIDE = 7, 11
"""Rows and columns of the coarsest map during the conversion: primes that are the size of nothing else."""

COARSEST = 32
VIEWS = {"reader": 1, "joker": 2}
"""How many square pictures a classifier is shown side by side; see ``ModelFile``."""

HEAD = re.compile(r"/model\.\d+/cv([34])\.(\d)/cv\1\.\2\.2/Conv_output_0$")
PNNX = "PAIZHUO_PNNX"
"""An environment variable that names the converter's program, where it is not installed beside this code."""


@dataclass(frozen=True, slots=True)
class Made:
    """The converter's two files."""

    layers: str
    weights: bytes


def make_ncnn(models: Path) -> tuple[Path, ...]:
    """Write the NCNN form of the weights in ``models`` there, the list last, and give the files.

    Raises ``ModelError`` when the weights do not fit together, or the converter is missing or fails.
    """
    manifest = read_manifest(models)
    converter = pnnx_program()
    written: list[Path] = []
    listed: dict[str, object] = {}
    with tempfile.TemporaryDirectory(prefix="paizhuo-") as folder:
        # The manifest may name no third network.
        for role, file in zip(ROLES, manifest.files, strict=False):
            network = in_32_bits(onnx.load_from_string(file.data))
            if role == "finder":
                made = converted(headless(network), (HIGH * COARSEST, WIDE * COARSEST), Path(folder), converter)
                made = Made(any_size(made.layers), made.weights)
            else:
                made = converted(network, (file.input_size, VIEWS[role] * file.input_size), Path(folder), converter)
            paths = (models / f"{role}.ncnn.param", models / f"{role}.ncnn.bin")
            contents = (made.layers.encode("ascii"), made.weights)
            for path, content in zip(paths, contents, strict=True):
                path.write_bytes(content)
            written.extend(paths)
            listed[role] = {
                "files": [path.name for path in paths],
                "sha256": [hashlib.sha256(content).hexdigest() for content in contents],
                "onnx": file.sha256,
            }
    facts = {**listed, "made": {"pnnx": version("pnnx") if importlib.util.find_spec("pnnx") else "?"}}
    (models / LIST).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    return (*written, models / LIST)


def pnnx_program() -> str:
    """Find the converter's program. Raises ``ModelError``."""
    named = os.environ.get(PNNX, "")
    if named:
        return named
    # The package is not imported: it would load PyTorch, which its program does not need.
    found = importlib.util.find_spec("pnnx")
    program = Path(next(iter(found.submodule_search_locations or ())), "pnnx") if found else Path()
    if not program.is_file():
        raise ModelError("the converter pnnx is not installed; `make ncnn` brings it")
    return str(program)


def headless(network: onnx.ModelProto) -> onnx.ModelProto:
    """Cut the finder before its last step: its outputs are then the raw scores and corners, finest map first."""
    found = [match for node in network.graph.node for output in node.output if (match := HEAD.search(output))]
    by_place = {(int(match[2]), int(match[1])): match.string for match in found}
    if sorted(by_place) != [(level, branch) for level in range(3) for branch in (3, 4)]:
        raise ModelError(
            f"the finder has the raw maps {sorted(by_place)}; three levels of scores and corners are known"
        )
    whole = onnx.shape_inference.infer_shapes(network)
    (entry,) = (each.name for each in whole.graph.input)
    cut: onnx.ModelProto = Extractor(whole).extract_model([entry], [by_place[place] for place in sorted(by_place)])
    return cut


def converted(network: onnx.ModelProto, shape: tuple[int, int], folder: Path, converter: str) -> Made:
    """Run the converter for one picture of ``shape`` (height, width); weights are kept in 16 bits."""
    network.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 1
    source = folder / "network.onnx"
    onnx.save(network, str(source))
    done = subprocess.run(
        [converter, source.name, f"inputshape=[1,3,{shape[0]},{shape[1]}]", "fp16=1"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    layers, weights = folder / "network.ncnn.param", folder / "network.ncnn.bin"
    if done.returncode != 0 or not layers.is_file() or not weights.is_file():
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise ModelError(f"the converter pnnx ended with {done.returncode}: {last}")
    made = Made(layers.read_text("ascii"), weights.read_bytes())
    for path in folder.iterdir():
        path.unlink()
    return made


def any_size(layers: str) -> str:
    """Replace the sizes of the picture that was converted by what they stand for.

    Attention flattens a map of ``(c, h, w)`` to ``h * w`` tokens and back. Flattening becomes "whatever is left", and
    the way back takes h and w from the map that was flattened. Raises ``ModelError`` when the layers are not so.
    """
    tokens = HIGH * WIDE
    magic, counts, *lines = layers.splitlines()
    flat = [line for line in lines if line.startswith("Reshape") and f" 0={tokens} " in line]
    back = [line for line in lines if line.startswith("Reshape") and f" 0={WIDE} 1={HIGH} 2=" in line]
    if len(flat) != 1 or len(flat) + len(back) != sum(line.startswith("Reshape") for line in lines):
        raise ModelError(
            f"the finder has {len(flat)} flattening and {len(back)} restoring layers; one attention is known"
        )
    source = flat[0].split()[4]
    copies = [f"{source}_{number}" for number in range(1 + len(back))]
    written = []
    for line in lines:
        words = line.split()
        if line in flat:
            written.append(f"Split {source}_sizes 1 {len(copies)} {source} {' '.join(copies)}")
            written.append(" ".join([*words[:4], copies[0], words[5], "0=-1", *words[7:]]))
        elif line in back:
            channels = words[8].partition("=")[2]
            reference = copies[1 + back.index(line)]
            written.append(
                " ".join([words[0], words[1], "2 1", words[4], reference, words[5], f'6="1w,1h,{channels}"'])
            )
        else:
            written.append(line)
    layer_count, blob_count = (int(number) for number in counts.split())
    return "\n".join([magic, f"{layer_count + 1} {blob_count + len(copies)}", *written]) + "\n"
