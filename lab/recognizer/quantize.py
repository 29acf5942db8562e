"""Turns a trained recognizer into one of bytes, for engine/ocr/textline.

    python quantize.py FOLDER CHECKPOINT --out recognizer.bin [--lines N] [--note TEXT]

Normalisations are folded into the weights; each output channel has a scale for its weights, each layer one for its
map, so that 127 is a value that hardly any of the lines (of FOLDER, trained on) exceeds. Prints how the network of
bytes reads the lines kept apart, beside the one of floats.
"""
import argparse
import glob
import os
import sys

import torch
from torch.nn import functional

import data
import judge
import network

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "network"))
import quantized  # noqa: E402  the folder beside this one
from weights import conv, depthwise  # noqa: E402


def tops_of(net, batches, share):
    """The ranges of all maps over batches of pictures."""
    tops, relu = quantized.Tops(share), functional.relu
    with torch.no_grad():
        for x in batches:
            for i, layer in enumerate(net.front):
                x = tops.see(f"front{i}", relu(layer(x)))
            for i, block in enumerate(net.blocks):
                y = tops.see(f"along{i}", relu(block.along(x)))
                y = tops.see(f"wide{i}", relu(block.wide(y)))
                x = tops.see(f"back{i}", relu(x + block.back(y)))
    return tops


def quantize(net, tops):
    """The network of bytes."""
    q = quantized.Quantized()
    for i, layer in enumerate(net.front):
        c = layer.convolution
        pad = (0, 1, 0, 1) if c.kernel_size[0] == 4 else None
        q.add(conv(c.in_channels, c.out_channels, c.kernel_size, c.stride, pad), quantized.folded(layer),
              tops[f"front{i}"])
    for i, block in enumerate(net.blocks):
        width, before = block.along.convolution.out_channels, len(q.layers) - 1
        q.add(depthwise(width, (1, 9)), quantized.folded(block.along), tops[f"along{i}"])
        q.add(conv(width, 2 * width, (1, 1)), quantized.folded(block.wide), tops[f"wide{i}"])
        q.add(conv(2 * width, width, (1, 1), residual=before), quantized.folded(block.back), tops[f"back{i}"])
    c = net.scores
    q.add(conv(c.in_channels, c.out_channels, (1, 1), raw=True), (c.weight.detach(), c.bias.detach()), None)
    return q


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("checkpoint")
    parser.add_argument("--out", required=True)
    parser.add_argument("--lines", type=int, default=600, help="kept apart that are judged, a file")
    parser.add_argument("--share", type=float, default=0.9995, help="of values within a map's range")
    parser.add_argument("--note", default="", help="what the file says of its training")
    options = parser.parse_args()
    torch.set_num_threads(1)
    net, labels = network.load(options.checkpoint)
    net.eval()
    files = {os.path.basename(path): data.Lines(path)
             for path in sorted(glob.glob(os.path.join(options.folder, "*.lines")))}
    batches = []
    for name, lines in files.items():
        if "apart" not in name:
            deal = data.deal(lines, 6000, data.random_of(5))
            batches += [data.pictures(lines, next(deal))[0] for _ in range(12)]
    q = quantize(net, tops_of(net, batches, options.share))
    step = torch.load(options.checkpoint, weights_only=True)["step"]
    q.write(options.out, "recognizer", labels, {"training": options.note, "steps": step})
    for name, lines in files.items():
        if "apart" in name:
            readers = (("floats", net), ("bytes", lambda x: q(x).squeeze(2).transpose(1, 2).reshape(len(x), -1, len(labels))))
            for kind, reader in readers:
                wrong, words = judge.judge(reader, labels, lines, options.lines, "real" in name)
                print(f"{name}, {kind}: characters wrong {wrong:.4f}, words right {words:.4f}", flush=True)


if __name__ == "__main__":
    main()
