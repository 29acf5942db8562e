"""Trains the recognizer on lines files.

    python train.py FOLDER --out CHECKPOINT [--start CHECKPOINT] [--blocks N] [--steps N] [--decay N] [--rate R]
                    [--mean SHARE] [--bfloat16] [--only-new]

FOLDER holds made-*.lines and real-*.lines of lab/cmd/lines; files with "apart" in their names are never trained on,
but judged every so many steps. The text of real lines is in capitals whatever was printed, so letters of both cases
count as one in them. The rate rises over the first steps, stays, and falls to nothing over the last --decay steps;
a checkpoint from before the fall is the one to continue from. With --mean what is judged and saved are weights that
move by 1 - SHARE towards the trained ones each step (Polyak and Juditsky, 1992). --only-new trains nothing but the
scores of the labels that --start does not know, so that all others stay as they are. Seeds are fixed; steps, not
minutes, decide the end.
"""
import argparse
import copy
import glob
import json
import os
import sys
import time

import torch
from torch.nn import functional

import data
import judge
import network

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "network"))
from batches import ahead  # noqa: E402  the folder beside this one


def main():
    options = parse()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    files = {path: data.Lines(path) for path in sorted(glob.glob(os.path.join(options.folder, "*.lines")))}
    with open(os.path.join(options.folder, "alphabet.json"), encoding="utf-8") as file:
        labels = [""] + json.load(file)
    before = labels
    if options.start:
        net, before = network.load(options.start)
        net.relabel(before, labels)
    else:
        net = network.Recognizer(len(labels), **{**network.SIZES, **json.loads(options.sizes)})
    net.deepen(options.blocks)
    net = net.to(memory_format=torch.channels_last)
    print("weights", sum(p.numel() for p in net.parameters()), "classes", len(labels), flush=True)
    if options.only_new:
        keep_known(net, [label not in before for label in labels])
    train(net, labels, files, options)


