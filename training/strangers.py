"""Measures the readers on digits of another country and decade: strangers.py SCORE_READER.pt HAND_READER.pt DIGITS.csv.gz

DIGITS.csv.gz is the test part of Alpaydin and Kaynak's optical digits (Turkey, 13 writers one after the other, 8 x 8 pixels
each), as Debian's python3-sklearn brings it: /usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz. The same
ballots are drawn with MNIST's held-out writers for comparison. Plain scores only, in the light and focus of the training cells.
"""
import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from PIL import Image

import train
import train_hand
from cells import CELLS, Cells
from digits import tight

BALLOTS, BATCH, STRANGERS = 216, 2, 13


class PlainScores(Cells):
    """One score in every cell, by a person and not a font."""

    def cell(self, plan, cell, hand, boxed):
        rng = self.rng
        # What is strange comes in few pixels already.
        hand.kind, hand.coarse = "mnist", False
        label = hand.value()
        size = rng.uniform(11, 20) if boxed else rng.uniform(10, 15)
        self.score(plan, cell, hand, label, size, 22.5 if boxed else 19.6, 24 + rng.normal(0, 4))
        return label


def with_strangers(source, path):
    rows = np.loadtxt(path, delimiter=",", dtype=np.float64)
    by_writer = defaultdict(lambda: defaultdict(list))
    # The new tiles go behind those that are there.
    source.glyphs.stack, before = [], len(source.glyphs.sizes)
    for number, row in enumerate(rows):
        small = Image.fromarray((row[:64].reshape(8, 8) * 15.9).astype(np.uint8))
        by_writer[number * STRANGERS // len(rows)][int(row[64])].append(before + len(source.glyphs.stack))
        source.glyphs.add(tight(np.asarray(small.resize((40, 40), Image.BICUBIC))))
    source.glyphs.tiles = torch.cat([source.glyphs.tiles, torch.from_numpy(np.stack(source.glyphs.stack))])
    source.glyphs.width, source.glyphs.height, source.glyphs.top = np.array(source.glyphs.sizes).T
    source.glyphs.by_writer, source.glyphs.writers = by_writer, list(by_writer)


def main():
    score_path, hand_path, digits = sys.argv[1:]
    reader, hand_reader = train.network(), train_hand.HandReader()
    reader.load_state_dict(torch.load(score_path))
    hand_reader.load_state_dict(torch.load(hand_path))
    reader.eval()
    hand_reader.eval()
    temperature = json.loads(Path(score_path).with_suffix(".json").read_text())["temperature"]
    for name in ("held-out MNIST writers", "digits of another country"):
        source = PlainScores(77, "validation")
        if name.startswith("digits"):
            with_strangers(source, digits)
        images, labels = (np.concatenate(parts) for parts in zip(*(source.batch(BATCH) for _ in range(BALLOTS // BATCH))))
        seen = train_hand.seen_in(torch.from_numpy(images), reader, temperature)
        with torch.no_grad():
            readings = {"cell by cell": seen[..., train_hand.FEATURES:], "together": hand_reader(seen)}
        right = [f"{100 * np.mean(reading[..., :12].argmax(-1).flatten().numpy() == labels):.1f} % {way}" for way, reading in readings.items()]
        print(f"{name}: of {BALLOTS * CELLS} right {', '.join(right)}", flush=True)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
