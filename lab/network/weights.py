"""Writes networks of bytes in the form that engine/ocr/textline/network reads.

The file: the magic DOCMNET1, the length of a JSON header (uint32, little endian), the header, for each layer its
weights (int8), biases (int32), scales (float32) and, where it adds another layer's map, that map's factors (int32),
then the SHA-256 of all before.
"""
import hashlib
import json
import struct

import numpy as np

MAGIC = b"DOCMNET1"


def conv(inputs, outputs, kernel, stride=(1, 1), pad=None, source=None, raw=False, residual=None, upsample=1):
    """Describes a dense convolution; pad is top, left, bottom, right, half of the kernel's size if not given."""
    if pad is None:
        pad = (kernel[0] // 2, kernel[1] // 2, kernel[0] // 2, kernel[1] // 2)
    layer = {"op": "conv", "in": inputs, "out": outputs, "kernel": list(kernel), "stride": list(stride),
             "pad": list(pad), "raw": raw}
    return _joined(layer, source, residual, upsample)


def depthwise(channels, kernel, pad=None, source=None):
    """Describes a convolution of each channel by itself."""
    if pad is None:
        pad = (kernel[0] // 2, kernel[1] // 2, kernel[0] // 2, kernel[1] // 2)
    layer = {"op": "depthwise", "in": channels, "out": channels, "kernel": list(kernel), "stride": [1, 1],
             "pad": list(pad), "raw": False}
    return _joined(layer, source, None, 1)


def _joined(layer, source, residual, upsample):
    if source is not None:
        layer["from"] = source
    if residual is not None:
        layer["residual"] = residual
        layer["upsample"] = upsample
    return layer


def write(path, kind, labels, layers, blobs, made):
    """Writes a file.

    layers: as conv() and depthwise() give them. blobs: for each layer a dict of "weights" (conv: out, kh, kw, in;
    depthwise: kh, kw, channels; whole numbers from -127 to 127), "bias" (out), "scale" (out) and, with a residual,
    "residual" (out). made: what the file says of its training.
    """
    outputs = [i for i, layer in enumerate(layers) if layer["raw"]]
    header = json.dumps({"kind": kind, "labels": labels, "layers": layers, "outputs": outputs, "made": made},
                        ensure_ascii=False, separators=(",", ":")).encode()
    parts = [MAGIC, struct.pack("<I", len(header)), header]
    for layer, blob in zip(layers, blobs, strict=True):
        weights = np.asarray(blob["weights"])
        if np.abs(weights).max() > 127:
            raise ValueError("a weight is beyond 127")
        kh, kw = layer["kernel"]
        shape = (kh, kw, layer["in"]) if layer["op"] == "depthwise" else (layer["out"], kh, kw, layer["in"])
        parts.append(weights.reshape(shape).astype("<i1").tobytes())
        parts.append(np.asarray(blob["bias"]).reshape(layer["out"]).astype("<i4").tobytes())
        parts.append(np.asarray(blob["scale"]).reshape(layer["out"]).astype("<f4").tobytes())
        if "residual" in layer:
            parts.append(np.asarray(blob["residual"]).reshape(layer["out"]).astype("<i4").tobytes())
    content = b"".join(parts)
    with open(path, "wb") as file:
        file.write(content + hashlib.sha256(content).digest())
