"""Networks of bytes: made of folded convolutions, computed as the engine computes them, written for it."""
import torch
from torch.nn import functional

import weights

INPUT_SCALE = 2 / 255  # an input byte is halved


class Quantized:
    """A network of bytes, layer by layer; calls on it compute as the engine does."""

    def __init__(self):
        self.layers, self.blobs, self.scales = [], [], []

    def scale(self, layer):
        """What 1 stands for in the map of a layer; -1 is the input."""
        return INPUT_SCALE if layer < 0 else self.scales[layer]

    def add(self, layer, convolution, top):
        """Adds a layer and returns its number.

        layer: as weights.conv() and weights.depthwise() describe it. convolution: folded weights and biases, floats.
        top: what hardly any value of its map exceeds; None for scores.
        """
        weight, bias = convolution
        given = self.scale(layer.get("from", len(self.layers) - 1))
        flat = weight.flatten(1)
        each = (flat.abs().amax(1) / 127).clamp_min(1e-9)
        unit = each * given
        found = None if top is None else top / 127
        blob = {"bias": torch.round(bias / unit).clamp(-2**30, 2**30).int().numpy(),
                "scale": (unit if found is None else unit / found).numpy()}
        whole = torch.round(flat / each[:, None]).clamp(-127, 127).reshape(weight.shape)
        whole = whole.squeeze(1).permute(1, 2, 0) if layer["op"] == "depthwise" else whole.permute(0, 2, 3, 1)
        blob["weights"] = whole.contiguous().char().numpy()
        if "residual" in layer:
            blob["residual"] = torch.round(self.scale(layer["residual"]) / unit).clamp(0, 2**22).int().numpy()
        self.layers.append(layer)
        self.blobs.append(blob)
        self.scales.append(found)
        return len(self.layers) - 1

    def __call__(self, x):
        """Pictures [count, 1, rows, columns] from 0 to 1 -> the map of the last layer."""
        maps = [torch.floor(torch.floor(x * 255 + 0.5) / 2)]
        for number, (layer, blob) in enumerate(zip(self.layers, self.blobs)):
            maps.append(self._run(layer, blob, maps, maps[layer.get("from", number - 1) + 1]))
        return maps[-1]

    @staticmethod
    def _run(layer, blob, maps, x):
        grouped = layer["op"] == "depthwise"
        whole = torch.from_numpy(blob["weights"]).double()
        weight = whole.permute(2, 0, 1).unsqueeze(1) if grouped else whole.permute(0, 3, 1, 2)
        top, left, bottom, right = layer["pad"]
        x = functional.pad(x.double(), (left, right, top, bottom))
        y = functional.conv2d(x, weight, torch.from_numpy(blob["bias"]).double(), layer["stride"],
                              groups=layer["in"] if grouped else 1)
        if "residual" in layer:
            added = maps[layer["residual"] + 1]
            if layer["upsample"] == 2:
                added = functional.interpolate(added, scale_factor=2, mode="nearest")
            y = y + added * torch.from_numpy(blob["residual"]).double().view(1, -1, 1, 1)
        y = y.float() * torch.from_numpy(blob["scale"]).view(1, -1, 1, 1)
        return y if layer["raw"] else torch.round(y).clamp(0, 127)

    def write(self, path, kind, labels, made):
        """Writes the file that engine/ocr/textline/network reads."""
        weights.write(path, kind, labels, self.layers, self.blobs, made)


def folded(layer):
    """A convolution's weights and biases with the normalisation behind it in them."""
    norm = layer.norm
    factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return (layer.convolution.weight * factor.view(-1, 1, 1, 1)).detach(), \
        (norm.bias - norm.running_mean * factor).detach()


class Tops:
    """What hardly any value of a map exceeds, by the names of maps, over several inputs."""

    def __init__(self, share):
        self.share, self.seen = share, {}

    def see(self, name, y):
        """Takes a map in."""
        flat = y.flatten()
        flat = flat[torch.randint(len(flat), (200_000,), generator=torch.Generator().manual_seed(1))]
        self.seen.setdefault(name, []).append(torch.quantile(flat, self.share).item())
        return y

    def __getitem__(self, name):
        values = self.seen[name]
        return max(sum(values) / len(values), 1e-3)
