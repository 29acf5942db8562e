"""Reads pages with their lines (lab/cmd/pages) and draws the maps that the finder is to give of them."""
import functools
import glob
import json
import math
import os

import numpy as np
from PIL import Image

from network import SCALE

CORE = 0.2  # of a line's height, above and below its middle


class Page:
    """A page and its lines: pairs of points (columns × 2) along the middle, and heights."""

    def __init__(self, path):
        self.path = path
        with open(path[:-4] + ".json", encoding="utf-8") as file:
            lines = json.load(file)["lines"]
        self.middles = [np.array(line["middle"], np.float64) for line in lines]
        self.heights = [line["height"] for line in lines]

    @functools.cached_property
    def image(self):
        """The page in shades of gray; read once, for pages are asked for again and again."""
        return Image.open(self.path).convert("L")

    def usual(self):
        """The median of the lines' heights."""
        return float(np.median(self.heights)) if self.heights else 16.0


def load(folder):
    """All pages of a folder that have lines."""
    pages = [Page(path) for path in sorted(glob.glob(os.path.join(folder, "*.png")))]
    return [page for page in pages if page.heights]


def draw(middles, heights, rows, columns):
    """The maps of lines on a window of rows × columns pixels: core, height, offset; float32, 3 × rows/4 × columns/4."""
    h, w = rows // SCALE, columns // SCALE
    out = np.zeros((3, h, w), np.float32)
    nearest = np.full((h, w), np.inf, np.float32)
    for middle, height in zip(middles, heights):
        if not 4 < height < 160:
            continue
        xs, ys = middle[:, 0] / SCALE, middle[:, 1] / SCALE
        first, last = max(int(round(xs[0])), 0), min(int(round(xs[-1])), w)
        if last <= first:
            last = min(first + 1, w)
        if last <= first or ys.max() < 0 or ys.min() >= h:
            continue
        reach = max(height * CORE / SCALE, 0.6)
        at = np.arange(first, last)
        y = np.interp(at + 0.5, xs, ys)
        top, bottom = max(int(ys.min() - reach) - 1, 0), min(int(ys.max() + reach) + 2, h)
        offset = y[None] - (np.arange(top, bottom)[:, None] + 0.5)
        near = nearest[top:bottom, first:last]
        inside = (np.abs(offset) <= reach) & (np.abs(offset) < near)
        near[inside] = np.abs(offset)[inside]
        for k, values in enumerate((np.ones_like(offset), np.full_like(offset, math.log2(height)), offset)):
            out[k, top:bottom, first:last][inside] = values[inside]
    return out


def window(page, rng, rows, columns):
    """A piece of a page as cameras and scanners may show it, and its maps."""
    image = page.image
    usual = page.usual()
    scale = math.exp(rng.uniform(math.log(9), math.log(30))) / usual
    angle = math.radians(rng.gauss(0, 1.2) if rng.random() < 0.8 else rng.uniform(-8, 8))
    stretch = rng.uniform(0.85, 1.15)
    cos, sin = math.cos(angle), math.sin(angle)
    forward = np.array([[cos * scale * stretch, -sin * scale], [sin * scale * stretch, cos * scale]])
    centre = page.middles[rng.randrange(len(page.middles))].mean(0)
    shift = np.array([columns / 2, rows / 2]) + np.array([rng.uniform(-0.4, 0.4) * columns,
                                                           rng.uniform(-0.4, 0.4) * rows]) - forward @ centre
    back = np.linalg.inv(forward)
    offset = -back @ shift
    if scale < 0.7:  # interpolation between pixels would leave some out
        factor = max(int(1 / scale), 1)
        image = image.reduce(factor) if factor > 1 else image
        back, offset = back / factor, offset / factor
    fill = int(np.asarray(image.resize((8, 8)), np.uint8).mean())
    image = image.transform((columns, rows), Image.Transform.AFFINE,
                            (back[0, 0], back[0, 1], offset[0], back[1, 0], back[1, 1], offset[1]),
                            Image.Resampling.BILINEAR, fillcolor=fill)
    middles = [middle @ forward.T + shift for middle in page.middles]
    heights = [height * scale for height in page.heights]
    return spoiled(np.asarray(image, np.float32) / 255, rng), draw(middles, heights, rows, columns)


def spoiled(x, rng):
    """Varies light, contrast, noise and sharpness."""
    numbers = np.random.default_rng(rng.getrandbits(32))
    if rng.random() < 0.3:
        x = (x + np.roll(x, 1, 0) + np.roll(x, 1, 1) + np.roll(x, (1, 1), (0, 1))) / 4
    x = x * rng.uniform(0.55, 1.1) + rng.uniform(-0.1, 0.15)
    if rng.random() < 0.3:
        ramp = np.linspace(-1, 1, x.shape[1])[None] * rng.uniform(-0.25, 0.25)
        x = x + ramp + np.linspace(-1, 1, x.shape[0])[:, None] * rng.uniform(-0.25, 0.25)
    if rng.random() < 0.4:
        x = x + numbers.normal(0, rng.uniform(0.01, 0.08), x.shape)
    if rng.random() < 0.06:
        x = 1 - x
    return np.clip(x, 0, 1).astype(np.float32)
