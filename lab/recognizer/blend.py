"""Takes the mean of two checkpoints of which one was trained on from the other.

    python blend.py BEFORE AFTER --share 0.6 --out CHECKPOINT

--share is how much AFTER counts. The mean often reads better than either (Wortsman et al., "Model soups", ICML 2022):
what the last steps learnt stays, and less of what came before is forgotten. Weights are saved in half precision.
"""
import argparse

import torch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    before, after = (torch.load(path, map_location="cpu", weights_only=True) for path in (options.before, options.after))
    if before["labels"] != after["labels"] or before["network"].keys() != after["network"].keys():
        parser.error("the checkpoints are of different networks")
    for name, weights in after["network"].items():
        if weights.is_floating_point():
            mean = (1 - options.share) * before["network"][name].float() + options.share * weights.float()
            after["network"][name] = mean.half()
    torch.save(after, options.out)


if __name__ == "__main__":
    main()
