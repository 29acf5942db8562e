"""Trains a network of package pagegraph: python train.py DATA --out FILE [--fold K]; see lab/README.md.

Needs JAX and NumPy. DATA is what the command tagging or formroles writes, FILE the network.
With --fold K the documents of part K are left out and measured.
"""

import argparse
import concurrent.futures
import struct
import time

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_compilation_cache_dir", "/tmp/docmill-jax")
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.5)


def load(path):
    """Returns the head and the documents of a file; see Writer in write.go."""
    raw = np.memmap(path, dtype=np.uint8, mode="r")
    ends = np.flatnonzero(raw[:4096] == 10)[:2]
    names = bytes(raw[: ends[1] + 1])  # a line of classes, a line of types
    classes, types = (line.decode().split() for line in names.split(b"\n")[:2])
    raw = raw[ends[1] + 1 :]
    features, words, neighbours, pair = (int(x) for x in raw[:16].view(np.int32))
    docs, at = [], 16

    def take(dtype, *size):
        nonlocal at
        n = int(np.prod(size)) * np.dtype(dtype).itemsize
        out = raw[at : at + n].view(dtype).reshape(size)
        at += n
        return out

    while at < len(raw):
        n, kind, fold, times = (int(x) for x in take(np.int32, 4))
        docs.append(
            dict(
                n=n, kind=kind, fold=fold, times=times,
                words=take(np.uint16, n), mask=take(np.uint32, n), x=take(np.int8, n, features),
                near=take(np.int16, n, neighbours), pairs=take(np.int8, n, neighbours, pair),
            )
        )
    return dict(features=features, words=words, neighbours=neighbours, pair=pair, names=names, classes=classes,
                types=types), docs


# How strongly documents are blurred while training. Without it a network knows the units of the few
# hundred real documents by heart, and those of designs that it has not seen much worse.
HIDING, MOST_HIDDEN = 0.8, 0.7  # share of the documents words are hidden in, and of words hidden there
FADING, MOST_FADED = 0.9, 0.15  # the same of features
LOSING, MOST_LOST = 0.9, 0.25  # the same of units that are nothing
MOST_UNSEEN = 0.7  # of the neighbours that units do not see
NOISE = 25  # the largest standard deviation, of features between -127 and 127


def blur(d, head, rng):
    """Returns a document with features, neighbours and units changed or left out at random: x, pairs, near, real."""
    x, pairs, near, words = d["x"].copy(), d["pairs"], d["near"], head["words"]
    if rng.random() < HIDING:
        # The world has words that no lexicon holds: a part of a document's words is hidden, the same
        # ones wherever they stand.
        order = (d["words"].astype(np.uint32) * 2654435761 + rng.integers(1 << 31)) % 1000
        x[order < rng.random() * MOST_HIDDEN * 1000, :words] = 0
    if rng.random() < FADING:
        x[:, words + np.flatnonzero(rng.random(x.shape[1] - words) < rng.random() * MOST_FADED)] = 0
    x[:, words:], pairs = noisy(x[:, words:], rng), noisy(pairs, rng)
    real = np.ones(d["n"], np.float32)
    if rng.random() < LOSING:
        lost = (rng.random(d["n"]) < rng.random() * MOST_LOST) & (d["mask"] == 1)
        real[lost] = 0
        near = np.where((near >= 0) & lost[np.maximum(near, 0)], -1, near)
    unseen = rng.random(near.shape) < rng.random() * MOST_UNSEEN
    return x, pairs, np.where(unseen, -1, near), real


def noisy(v, rng):
    """Adds noise to numbers that are neither flags nor missing."""
    measured = (v != 0) & (np.abs(v) != 127)
    noise = NOISE * rng.random() * rng.standard_normal(v.shape, np.float32)
    return np.where(measured, np.clip(v + noise, -127, 127), v).astype(np.int8)


def batch(docs, size, head, rng, training):
    """Puts documents into arrays of the same number of units, as small as they were in the file."""
    b, k = len(docs), head["neighbours"]
    x = np.zeros((b, size, head["features"]), np.int8)
    pairs = np.zeros((b, size, k, head["pair"]), np.int8)
    near = np.full((b, size, k), -1, np.int16)
    allowed = np.full((b, size), (1 << len(head["classes"])) - 1, np.uint32)
    real = np.zeros((b, size), np.float32)
    for i, d in enumerate(docs):
        n = d["n"]
        parts = blur(d, head, rng) if training else (d["x"], d["pairs"], d["near"], 1)
        x[i, :n], pairs[i, :n], near[i, :n], real[i, :n] = parts
        allowed[i, :n] = d["mask"]
    kinds = np.array([d["kind"] for d in docs], np.int32)
    return x, pairs, near, allowed, real, kinds