def keep_known(net, new):
    """Lets only the scores of new labels learn."""
    for p in net.parameters():
        p.requires_grad_(False)
    mask = torch.tensor(new * network.HALVES)
    for p in (net.scores.weight, net.scores.bias):
        p.requires_grad_(True)
        p.register_hook(lambda gradient: gradient * mask.view(-1, *[1] * (gradient.dim() - 1)))


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--out", required=True)
    parser.add_argument("--start")
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--decay", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--real", type=float, default=0.4, help="share of batches of real lines")
    parser.add_argument("--columns", type=int, default=9600, help="of a batch")
    parser.add_argument("--blocks", type=int, default=0, help="blocks that the network shall have at least")
    parser.add_argument("--mean", type=float, default=0.0, help="share of the mean of weights that a step keeps")
    parser.add_argument("--bfloat16", action="store_true", help="multiply in bfloat16")
    parser.add_argument("--only-new", action="store_true", help="train only the scores of new labels")
    parser.add_argument("--every", type=int, default=500, help="steps between judgements")
    parser.add_argument("--sizes", default="{}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


class Sources:
    """Deals batches of made and of real lines."""

    def __init__(self, files, options):
        self.rng = data.random_of(options.seed)
        self.real = options.real
        train = {path: lines for path, lines in files.items() if "apart" not in os.path.basename(path)}
        self.deals = {}
        for kind in ("made", "real"):
            self.deals[kind] = [(lines, data.deal(lines, options.columns, self.rng), len(lines.entries))
                                for path, lines in train.items() if os.path.basename(path).startswith(kind)]

    def next(self):
        """A batch: its pictures, columns, texts, and whether it is of real lines."""
        real = self.rng.random() < self.real
        dealt = self.deals["real" if real else "made"] or self.deals["made"] or self.deals["real"]
        lines, deal, _ = self.rng.choices(dealt, weights=[n for _, _, n in dealt])[0]
        batch = next(deal)
        x, columns = data.pictures(lines, batch, self.rng)
        return x, columns, [text for _, _, text in batch], real


def both_cases(labels):
    """For each class the one that stands for it where case does not count."""
    index = {label: i for i, label in enumerate(labels)}
    return torch.tensor([index.get(label.upper(), i) if label else i for i, label in enumerate(labels)])


def loss_of(net, labels, sums, batch, bfloat16):
    """CTC's loss of a batch, a character."""
    x, columns, texts, real = batch
    index = {label: i for i, label in enumerate(labels)}
    if real:
        texts = ["".join(c.upper() if len(c.upper()) == 1 else c for c in text) for text in texts]
    texts = [[index[c] for c in text if c in index] for text in texts]
    with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
        scores = net(x.to(memory_format=torch.channels_last))
    logp = functional.log_softmax(scores.float(), dim=2)
    if real:
        p = torch.zeros_like(logp).index_add(2, sums, logp.exp())
        logp = p.clamp_min(1e-10).log()
    steps = torch.tensor([min(-(-c // network.STEP), logp.shape[1]) for c in columns])
    lengths = torch.tensor([len(text) for text in texts])
    targets = torch.tensor([i for text in texts for i in text])
    losses = functional.ctc_loss(logp.transpose(0, 1), targets, steps, lengths, reduction="none", zero_infinity=True)
    return losses.sum() / lengths.sum()


def rate_at(step, options):
    warm = min(1.0, (step + 1) / 300)
    left = (options.steps - step) / max(options.decay, 1)
    return options.rate * warm * min(1.0, max(left, 0.0)) + 1e-6


def train(net, labels, files, options):
    batches, sums = ahead(Sources(files, options).next, 8), both_cases(labels)
    decayed = [p for p in net.parameters() if p.dim() > 1]
    plain = [p for p in net.parameters() if p.dim() <= 1]
    decay = 0 if options.only_new else 0.01
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": decay}, {"params": plain, "weight_decay": 0}])
    start, mean, average = time.time(), None, Average(net, options.mean)
    net.train(not options.only_new)
    for step in range(options.steps):
        if step == options.steps - options.decay:
            save(average.net, labels, options, step, options.out + ".before")
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step, options)
        loss = loss_of(net, labels, sums, next(batches), options.bfloat16)
        optimiser.zero_grad()
        loss.backward()
        if torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0).isfinite():
            optimiser.step()
            average.add(net, step)
            mean = loss.item() if mean is None else 0.99 * mean + 0.01 * loss.item()
        else:
            print(f"step {step + 1} left out: its gradient is not finite", flush=True)
        if (step + 1) % 100 == 0:
            print(f"step {step + 1} loss {mean:.4f} after {(time.time() - start) / 60:.1f} min", flush=True)
        if (step + 1) % options.every == 0 or step + 1 == options.steps:
            report(average.net, labels, files)
            save(average.net, labels, options, step + 1, options.out)


class Average:
    """The mean of a network's weights over the last steps; share 0 leaves the network itself."""

    def __init__(self, net, share):
        self.share = share
        self.net = copy.deepcopy(net) if share else net

    def add(self, net, step):
        """Takes the weights after a step in; the first ones count for less, as they are soon left behind."""
        if not self.share:
            return
        share = min(self.share, (step + 1) / (step + 10))
        with torch.no_grad():
            for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values()):
                if mine.is_floating_point():
                    mine.lerp_(theirs, 1 - share)
                else:
                    mine.copy_(theirs)


def report(net, labels, files):
    training = net.training
    net.eval()
    for path, lines in files.items():
        if "apart" in os.path.basename(path):
            wrong, words = judge.judge(net, labels, lines, 600, "real" in os.path.basename(path))
            print(f"  {os.path.basename(path)}: characters wrong {wrong:.4f}, words right {words:.4f}", flush=True)
    net.train(training)


def save(net, labels, options, step, path):
    torch.save({"network": net.state_dict(), "labels": labels, "step": step, "seed": options.seed,
                "sizes": sizes_of(net)}, path)


def sizes_of(net):
    front = [layer.convolution.out_channels for layer in net.front]
    return {"a": front[0], "b": front[1], "c": front[3], "d": front[5], "blocks": len(net.blocks)}


if __name__ == "__main__":
    main()
