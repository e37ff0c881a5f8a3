"""Cells as the recognizer cuts them out: the printed form, what was written, and what the camera did.

They come ballot by ballot: the 28 of one ballot are of one hand, one pen, one form and one photo, as a judge's are. They
are drawn many at a time at twice the crop's pixels: first every cell's plan (which glyphs and pen strokes where, in
points), then all ink, then paper, light, focus, noise and JPEG for the whole batch.
"""
import numpy as np
import torch

from camera import Camera
from crop import CELLS, ZOOM
from digits import Glyphs
from ink import ink_of
from writing import Hand, Plan, Writing


class Cells:
    def __init__(self, seed, part, writing=Writing, day="usual"):
        self.rng = np.random.default_rng(seed)
        self.camera = Camera(seed, day)
        self.careful, self.alike = day == "careful", day == "alike"
        self.glyphs = Glyphs(self.rng, part)
        self.writing = writing(self.rng, self.glyphs, day)

    def batch(self, ballots):
        """Crops (28 of each ballot x 92 x 140, uint8), their classes and the scores that lie over each other, ballot by ballot."""
        plan, labels, over = Plan(), [], []
        boxed = np.repeat(self.rng.random(ballots) < .48, CELLS)
        for _ in range(ballots):
            hand = Hand(self.rng, self.glyphs, self.careful, self.alike)
            for _ in range(CELLS):
                labels.append(self.writing.cell(plan, len(labels), hand, boxed[len(labels)]))
                over.append(self.writing.over)
        zoom = np.where(boxed, 1, ZOOM)
        plan.enlarge(zoom)
        ink = ink_of(plan, len(labels), self.glyphs, self.rng)
        zoom = torch.from_numpy(zoom).float().view(-1, 1, 1)
        paper = self.camera.form(boxed, len(labels))
        return self.camera.photograph(self.camera.inked(paper, ink), zoom).numpy(), np.array(labels, np.uint8), np.array(over, np.uint8)