def initial(rng, head, width, heads, layers, hidden, pair_hidden):
    def dense(i, o, bias=True, scale=1.0):
        w = rng.normal(0, scale / np.sqrt(i), (i, o)).astype(np.float32)
        return [w, np.zeros(o, np.float32)] if bias else [w]

    p = [dense(head["features"], width), [rng.normal(0, 0.1, width).astype(np.float32)],
         dense(head["pair"], pair_hidden), dense(pair_hidden, layers * heads, False)]
    for _ in range(layers):
        p.append([np.ones(width, np.float32)] + sum((dense(width, width, False) for _ in range(3)), [])
                 + dense(width, width, False, 0.3) + [np.ones(width, np.float32)]
                 + dense(width, hidden) + dense(hidden, width, True, 0.3))
    p.append([np.ones(width, np.float32)] + dense(width, len(head["classes"])) + dense(width, len(head["types"])))
    return p


def norm(x, w):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * w


def forward(p, x, pairs, near, real, heads, layers, drop=None):
    """Logits of units and of the document, as tagger's Network.run computes them."""
    b, n, k = near.shape
    u = (x.astype(jnp.float32) / 127) @ p[0][0] + p[0][1]
    width = u.shape[-1]
    g = jnp.broadcast_to(p[1][0], (b, 1, width))
    bias = jax.nn.relu((pairs.astype(jnp.float32) / 127) @ p[2][0] + p[2][1]) @ p[3][0]
    # A pair that is no neighbour's is far below any other.
    index = jnp.where(near < 0, n, near).astype(jnp.int32)
    rows = jnp.arange(b)[:, None, None], jnp.arange(n)[None, :, None], index
    far = jnp.full((b, n, n + 1, layers * heads), -1e9, jnp.float32)
    bias = jnp.moveaxis(far.at[rows].set(bias)[:, :, :n], 3, 1)  # b, layers·heads, n, n
    size = width // heads
    scale = 1 / np.sqrt(size)
    nobody = jnp.where(real > 0, 0.0, -1e9)[:, None, None, :]
    for at in range(layers):
        n1, wq, wk, wv, wo, n2, w1, b1, w2, b2 = p[4 + at]
        both = norm(jnp.concatenate([u, g], 1), n1)  # the whole document is the last row

        def split(v):
            return v.reshape(b, n + 1, heads, size)

        q, key, val = split(both @ wq), split(both @ wk), split(both @ wv)
        z = jnp.einsum("bihs,bjhs->bhij", q, key) * scale
        of_units = jnp.pad(bias[:, at * heads : (at + 1) * heads], ((0, 0), (0, 0), (0, 0), (0, 1)))
        of_whole = jnp.broadcast_to(jnp.pad(nobody, ((0, 0), (0, 0), (0, 0), (0, 1))), (b, heads, 1, n + 1))
        seen = jnp.einsum("bhij,bjhs->bihs", jax.nn.softmax(z + jnp.concatenate([of_units, of_whole], 2), -1), val)
        seen = seen.reshape(b, n + 1, width) @ wo
        u, g = u + seen[:, :n], g + seen[:, n:]
        u = u + jax.nn.relu(norm(u, n2) @ w1 + b1) @ w2 + b2
        g = g + jax.nn.relu(norm(g, n2) @ w1 + b1) @ w2 + b2
        if drop is not None:
            keep = jax.random.bernoulli(jax.random.fold_in(drop, at), 0.9, (b, 1, width))
            u, g = u * keep / 0.9, g * keep / 0.9
    nf, wo, bo, wt, bt = p[-1]
    return norm(u, nf) @ wo + bo, (norm(g, nf) @ wt + bt)[:, 0]


