"""The line finder's network: a gray page to three maps at a quarter of its size.

A U-Net (Ronneberger et al., 2015) of few channels: down to a sixteenth of the page, where a place sees several lines
and their neighbours, and up again. The maps: whether a place is in the core of a line (a score before the sigmoid),
the binary logarithm of the line's height in pixels, and how far the line's middle is below the place, in places.
"""
import torch
from torch import nn
from torch.nn import functional

SCALE = 4  # pixels to a place of the maps


class Convolution(nn.Module):
    """A convolution and a normalisation."""

    def __init__(self, inputs, outputs, kernel, stride=1, groups=1):
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return self.norm(self.convolution(x))


class Separable(nn.Module):
    """Each channel by itself over five places, then all channels of a place; added to what came in."""

    def __init__(self, width):
        super().__init__()
        self.around = Convolution(width, width, 5, groups=width)
        self.across = Convolution(width, width, 1)

    def forward(self, x):
        return functional.relu(x + self.across(functional.relu(self.around(x))))


class Up(nn.Module):
    """Adds what a coarser map says to a finer one."""

    def __init__(self, coarse, fine):
        super().__init__()
        self.narrow = Convolution(coarse, fine, 1)
        self.join = Convolution(fine, fine, 1)

    def forward(self, coarse, fine):
        y = functional.relu(self.narrow(coarse))
        return functional.relu(self.join(fine) + functional.interpolate(y, scale_factor=2, mode="nearest"))


class Finder(nn.Module):
    """[pages, 1, rows, columns], gray from 0 to 1, multiples of 16 -> [pages, 3, rows / 4, columns / 4]."""

    def __init__(self, widths=(16, 32, 48, 64)):
        super().__init__()
        a, b, c, d = widths
        self.down = nn.ModuleList([
            Convolution(1, a, 3, 2), Convolution(a, b, 3, 2), Convolution(b, b, 3),
            Convolution(b, c, 3, 2), Convolution(c, d, 3, 2),
        ])
        self.middle = nn.ModuleList([Separable(c) for _ in range(2)])
        self.deep = nn.ModuleList([Separable(d) for _ in range(4)])
        self.up = nn.ModuleList([Up(d, c), Up(c, b)])
        self.after = Separable(c)
        self.last = Convolution(b, b, 3)
        self.maps = nn.Conv2d(b, 3, 1)

    def forward(self, x):
        for layer in self.down[:3]:
            x = functional.relu(layer(x))
        quarter = x
        x = functional.relu(self.down[3](x))
        for block in self.middle:
            x = block(x)
        eighth = x
        x = functional.relu(self.down[4](x))
        for block in self.deep:
            x = block(x)
        x = self.after(self.up[0](x, eighth))
        x = functional.relu(self.last(self.up[1](x, quarter)))
        return self.maps(x)


def load(path):
    """Reads a checkpoint of train.py."""
    network = Finder()
    network.load_state_dict(torch.load(path, map_location="cpu", weights_only=True)["network"])
    return network
