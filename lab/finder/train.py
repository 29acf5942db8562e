"""Trains the line finder on pages (lab/cmd/pages).

    python train.py FOLDER,FOLDER --out CHECKPOINT [--start CHECKPOINT] [--steps N]

Every eighth page of a folder is never trained on, but judged. Seeds are fixed; steps, not minutes, decide the end.
"""
import argparse
import os
import random
import sys
import time

import numpy as np
import torch
from torch.nn import functional

import network
import pages

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "network"))
from batches import ahead  # noqa: E402  the folder beside this one

ROWS, COLUMNS = 448, 576  # of a window


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders")
    parser.add_argument("--out", required=True)
    parser.add_argument("--start")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    net = network.load(options.start) if options.start else network.Finder()
    net = net.to(memory_format=torch.channels_last)
    print("weights", sum(p.numel() for p in net.parameters()), flush=True)
    known, apart = [], []
    for folder in options.folders.split(","):
        found = pages.load(folder)
        apart.append((folder, found[::8]))
        known.append([page for i, page in enumerate(found) if i % 8])
        print(folder, len(found), flush=True)
    train(net, known, apart, options)


def deal(known, options):
    """Batches without end."""
    rng = random.Random(options.seed)
    return ahead(lambda: batch([rng.choice(rng.choice(known)) for _ in range(options.batch)], rng), 6)


def batch(chosen, rng):
    drawn = [pages.window(page, rng, ROWS, COLUMNS) for page in chosen]
    x = torch.from_numpy(np.stack([image for image, _ in drawn])).unsqueeze(1)
    return x.to(memory_format=torch.channels_last), torch.from_numpy(np.stack([maps for _, maps in drawn]))


def loss_of(maps, wanted):
    """Cross entropy and Dice's measure of the core, and how far heights and offsets are off within it."""
    score, core = maps[:, 0], wanted[:, 0]
    p = score.sigmoid()
    dice = 1 - (2 * (p * core).sum() + 1) / (p.sum() + core.sum() + 1)
    weight = 1 + 2 * core
    cross = functional.binary_cross_entropy_with_logits(score, core, weight)
    inside = core.sum().clamp_min(1)
    height = (functional.smooth_l1_loss(maps[:, 1], wanted[:, 1], reduction="none", beta=0.2) * core).sum() / inside
    offset = (functional.smooth_l1_loss(maps[:, 2], wanted[:, 2], reduction="none", beta=0.2) * core).sum() / inside
    return cross + dice + height + offset


def train(net, known, apart, options):
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=0.01)
    batches, start, mean = deal(known, options), time.time(), None
    net.train()
    for step in range(options.steps):
        warm, left = min(1.0, (step + 1) / 100), (options.steps - step) / options.steps
        for group in optimiser.param_groups:
            group["lr"] = options.rate * warm * min(1.0, 2.5 * left) + 1e-6
        x, wanted = next(batches)
        loss = loss_of(net(x), wanted)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
        if (step + 1) % 50 == 0:
            print(f"step {step + 1} loss {mean:.4f} after {(time.time() - start) / 60:.1f} min", flush=True)
        if (step + 1) % 300 == 0 or step + 1 == options.steps:
            net.eval()
            for folder, some in apart:
                print(" ", folder, judge(net, some[:24]), flush=True)
            net.train()
            torch.save({"network": net.state_dict(), "step": step + 1, "seed": options.seed}, options.out)


def judge(net, some):
    """Precision and recall of the core, and mean errors of log2 of the height and of the offset within it."""
    rng, sums = random.Random(9), np.zeros(5)
    for page in some:
        x, wanted = batch([page], rng)
        with torch.no_grad():
            maps = net(x)
        core, found = wanted[:, 0] > 0.5, maps[:, 0] > 0
        both = core & found
        sums += [both.sum(), found.sum(), core.sum(), (maps[:, 1] - wanted[:, 1])[both].abs().sum(),
                 (maps[:, 2] - wanted[:, 2])[both].abs().sum()]
    hit = max(sums[0], 1)
    return (f"core precision {hit / max(sums[1], 1):.3f} recall {hit / max(sums[2], 1):.3f} "
            f"height {sums[3] / hit:.3f} offset {sums[4] / hit:.3f}")


if __name__ == "__main__":
    main()
