"""What a genre network's file says of screenshots, as the extension runs it."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime

from fusion import logit
from images import ASPECT, HEIGHT, LIST_VIEW, NARROW_ASPECT, WIDTH, pixels

NETWORK = Path(__file__).resolve().parent / "screenshot.onnx"
NARROW_FROM = 0.5  # as the extension has it


def network(path):
    """A function of pixels, uint8 [N, height, width, 3], and of the name of a calibration: what goce says of them, the
    calibrated probabilities of a list view, [N], and those of a narrow layout, [N]."""
    properties = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
    mean, deviation = (
        np.array(properties[name].split(","), np.float32) for name in ("goce.mean", "goce.std")
    )
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    [source] = session.get_inputs()

    def judge(pixels, calibration="goce.calibration"):
        weight, bias = map(float, properties[calibration].split())
        seen = ((pixels - mean) / deviation).transpose(0, 3, 1, 2).astype(np.float32)
        types, narrow = map(np.concatenate, zip(*(session.run(None, {source.name: image[None]}) for image in seen)))
        p_list_view = 1 / (1 + np.exp(-weight * logit(types[:, LIST_VIEW:].sum(axis=1)) - bias))
        return p_list_view, narrow[:, 0]

    return judge


def looked_at(judge, paths):
    """What goce sees of screenshots, uint8 [N, HEIGHT, WIDTH, 3], with the calibration of each: under the crop of
    narrow pages where the first look takes it for one."""
    seen, tall = (pixels(paths, WIDTH, HEIGHT, aspect) for aspect in (ASPECT, NARROW_ASPECT))
    narrow = judge(seen)[1] > NARROW_FROM
    calibrations = np.where(narrow, "goce.narrow_calibration", "goce.calibration")
    return np.where(narrow[:, None, None, None], tall, seen), calibrations
