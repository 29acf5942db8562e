"""Measures a recognizer on lines: characters wrong and words right, with the best path of CTC."""
import torch

import data
import network


def spell(scores, labels):
    """The text of the best path: one character for each run of a class that is not the blank."""
    best = scores.argmax(-1).tolist()
    return "".join(labels[k] for k, before in zip(best, [0] + best[:-1]) if k and k != before)


def distance(a, b):
    """Levenshtein's distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def judge(net, labels, lines, limit, capitals):
    """Shares of characters wrong and of words right over some lines of a file; capitals: case does not count."""
    entries = [entry for entry in lines.entries if data.readable(entry)]
    entries = sorted(entries[:: max(1, len(entries) // limit)][:limit], key=lambda entry: entry[1])
    wrong = characters = right = words = 0
    for at in range(0, len(entries), 24):
        batch = entries[at:at + 24]
        x, columns = data.pictures(lines, batch)
        with torch.no_grad():
            scores = net(x.to(memory_format=torch.channels_last))
        for row, width, (_, _, text) in zip(scores, columns, batch):
            read = spell(row[: -(-width // network.STEP) + 1], labels)
            if capitals:
                read, text = read.upper(), text.upper()
            wrong += distance(read, text)
            characters += len(text)
            found = read.split()
            for word in text.split():
                words += 1
                if word in found:
                    found.remove(word)
                    right += 1
    return wrong / max(characters, 1), right / max(words, 1)
