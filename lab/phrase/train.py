"""Trains the vectors of engine/text/phrase on groups of phrases that mean the same.

python train.py GROUPS.bin OUT.bin [--steps N] [--rows N] [--width N]

GROUPS.bin comes from `go run ./cmd/phrases`. Each step draws groups by the weight of their source and two phrases of
each; the loss is the contrast of the pairs of a batch (van den Oord et al., "Representation learning with contrastive
predictive coding", 2018). Needs JAX and NumPy.
"""

import argparse
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

MAX_FEATURES = 72


def read(path, rows):
    """Returns group, language and source of each phrase and its features as rows and weights, padded."""
    raw = np.fromfile(path, dtype=np.uint32)
    heads, starts, at = [], [], 0
    while at < len(raw):
        heads.append(raw[at : at + 4])
        starts.append(at + 4)
        at += 4 + 2 * int(raw[at + 3])
    heads = np.array(heads)
    count = np.minimum(heads[:, 3], MAX_FEATURES)
    ids = np.zeros((len(heads), MAX_FEATURES), dtype=np.uint16)
    weights = np.zeros((len(heads), MAX_FEATURES), dtype=np.float16)
    for i, (start, n) in enumerate(zip(starts, count)):
        ids[i, :n] = raw[start : start + 2 * n : 2] % rows
        weights[i, :n] = raw[start + 1 : start + 2 * n : 2].view(np.float32)
    return heads[:, 0], heads[:, 1], heads[:, 2], ids, weights


def embed(table, ids, weights):
    v = jnp.einsum("bfd,bf->bd", table[ids.astype(jnp.int32)], weights.astype(jnp.float32))
    return v / jnp.sqrt(jnp.sum(v * v, -1, keepdims=True) + 1e-8)


def loss(params, a, b, groups):
    x, y = embed(params["table"], *a), embed(params["table"], *b)
    logits = jnp.exp(params["heat"]) * x @ y.T
    same = (groups[:, None] == groups[None, :]) & ~jnp.eye(len(groups), dtype=bool)
    logits = jnp.where(same, -1e9, logits)
    across = jax.nn.log_softmax(logits, 1).diagonal() + jax.nn.log_softmax(logits, 0).diagonal()
    return -across.mean() / 2


def main():
    args = argparse.ArgumentParser()
    args.add_argument("data")
    args.add_argument("out")
    args.add_argument("--steps", type=int, default=6000)
    args.add_argument("--rows", type=int, default=60000)
    args.add_argument("--width", type=int, default=80)
    args.add_argument("--batch", type=int, default=1024)
    args.add_argument("--rate", type=float, default=4e-3)
    args.add_argument("--weights", default="1,1,1,1,1,1,1,1", help="of the sources, in the order of the file")
    args.add_argument("--minutes", type=float, default=60)
    opt = args.parse_args()
    rng = np.random.default_rng(7)
    groups, languages, sources, ids, weights = read(opt.data, opt.rows)
    first = np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]])
    last = np.r_[first[1:], len(groups)]
    share = [float(w) for w in opt.weights.split(",")]
    source = sources[first]
    by_source = [np.flatnonzero(source == s) for s in range(len(share))]
    share = np.array([w if len(g) else 0 for w, g in zip(share, by_source)])
    share /= share.sum()
    print(len(groups), "phrases,", len(first), "groups", [len(g) for g in by_source], file=sys.stderr)

    def draw():
        which = np.concatenate([rng.choice(g, n) for g, n in zip(by_source, rng.multinomial(opt.batch, share)) if n])
        low, high = first[which], last[which]
        i = low + rng.integers(0, high - low)
        j = low + rng.integers(0, high - low)
        for _ in range(3):  # prefer two languages
            again = (languages[i] == languages[j]) | (i == j)
            j = np.where(again, low + rng.integers(0, high - low), j)
        i, j = i.astype(int), j.astype(int)
        batch = []
        for k in (i, j):
            w = weights[k]
            keep = rng.random(w.shape) > np.where(w >= 1, 0.2, 0.1)  # words more often: n-grams must do without them
            batch.append((ids[k], w * keep))
        return batch[0], batch[1], groups[low].astype(np.int32)

    params = {
        "table": jnp.asarray(rng.normal(0, 0.1, (opt.rows, opt.width)), jnp.float32),
        "heat": jnp.asarray(np.log(12.0), jnp.float32),
    }
    moments = jax.tree.map(lambda p: (jnp.zeros_like(p), jnp.zeros_like(p)), params)
    moments = {k: list(v) for k, v in moments.items()}

    @jax.jit
    def step(params, moments, a, b, g, t, rate):
        value, grads = jax.value_and_grad(loss)(params, a, b, g)
        new, kept = {}, {}
        for k in params:
            m = 0.9 * moments[k][0] + 0.1 * grads[k]
            v = 0.98 * moments[k][1] + 0.02 * grads[k] ** 2
            move = (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.98**t)) + 1e-8)
            new[k] = params[k] - (rate if k == "table" else 0.1 * rate) * move
            kept[k] = [m, v]
        return new, kept, value

    def save():
        table = np.asarray(params["table"])
        scale = np.maximum(np.abs(table).max(1), 1e-9) / 127
        with open(opt.out, "wb") as f:
            np.array([opt.rows, opt.width], np.uint32).tofile(f)
            scale.astype(np.float32).tofile(f)
            np.rint(table / scale[:, None]).astype(np.int8).tofile(f)

    start, mean = time.time(), 0.0
    for t in range(1, opt.steps + 1):
        rate = opt.rate * min(1, t / 100) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * t / opt.steps)))
        a, b, g = draw()
        params, moments, value = step(params, moments, a, b, g, jnp.float32(t), jnp.float32(rate))
        mean += (float(value) - mean) / min(t, 100)
        if t % 100 == 0:
            print(t, round(mean, 3), round(float(jnp.exp(params["heat"])), 1), round(time.time() - start), file=sys.stderr, flush=True)
        if t % 1000 == 0:
            save()
        if time.time() - start > 60 * opt.minutes:
            break
    save()


if __name__ == "__main__":
    main()
