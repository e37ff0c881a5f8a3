"""Measures the score reader on digits of another country and decade: strangers.py SCORE_READER.pt DIGITS.csv.gz

DIGITS.csv.gz is the test part of Alpaydin and Kaynak's optical digits (Turkey, 13 writers, 8 x 8 pixels each), as
Debian's python3-sklearn brings it: /usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz. The same cells
are drawn with MNIST's held-out writers for comparison. Plain scores only, in the light and focus of the training cells.
"""
import sys
from collections import defaultdict

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

import train
from cells import Cells, Hand
from digits import tight

COUNT, BATCH = 3000, 50


class PlainScores(Cells):
    """One score in every cell, by a person and not a font."""

    def cell(self, plan, cell, boxed):
        rng = self.rng
        hand = Hand(rng, self.glyphs)
        hand.kind = "mnist"
        label = self.value()
        size = rng.uniform(11, 20) if boxed else rng.uniform(10, 15)
        self.score(plan, cell, hand, label, size, 22.5 if boxed else 19.6, 24 + rng.normal(0, 4))
        return label


def with_strangers(source, path):
    rows = np.loadtxt(path, delimiter=",", dtype=np.float64)
    by_digit = defaultdict(list)
    # The new tiles go behind those that are there.
    source.glyphs.stack, before = [], len(source.glyphs.sizes)
    for row in rows:
        small = Image.fromarray((row[:64].reshape(8, 8) * 15.9).astype(np.uint8))
        by_digit[int(row[64])].append(before + len(source.glyphs.stack))
        source.glyphs.add(tight(np.asarray(small.resize((40, 40), Image.BICUBIC))))
    source.glyphs.tiles = torch.cat([source.glyphs.tiles, torch.from_numpy(np.stack(source.glyphs.stack))])
    source.glyphs.width, source.glyphs.height, source.glyphs.top = np.array(source.glyphs.sizes).T
    source.glyphs.of_writer = lambda rng, _writer, digit: by_digit[digit][rng.integers(len(by_digit[digit]))]


def main():
    model = train.network()
    model.load_state_dict(torch.load(sys.argv[1]))
    model.eval()
    for name in ("held-out MNIST writers", "digits of another country"):
        source = PlainScores(77, "validation")
        if name.startswith("digits"):
            with_strangers(source, sys.argv[2])
        right = []
        for _ in range(COUNT // BATCH):
            images, labels = source.batch(BATCH)
            with torch.no_grad():
                guess = F.softmax(model(train.middle(torch.from_numpy(images))), 1)[:, :12].argmax(1)
            right.append((guess.numpy() == labels).mean())
        print(f"{name}: {100 * np.mean(right):.1f} % of {COUNT} right")


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
