"""Gives a network of bytes the labels of another one; what it does not know is impossible for it.

    python relabel.py NETWORK LIKE --out FILE

NETWORK and LIKE are files of quantize.py. The engine needs equal labels to let one network rate the other's text.
"""
import argparse
import json
import os
import struct
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "network"))
import weights  # noqa: E402  the folder beside this one

IMPOSSIBLE = -1000  # a score


def read(path):
    """Reads a file; returns its header and for each layer its blob (weights.write)."""
    with open(path, "rb") as file:
        content = file.read()
    size = struct.unpack("<I", content[8:12])[0]
    header, at, blobs = json.loads(content[12:12 + size]), 12 + size, []

    def take(count, form):
        nonlocal at
        values = np.frombuffer(content, form, count, at)
        at += values.nbytes
        return values

    for layer in header["layers"]:
        count = layer["kernel"][0] * layer["kernel"][1] * layer["in"]
        if layer["op"] == "conv":
            count *= layer["out"]
        blob = {"weights": take(count, "<i1").astype(int), "bias": take(layer["out"], "<i4"),
                "scale": take(layer["out"], "<f4")}
        if "residual" in layer:
            blob["residual"] = take(layer["out"], "<i4")
        blobs.append(blob)
    return header, blobs


def widened(blob, inputs, before, after):
    """The last layer's blob with an output for each label of after, in each of its places."""
    places = len(blob["bias"]) // len(before)
    rows = blob["weights"].reshape(places, len(before), inputs)
    out = {"weights": np.zeros((places, len(after), inputs), int),
           "bias": np.full((places, len(after)), IMPOSSIBLE, np.int32), "scale": np.ones((places, len(after)), np.float32)}
    for i, label in enumerate(after):
        if label in before:
            k = before.index(label)
            out["weights"][:, i] = rows[:, k]
            for name in ("bias", "scale"):
                out[name][:, i] = blob[name].reshape(places, -1)[:, k]
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("network")
    parser.add_argument("like")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    header, blobs = read(options.network)
    labels = read(options.like)[0]["labels"]
    last = header["layers"][-1]
    blobs[-1] = widened(blobs[-1], last["in"], header["labels"], labels)
    last["out"] = blobs[-1]["bias"].size
    weights.write(options.out, header["kind"], labels, header["layers"], blobs, header["made"])


if __name__ == "__main__":
    main()