def loss(p, data, heads, layers, drop, nothing):
    x, pairs, near, allowed, real, kinds = data
    odds, types = forward(p, x, pairs, near, real, heads, layers, drop)
    allowed = (allowed[..., None] >> jnp.arange(odds.shape[-1], dtype=jnp.uint32)) & 1
    logp = jax.nn.log_softmax(odds)
    known = -jax.nn.logsumexp(jnp.where(allowed > 0, logp, -1e9), axis=-1)
    # Units that are something weigh more than the many that are nothing.
    w = real * jnp.where(allowed[..., 0] > 0, nothing, 1.0)
    if types.shape[-1] == 0:
        return (known * w).sum() / w.sum()
    kind = -jnp.take_along_axis(jax.nn.log_softmax(types), jnp.maximum(kinds, 0)[:, None], 1)[:, 0]
    return (known * w).sum() / w.sum() + 0.1 * (kind * (kinds >= 0)).mean()


SIZES = (64, 128, 224, 320, 480, 720, 1000)


def batches(docs, head, rng, training, per):
    """Yields batches of documents of like length, in random order."""
    by = {}
    for d in docs:
        by.setdefault(next(s for s in SIZES if d["n"] <= s), []).append(d)
    todo = []
    for size, group in by.items():
        if training:
            rng.shuffle(group)
        step = max(1, per // size)
        for i in range(0, len(group), step):
            part = group[i : i + step]
            if training and len(part) < step:
                part = part + [group[j] for j in rng.integers(0, len(group), step - len(part))]
            todo.append((size, part))
    if training:
        rng.shuffle(todo)
    with concurrent.futures.ThreadPoolExecutor(1) as ahead:  # the next one is made meanwhile
        made = [ahead.submit(batch, part, size, head, rng, training) for size, part in todo[:1]]
        for i, (_, part) in enumerate(todo):
            data = made.pop().result()
            if i + 1 < len(todo):
                made.append(ahead.submit(batch, todo[i + 1][1], todo[i + 1][0], head, rng, training))
            yield part, data


def measure(run, p, docs, head, rng, per):
    """Shares of documents whose best unit for a class is a right one, and of units by true and found class."""
    classes = len(head["classes"])
    right, of, types = np.zeros(classes), np.zeros(classes), [0, 0]
    found = np.zeros((classes, classes), int)
    units = np.zeros(2)
    for part, data in batches(docs, head, rng, False, per):
        odds, kinds = run(p, *data[:3], data[4])
        odds, kinds = np.array(odds), np.array(kinds)
        for i, d in enumerate(part):
            n = d["n"]
            o = odds[i, :n]
            sure = (d["mask"] & (d["mask"] - 1)) == 0
            got = o.argmax(1)
            some = sure & (d["mask"] > 1)
            units += [np.sum((1 << got[some]) == d["mask"][some]), np.sum(some)]
            np.add.at(found, (np.log2(np.maximum(d["mask"][sure], 1)).astype(int), got[sure]), 1)
            for c in range(1, classes):
                if np.any(sure & (d["mask"] == 1 << c)):
                    of[c] += 1
                    right[c] += (d["mask"][o[:, c].argmax()] >> c) & 1
            types[0] += len(head["types"]) > 0 and kinds[i].argmax() == d["kind"]
            types[1] += 1
    return right, of, types, units, found


def show(title, m, head):
    right, of, types, units, found = m
    print(title, "units %.3f type %.3f" % (units[0] / max(1, units[1]), types[0] / max(1, types[1])),
          " ".join("%s %.2f/%d" % (c, right[i] / of[i], of[i]) for i, c in enumerate(head["classes"]) if of[i]))
    for i, c in enumerate(head["classes"]):
        print("%20s" % c, " ".join("%6d" % n for n in found[i]),
              "recall %.3f precision %.3f" % (found[i, i] / max(1, found[i].sum()), found[i, i] / max(1, found[:, i].sum())),
              flush=True)


def write(path, version, p, head, width, heads, layers, hidden, pair_hidden):
    with open(path, "wb") as f:
        f.write(version.encode() + b"\n" + head["names"])
        f.write(struct.pack("<9I", head["features"], width, heads, layers, hidden, head["pair"], pair_hidden,
                            len(head["classes"]), len(head["types"])))
        for part in p:
            for w in part:
                f.write(np.asarray(w).astype("<f2").tobytes())


def main():
    a = argparse.ArgumentParser()
    a.add_argument("data", help="what the command tagging wrote")
    a.add_argument("--out", default="", help="file for the network; its weights as numbers go beside it, as FILE.npz")
    a.add_argument("--start", default="", help="weights to begin with, an .npz")
    a.add_argument("--fold", default="", help="parts that are left out and measured, joined by commas")
    a.add_argument("--version", default="docmill tagger 2", help="first line of the network's file")
    a.add_argument("--nothing", type=float, default=0.3, help="weight of units that may be of the first class")
    a.add_argument("--steps", type=int, default=9000)
    a.add_argument("--real", type=float, default=0.25, help="share of real documents in an epoch")
    a.add_argument("--rate", type=float, default=4e-3)
    a.add_argument("--per", type=int, default=3072, help="units in a batch")
    a.add_argument("--width", type=int, default=48)
    a.add_argument("--layers", type=int, default=3)
    a.add_argument("--only-made", action="store_true", help="leave all real documents out, and measure them")
    a = a.parse_args()
    heads, hidden, pair_hidden = 4, 2 * a.width, 16
    head, docs = load(a.data)
    rng = np.random.default_rng(1)
    made = [d for d in docs if d["fold"] < 0]
    held = made[: len(made) // 20]
    made = made[len(made) // 20 :]
    real = [d for d in docs if d["fold"] >= 0]
    left_out = [int(f) for f in a.fold.split(",") if f]
    unseen = [d for d in real if d["fold"] in left_out]
    seen = [d for d in real if d["fold"] not in left_out] if not a.only_made else []
    if a.only_made:
        unseen = real
    print(len(made), "made", len(seen), "real", len(unseen), "left out; units", np.mean([d["n"] for d in docs]))
    often = [d for d in seen for _ in range(d["times"])]
    repeat = int(np.ceil(a.real * len(made) / (1 - a.real) / max(1, len(often)))) if often else 0
    train = made + often * repeat
    p = initial(rng, head, a.width, heads, a.layers, hidden, pair_hidden)
    if a.start:
        with np.load(a.start) as f:
            flat = [f[str(i)] for i in range(len(f.files))]
        it = iter(flat)
        p = [[next(it) for _ in part] for part in p]
    p = jax.tree.map(jnp.array, p)
    m, v = jax.tree.map(jnp.zeros_like, p), jax.tree.map(jnp.zeros_like, p)

    @jax.jit
    def step(p, m, v, t, rate, drop, data):
        value, grad = jax.value_and_grad(loss)(p, data, heads, a.layers, drop, a.nothing)
        size = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grad)))
        grad = jax.tree.map(lambda g: g * jnp.minimum(1, 1 / (size + 1e-6)), grad)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, grad)
        v = jax.tree.map(lambda v, g: 0.98 * v + 0.02 * g * g, v, grad)
        p = jax.tree.map(
            lambda p, m, v: p - rate * (m / (1 - 0.9**t) / (jnp.sqrt(v / (1 - 0.98**t)) + 1e-8)
                                        + (0.01 * p if p.ndim > 1 else 0)), p, m, v)
        return p, m, v, value

    run = jax.jit(lambda p, x, pairs, near, real: forward(p, x, pairs, near, real, heads, a.layers))
    start, t, epoch, sums = time.time(), 0, 0, []
    done = False
    while not done:
        for _, data in batches(train, head, rng, True, a.per):
            passed = t / a.steps
            if passed >= 1:
                done = True
                break
            rate = a.rate * min(1, (t + 1) / min(100, a.steps / 10)) * max(0.02, 0.5 * (1 + np.cos(np.pi * passed)))
            p, m, v, value = step(p, m, v, t + 1, rate, jax.random.key(t), data)
            sums.append(value)
            t += 1
            if t % 100 == 0:
                print("step %d %.0f s loss %.4f" % (t, time.time() - start, np.mean(jax.device_get(sums[-100:]))), flush=True)
        epoch += 1
        sums = sums[-200:]
        print("epoch %d step %d %.0f s loss %.4f" % (epoch, t, time.time() - start, np.mean(jax.device_get(sums))),
              flush=True)
    if a.out:
        write(a.out, a.version, p, head, a.width, heads, a.layers, hidden, pair_hidden)
        np.savez(a.out + ".npz", **{str(i): np.asarray(w) for i, w in enumerate(sum(p, []))})

    groups = {"made held out": held}
    for kind in sorted({d["kind"] for d in real}) if not head["types"] else [None]:
        suffix = "" if kind is None else ", kind %d" % kind
        groups["real left out" + suffix] = [d for d in unseen if kind in (None, d["kind"])]
        groups["real trained on" + suffix] = [d for d in seen if kind in (None, d["kind"])]
    for title, group in groups.items():
        if group:
            show(title, measure(run, p, group, head, rng, a.per), head)


if __name__ == "__main__":
    main()
