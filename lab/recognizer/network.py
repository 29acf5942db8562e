"""The recognizer's network: a line's picture of 32 rows to scores of each character every two columns.

Convolutions all the way, so that it becomes one of bytes (quantize.py): two-dimensional ones until a place is one
column of four, then blocks along the line after MobileNets (Howard et al., 2017) and Jasper (Li et al., 2019). Trained
with CTC (Graves et al., 2006), which needs a place between two letters that are the same: a place of the blocks has
the scores of two places of the text, since "ll" in narrow print is hardly ten columns wide.
"""
import torch
from torch import nn
from torch.nn import functional

STEP = 2  # columns for one place of the text
HALVES = 2  # places of the text in one of the blocks

SIZES = {"a": 16, "b": 32, "c": 64, "d": 192, "blocks": 5}


class Convolution(nn.Module):
    """A convolution and a normalisation; a ReLU follows unless a block's sum comes first."""

    def __init__(self, inputs, outputs, kernel, stride=(1, 1), padding=None, groups=1):
        super().__init__()
        if padding is None:
            padding = (kernel[0] // 2, kernel[1] // 2)
        self.convolution = nn.Conv2d(inputs, outputs, kernel, stride, padding, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return self.norm(self.convolution(x))


class Block(nn.Module):
    """Mixes nine neighbouring columns, then the channels of each; what it finds is added to what came in."""

    def __init__(self, width):
        super().__init__()
        self.along = Convolution(width, width, (1, 9), groups=width)
        self.wide = Convolution(width, 2 * width, (1, 1))
        self.back = Convolution(2 * width, width, (1, 1))

    def forward(self, x):
        y = functional.relu(self.along(x))
        y = functional.relu(self.wide(y))
        return functional.relu(x + self.back(y))


class Recognizer(nn.Module):
    """[lines, 1, 32, columns], ink from 0 to 1 -> [lines, columns / STEP, classes] scores; class 0 is CTC's blank."""

    def __init__(self, classes, a, b, c, d, blocks):
        super().__init__()
        self.front = nn.ModuleList([
            Convolution(1, a, (3, 3), (2, 2)),
            Convolution(a, b, (3, 3), (2, 1)),
            Convolution(b, b, (3, 3)),
            Convolution(b, c, (3, 3), (2, 2)),
            Convolution(c, c, (3, 3)),
            Convolution(c, d, (4, 3), padding=(0, 1)),
        ])
        self.blocks = nn.ModuleList([Block(d) for _ in range(blocks)])
        self.drop = nn.Dropout(0.1)
        self.classes = classes
        self.scores = nn.Conv2d(d, HALVES * classes, (1, 1))

    def forward(self, x):
        for layer in self.front:
            x = functional.relu(layer(x))
        for block in self.blocks:
            x = block(x)
        y = self.scores(self.drop(x)).squeeze(2).transpose(1, 2)
        return y.reshape(len(y), -1, self.classes)

    def deepen(self, blocks):
        """Adds blocks at the end that change nothing until they learn: what they add to what came in is nought."""
        for _ in range(blocks - len(self.blocks)):
            block = Block(self.scores.in_channels)
            nn.init.zeros_(block.back.norm.weight)
            self.blocks.append(block)

    def relabel(self, before, after):
        """Goes over to other labels; what is known of those that stay is kept."""
        if before == after:
            return
        old, self.scores = self.scores, nn.Conv2d(self.scores.in_channels, HALVES * len(after), (1, 1))
        self.classes = len(after)
        index = {label: i for i, label in enumerate(before)}
        with torch.no_grad():
            for half in range(HALVES):
                # A new label begins well below the mean of the others: scores have no level of their own.
                rows, of = slice(half * len(after), (half + 1) * len(after)), slice(half * len(before), (half + 1) * len(before))
                self.scores.weight[rows] = old.weight[of].mean(0)
                self.scores.bias[rows] = old.bias[of].mean() - 5
                for i, label in enumerate(after):
                    if label in index:
                        to, source = half * len(after) + i, half * len(before) + index[label]
                        self.scores.weight[to] = old.weight[source]
                        self.scores.bias[to] = old.bias[source]


def load(path):
    """Reads a checkpoint of train.py; returns the network and the labels of its classes."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    network = Recognizer(len(saved["labels"]), **saved["sizes"])
    network.load_state_dict(saved["network"])
    return network, saved["labels"]
