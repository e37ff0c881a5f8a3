"""Measures the readers on digits of another country and decade: strangers.py SCORE_READER HAND_READER DIGITS.csv.gz

DIGITS.csv.gz is the test part of Alpaydin and Kaynak's optical digits (Turkey, 13 writers one after the other, 8 x 8 pixels
each), as Debian's python3-sklearn brings it: /usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz. The same
ballots are drawn with MNIST's held-out writers for comparison, as they are and in as few pixels: what is lost there is lost by the
pixels and not by the country. Plain scores only, in the light and focus of the training cells.
"""
import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageFilter

import train
import train_hand
from cells import Cells
from crop import CELLS
from digits import tight, tile_of
from writing import Writing

BALLOTS, BATCH, STRANGERS = 216, 2, 13
ROUNDS, SMOOTH, EDGE = 6, 1.6, .8  # the smoothness that draws MNIST's digits best


class PlainScores(Writing):
    """One score in every cell, by a person and not a font."""

    def cell(self, plan, cell, hand, boxed):
        rng = self.rng
        # What is strange comes in few pixels already.
        hand.kind, hand.coarse = "mnist", False
        label = hand.value()
        size = rng.uniform(11, 20) if boxed else rng.uniform(10, 15)
        self.score(plan, cell, hand, label, size, 22.5 if boxed else 19.6, 24 + rng.normal(0, 4))
        return label


def blurred(pixels, by):
    return np.asarray(Image.fromarray((pixels * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(by)))


def enlarged(few):
    """A mask from 8 x 8 blocks, of which each says how many of its 16 pixels were ink: smooth strokes of which the same is true.

    Of MNIST's digits, where the pixels are known, it draws 3.8 % of them wrong, and one enlarged by splines 6.2 %.
    """
    counts = np.rint(few).astype(int).reshape(64, 1)
    ink = np.asarray(Image.fromarray((few * 15.9).astype(np.uint8)).resize((32, 32), Image.BICUBIC))
    for _ in range(ROUNDS):
        blocks = ink.astype(int).reshape(8, 4, 8, 4).transpose(0, 2, 1, 3).reshape(64, 16)
        most = (-blocks).argsort(1, kind="stable").argsort(1) < counts
        pixels = most.reshape(8, 8, 4, 4).transpose(0, 2, 1, 3).reshape(32, 32)
        ink = blurred(pixels, SMOOTH)
    return tight(blurred(pixels, EDGE))


def in_few_pixels(source):
    """MNIST's digits as the optical digits were made: 32 x 32 pixels black or white, of which 4 x 4 became one."""
    glyphs = source.glyphs
    for tile in (tile for digits in glyphs.by_writer.values() for tiles in digits.values() for tile in tiles):
        mask = tight(glyphs.tiles[tile].numpy())
        scale = 32 / max(mask.shape)
        small = np.asarray(Image.fromarray(mask).resize([max(1, round(side * scale)) for side in mask.shape[::-1]], Image.BICUBIC))
        field, (height, width) = np.zeros((32, 32)), small.shape
        top, left = (32 - height) // 2, (32 - width) // 2
        field[top:top + height, left:left + width] = small > 110
        drawn, glyphs.width[tile], glyphs.height[tile], glyphs.top[tile] = tile_of(enlarged(field.reshape(8, 4, 8, 4).sum((1, 3))))
        glyphs.tiles[tile] = torch.from_numpy(drawn)


def with_strangers(source, path):
    rows = np.loadtxt(path, delimiter=",", dtype=np.float64)
    by_writer = defaultdict(lambda: defaultdict(list))
    # The new tiles go behind those that are there.
    source.glyphs.stack, before = [], len(source.glyphs.sizes)
    for number, row in enumerate(rows):
        by_writer[number * STRANGERS // len(rows)][int(row[64])].append(before + len(source.glyphs.stack))
        source.glyphs.add(enlarged(row[:64].reshape(8, 8)))
    source.glyphs.tiles = torch.cat([source.glyphs.tiles, torch.from_numpy(np.stack(source.glyphs.stack))])
    source.glyphs.width, source.glyphs.height, source.glyphs.top = np.array(source.glyphs.sizes).T
    source.glyphs.by_writer, source.glyphs.writers = by_writer, list(by_writer)


def main():
    score_path, hand_path, digits = sys.argv[1:]
    reader, hand_reader = train.network(), train_hand.HandReader()
    reader.load_state_dict(train.weights_of(score_path))
    hand_reader.load_state_dict(train.weights_of(hand_path))
    reader.eval()
    hand_reader.eval()
    temperature = json.loads(Path(score_path).with_suffix(".json").read_text())["temperature"]
    ways = {"held-out MNIST writers": lambda source: None, "the same in 8 x 8 pixels": in_few_pixels,
            "digits of another country": lambda source: with_strangers(source, digits)}
    for name, prepare in ways.items():
        source = Cells(77, "validation", PlainScores)
        prepare(source)
        images, labels, _ = (np.concatenate(parts) for parts in zip(*(source.batch(BATCH) for _ in range(BALLOTS // BATCH))))
        seen = train_hand.seen_in(torch.from_numpy(images), reader, temperature)
        with torch.no_grad():
            readings = {"cell by cell": seen[..., train_hand.FEATURES:], "together": hand_reader(seen)}
        right = [f"{100 * np.mean(reading[..., :12].argmax(-1).flatten().numpy() == labels):.1f} % {way}" for way, reading in readings.items()]
        print(f"{name}: of {BALLOTS * CELLS} right {', '.join(right)}", flush=True)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
