"""Reads lines files (lab/cmd/lines) and deals batches of like width."""
import mmap
import random

import numpy as np
import torch

import network

MAGIC = b"DMLINES1"
ROWS = 32


class Lines:
    """The lines of one file, read from the disk as they are asked for."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self.content[:8] != MAGIC:
            raise ValueError(f"{path} is no lines file")
        self.entries = []  # place of the ink, columns, text
        at = 8
        while at < len(self.content):
            columns = int.from_bytes(self.content[at:at + 2], "little")
            size = int.from_bytes(self.content[at + 2:at + 4], "little")
            text = self.content[at + 4:at + 4 + size].decode()
            self.entries.append((at + 4 + size, columns, text))
            at += 4 + size + ROWS * columns

    def ink(self, entry):
        """The picture of an entry, 32 × columns bytes."""
        at, columns, _ = entry
        return np.frombuffer(self.content, np.uint8, ROWS * columns, at).reshape(ROWS, columns)


def readable(entry):
    """Tells whether a line is wide enough for CTC to spell its text, and no page wide one."""
    _, columns, text = entry
    twice = sum(a == b for a, b in zip(text, text[1:]))
    return 0 < len(text) and len(text) + twice < columns // network.STEP and 24 <= columns <= 1600


LEEWAY = 4  # columns that a varied picture may be moved along
STEP = 32  # columns by which batches differ in width: convolutions of a new shape are costly at first


def deal(lines, columns, rng):
    """Endless batches (entries of like width, some columns in all) of a file, in random order."""
    waiting = {}  # by width
    entries = [entry for entry in lines.entries if readable(entry)]
    while True:
        rng.shuffle(entries)
        for entry in entries:
            width = -(-(entry[1] + LEEWAY) // STEP) * STEP
            batch = waiting.setdefault(width, [])
            batch.append(entry)
            if len(batch) >= max(columns // width, 2):
                yield waiting.pop(width)


def pictures(lines, batch, rng=None):
    """A batch as a tensor [lines, 1, 32, columns] of ink from 0 to 1, and the columns of each line.

    With rng the pictures are varied: moved, lightened, made noisy.
    """
    before = rng.randrange(0, LEEWAY) if rng else 0
    width = -(-(max(entry[1] for entry in batch) + LEEWAY) // STEP) * STEP
    x = np.zeros((len(batch), ROWS, width), np.uint8)
    for row, entry in zip(x, batch):
        ink = lines.ink(entry)
        if rng:
            ink = np.roll(ink, rng.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2)), axis=0)
        row[:, before:before + entry[1]] = ink
    x = torch.from_numpy(x).float().div_(255)
    if rng:
        x = _varied(x, rng)
    return x.unsqueeze(1), [entry[1] + before for entry in batch]


def _varied(x, rng):
    generator = torch.Generator().manual_seed(rng.getrandbits(40))
    n = len(x)
    gain = torch.empty(n, 1, 1).uniform_(0.7, 1.25, generator=generator)
    lift = torch.empty(n, 1, 1).uniform_(-0.08, 0.08, generator=generator)
    x = x * gain + lift
    if rng.random() < 0.4:
        x = x + torch.randn(x.shape, generator=generator) * rng.uniform(0.01, 0.08)
    return x.clamp_(0, 1)


def random_of(seed):
    """A source of random numbers of its own."""
    return random.Random(seed)
