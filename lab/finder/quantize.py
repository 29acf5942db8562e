"""Turns a trained line finder into one of bytes, for engine/ocr/textline/find.

    python quantize.py FOLDER,FOLDER CHECKPOINT --out finder.bin [--note TEXT]

As for the recognizer (lab/recognizer/quantize.py). Prints how both networks do on the pages kept apart.
"""
import argparse
import os
import random
import sys

import torch
from torch.nn import functional

import network
import pages
import train

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "network"))
import quantized  # noqa: E402  the folder beside this one
from weights import conv, depthwise  # noqa: E402


def tops_of(net, inputs, share):
    """The ranges of all maps over some windows."""
    tops, relu = quantized.Tops(share), functional.relu

    def separable(name, block, x):
        y = tops.see(name + ".around", relu(block.around(x)))
        return tops.see(name, relu(x + block.across(y)))

    def up(name, join, coarse, fine):
        y = tops.see(name + ".narrow", relu(join.narrow(coarse)))
        return tops.see(name, relu(join.join(fine) + functional.interpolate(y, scale_factor=2, mode="nearest")))

    with torch.no_grad():
        for x in inputs:
            for i in range(3):
                x = tops.see(f"down{i}", relu(net.down[i](x)))
            quarter = x
            x = tops.see("down3", relu(net.down[3](x)))
            for i, block in enumerate(net.middle):
                x = separable(f"middle{i}", block, x)
            eighth = x
            x = tops.see("down4", relu(net.down[4](x)))
            for i, block in enumerate(net.deep):
                x = separable(f"deep{i}", block, x)
            x = separable("after", net.after, up("up0", net.up[0], x, eighth))
            tops.see("last", relu(net.last(up("up1", net.up[1], x, quarter))))
    return tops


def quantize(net, tops):
    """The network of bytes."""
    q, folded = quantized.Quantized(), quantized.folded

    def plain(name, layer, source=None):
        c = layer.convolution
        return q.add(conv(c.in_channels, c.out_channels, c.kernel_size, c.stride, source=source), folded(layer),
                     tops[name])

    def separable(name, block, before):
        width = block.across.convolution.out_channels
        q.add(depthwise(width, (5, 5)), folded(block.around), tops[name + ".around"])
        return q.add(conv(width, width, (1, 1), residual=before), folded(block.across), tops[name])

    def up(name, join, fine):
        coarse = plain(name + ".narrow", join.narrow)
        width = join.join.convolution.out_channels
        return q.add(conv(width, width, (1, 1), source=fine, residual=coarse, upsample=2), folded(join.join), tops[name])

    for i in range(3):
        at = plain(f"down{i}", net.down[i])
    quarter, at = at, plain("down3", net.down[3])
    for i, block in enumerate(net.middle):
        at = separable(f"middle{i}", block, at)
    eighth, at = at, plain("down4", net.down[4])
    for i, block in enumerate(net.deep):
        at = separable(f"deep{i}", block, at)
    separable("after", net.after, up("up0", net.up[0], eighth))
    up("up1", net.up[1], quarter)
    plain("last", net.last)
    c = net.maps
    q.add(conv(c.in_channels, c.out_channels, (1, 1), raw=True), (c.weight.detach(), c.bias.detach()), None)
    return q


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders")
    parser.add_argument("checkpoint")
    parser.add_argument("--out", required=True)
    parser.add_argument("--share", type=float, default=0.9999, help="of values within a map's range")
    parser.add_argument("--note", default="", help="what the file says of its training")
    options = parser.parse_args()
    torch.set_num_threads(1)
    net = network.load(options.checkpoint).eval()
    rng, inputs, apart = random.Random(4), [], []
    for folder in options.folders.split(","):
        found = pages.load(folder)
        apart.append((folder, found[::8]))
        inputs += [train.batch([page], rng)[0] for page in rng.sample([p for i, p in enumerate(found) if i % 8], 16)]
    q = quantize(net, tops_of(net, inputs, options.share))
    step = torch.load(options.checkpoint, weights_only=True)["step"]
    q.write(options.out, "finder", [], {"training": options.note, "steps": step})
    for folder, some in apart:
        print(folder, "floats:", train.judge(net, some[:24]))
        print(folder, "bytes: ", train.judge(q, some[:24]), flush=True)


if __name__ == "__main__":
    main()
