"""Draws score cells as the recognizer cuts them out: the printed form, what was written, and what the camera did.

The crop is 64 x 40 pixels: a box and what is around it, 48 x 30 points; or of a line, on which writing is smaller, 36 x 22.5
points, with the line 15 points below its top. It is stored with a margin of 3 pixels on every side so that training can shift it.
Everything is planned in a field of 48 x 30 points in which a line lies 20 points below the top, and lines are enlarged in the end.

Cells come ballot by ballot: the 28 of one ballot are of one hand, one pen, one form and one photo, as a judge's are. They
are drawn many at a time at twice the crop's pixels: first every cell's plan (which glyphs and pen strokes where, in
points), then all ink, then paper, light, focus, noise and JPEG for the whole batch.
"""
import math

import numpy as np
import torch
import torch.nn.functional as F

from digits import TILE, TILE_HEIGHT, Glyphs

MARGIN = 3
PX = 64 / 48  # pixels a point in the crop
FINE = 2  # drawn pixels a crop pixel
BORDER = 6  # drawn pixels around the crop, for the blur
H, W = (40 + 2 * MARGIN) * FINE + 2 * BORDER, (64 + 2 * MARGIN) * FINE + 2 * BORDER
SCALE = PX * FINE  # drawn pixels a point
ZOOM = 4 / 3  # of lines, around (24, 20)
LEFT = -(MARGIN + BORDER / FINE) / PX  # the form's place of the drawing's corner, in points
WINDOW = 80  # drawn pixels; no glyph is larger
CELLS = 28  # of a ballot
BLANK, OTHER = 11, 12


class Plan:
    """What is to be drawn: one list for the whole batch, in points of the form. Masks are per layer of ink."""

    def __init__(self):
        self.glyphs, self.strokes, self.arcs = [], [], []

    def enlarge(self, zoom):
        """Every cell around its middle and its line; `zoom` is one number a cell."""
        x, y = (lambda v, by: 24 + (v - 24) * by), (lambda v, by: 20 + (v - 20) * by)
        self.glyphs = [(cell, tile, x(cx, zoom[cell]), y(cy, zoom[cell]), height * zoom[cell], *rest)
                       for cell, tile, cx, cy, height, *rest in self.glyphs]
        self.strokes = [(cell, x(x1, zoom[cell]), y(y1, zoom[cell]), x(x2, zoom[cell]), y(y2, zoom[cell]), half * zoom[cell])
                        for cell, x1, y1, x2, y2, half in self.strokes]
        self.arcs = [(cell, x(cx, zoom[cell]), y(cy, zoom[cell]), rx * zoom[cell], ry * zoom[cell], start, gap, half * zoom[cell])
                     for cell, cx, cy, rx, ry, start, gap, half in self.arcs]


class Hand:
    """One writer on one ballot: digits, pen, size and habits."""

    def __init__(self, rng, glyphs):
        self.rng, self.glyphs = rng, glyphs
        kind = rng.random()
        self.kind = "mnist" if kind < .71 else "skeleton" if kind < .88 else "font"
        self.writer = glyphs.some_writer(rng)
        self.font = glyphs.some_font(rng)
        self.slant, self.turn = rng.normal(0, .13), rng.normal(0, .06)
        self.stretch = math.exp(rng.normal(0, .13))
        # Where the pen's edge is taken to be and how sharp it is: thin and faint to bold.
        self.level, self.gain = rng.uniform(.25, .62), rng.uniform(1.6, 4)
        self.bars_seven = rng.random() < .3
        self.hooks_seven = rng.random() < .25
        self.flags_one = rng.random() < .15
        self.coarse = rng.random() < .1
        self.gap = rng.uniform(-.03, .3)
        self.pen = rng.uniform(.35, 1.0)  # half the width of strokes, in points
        self.size = rng.random()  # from the smallest to the largest that fits
        self.mess = rng.uniform(.1, 1)  # how often things go wrong while writing
        # Most judges' scores lie close together, some use the whole range.
        self.usual, self.spread = rng.uniform(5, 9.3), rng.uniform(.7, 2.4)
        self.wide = rng.random() < .4
        # Whoever writes steadily draws a digit nearly the same way every time.
        self.steady = rng.random() < (.5 if self.kind == "mnist" else .9)
        self.habit = {}

    def value(self):
        if self.wide:
            return int(self.rng.integers(11))
        return int(np.clip(round(self.rng.normal(self.usual, self.spread)), 0, 10))

    def tile(self, value):
        """The number of a glyph of this digit: nearly always the writer's own."""
        if value in self.habit and self.rng.random() < .9:
            return self.habit[value]
        found = None
        if self.kind == "mnist":
            found = self.glyphs.of_writer(self.rng, self.writer, value)
        elif self.kind == "font":
            found = self.glyphs.of_font(self.rng, self.font, value)
        if found is None:
            found = self.glyphs.of_skeleton(self.rng, value)
        if self.steady:
            self.habit[value] = found
        return found


class Cells:
    def __init__(self, seed, part):
        self.rng = np.random.default_rng(seed)
        self.torch = torch.Generator().manual_seed(seed)
        self.glyphs = Glyphs(self.rng, part)

    def batch(self, ballots):
        """Crops (28 of each ballot x 46 x 70, uint8) and their classes, ballot by ballot."""
        plan, labels = Plan(), []
        boxed = np.repeat(self.rng.random(ballots) < .48, CELLS)
        for _ in range(ballots):
            hand = Hand(self.rng, self.glyphs)
            for _ in range(CELLS):
                labels.append(self.cell(plan, len(labels), hand, boxed[len(labels)]))
        zoom = np.where(boxed, 1, ZOOM)
        plan.enlarge(zoom)
        ink = self.ink(plan, len(labels))
        zoom = torch.from_numpy(zoom).float().view(-1, 1, 1)
        return self.photograph(self.inked(self.form(boxed, len(labels)), ink), zoom).numpy(), np.array(labels, np.uint8)

    # --- What is written ---------------------------------------------------------------------------------------------

    def cell(self, plan, cell, hand, boxed):
        rng = self.rng
        least, most = (9, 20.5) if boxed else (8, 16)
        size = least + (most - least) * np.clip(hand.size + rng.normal(0, .07), 0, 1)
        size = size * .8 if rng.random() < .05 else size
        base = 24 if boxed else 19.6
        if boxed:
            base -= rng.uniform(.04, .22) * 22 if rng.random() < .7 else max(0, 20 - size) * rng.uniform(0, 1)
        kind = rng.random() / hand.mess
        if kind < .05:
            label = BLANK
        elif kind < .105:
            label = OTHER
            self.other(plan, cell, hand, size, base)
        elif kind < .225:
            label = self.rewritten(plan, cell, hand, size, base)
        else:
            label = hand.value()
            careless = rng.random() < .08 * hand.mess
            where = self.score(plan, cell, hand, label, size, base, 24 + rng.normal(0, 9 if careless else 4.5), 2.5 if careless else 1.1)
            extra = rng.random() / hand.mess
            if extra < .05:
                self.ring(plan, cell, hand, where)
            elif extra < .06:
                self.tick(plan, cell, hand, where)
            elif extra < .07:
                y = where[3] + rng.uniform(.5, 2)
                self.stroke(plan, cell, hand, where[0] - 1, y, where[2] + 1, y + rng.normal(0, .6))
        if not boxed or rng.random() < .1:
            self.neighbors(plan, cell, hand, size, base, boxed)
        return label

    def glyph(self, plan, cell, hand, tile, x, base, height):
        """One glyph whose left edge is at x and which stands on `base`; answers its width."""
        rng = self.rng
        across = self.glyphs.width[tile] / TILE_HEIGHT * hand.stretch
        tall = height * self.glyphs.height[tile] / TILE_HEIGHT
        wide = across * height
        slant, turn = hand.slant + rng.normal(0, .04), hand.turn + rng.normal(0, .035)
        plan.glyphs.append((cell, tile, x + wide / 2, base - tall / 2, height, hand.stretch * math.exp(rng.normal(0, .04)), slant, turn,
                            hand.level + rng.normal(0, .03), hand.gain, *rng.normal(0, .035, 2), *rng.uniform(0, 1, 2), *rng.uniform(.5, 1.3, 2), hand.coarse))
        return wide, (x + wide / 2, base - tall / 2, height, hand.stretch, slant, turn)

    def digit(self, plan, cell, hand, value, x, base, height):
        tile = hand.tile(value)
        wide, place = self.glyph(plan, cell, hand, tile, x, base, height)
        rng = self.rng
        half = self.glyphs.width[tile] / TILE_HEIGHT / 2
        if value == 7 and hand.bars_seven and hand.kind != "font":
            y = rng.uniform(-.2, .14)
            self.on_glyph(plan, cell, hand, place, -half * rng.uniform(.3, 1.2), y + rng.normal(0, .05), half * rng.uniform(.4, 1.2), y + rng.normal(0, .05))
        # A hook at the left end of the top; where it meets the bar, the top is closed and still a seven's.
        if value == 7 and hand.hooks_seven and hand.kind == "mnist":
            x = -half * rng.uniform(.75, 1.0)
            self.on_glyph(plan, cell, hand, place, x, rng.uniform(-.46, -.36), x + rng.normal(0, .05), rng.uniform(-.32, -.02))
        if value == 1 and hand.flags_one and half < .25:
            top = (self.glyphs.top[tile] - TILE / 2) / TILE_HEIGHT
            self.on_glyph(plan, cell, hand, place, top, -.47, top - rng.uniform(.15, .42), rng.uniform(-.35, -.05))
        return wide

    def on_glyph(self, plan, cell, hand, place, u1, v1, u2, v2):
        """A pen stroke given in a glyph's own measure (its height is 1, its center 0)."""
        cx, cy, height, stretch, slant, turn = place
        points = []
        for u, v in ((u1, v1), (u2, v2)):
            dx, dy = (u * stretch - slant * v) * height, v * height
            points += [cx + dx * math.cos(turn) - dy * math.sin(turn), cy + dx * math.sin(turn) + dy * math.cos(turn)]
        self.stroke(plan, cell, hand, *points)

    def score(self, plan, cell, hand, value, size, base, center, loose=1.0, bounds=(0, 48)):
        """A whole score around `center`; "10" is a one and a nought of one hand. Answers the box around it."""
        rng = self.rng
        base = base + rng.normal(0, .9) * loose
        if value != 10:
            tile_wide = size * .6
            x = float(np.clip(center - tile_wide / 2, bounds[0], bounds[1] - tile_wide))
            wide = self.digit(plan, cell, hand, value, x, base, size)
            return (x, base - size, x + wide, base)
        nought = size * rng.uniform(.65, 1.05)
        gap = (hand.gap + rng.normal(0, .03)) * size
        x = float(np.clip(center - size * .5 - gap / 2, bounds[0], max(bounds[0], bounds[1] - size - gap)))
        one = self.digit(plan, cell, hand, 1, x, base, size)
        drop = rng.uniform(0, 1) * (size - nought) if rng.random() < .8 else rng.uniform(-.15, .15) * size
        wide = one + gap + self.digit(plan, cell, hand, 0, x + one + gap, base - drop, nought)
        return (x, base - size, x + wide, base)

    def stroke(self, plan, cell, hand, x1, y1, x2, y2, width=None):
        plan.strokes.append((cell, x1, y1, x2, y2, hand.pen if width is None else width))

    def strike(self, plan, cell, hand, where):
        rng = self.rng
        x0, y0, x1, y1 = where
        pen = max(.4, hand.pen * rng.uniform(.8, 1.2))
        kind = rng.random()
        if kind < .2:
            xs = np.linspace(x0 - 1, x1 + 1, int(rng.integers(5, 11)))
            ys = [y0 + (y1 - y0) * (.15 + .7 * (i % 2)) + rng.normal(0, 1) for i in range(len(xs))]
            for i in range(len(xs) - 1):
                self.stroke(plan, cell, hand, xs[i], ys[i], xs[i + 1], ys[i + 1], pen)
        elif kind < .4:
            self.stroke(plan, cell, hand, x0 - 1, y0 + rng.normal(1, 1), x1 + 1, y1 - rng.normal(1, 1), pen)
            if rng.random() < .6:
                self.stroke(plan, cell, hand, x0 - 1, y1 - rng.normal(1, 1), x1 + 1, y0 + rng.normal(1, 1), pen)
        else:
            for _ in range(int(rng.integers(1, 4))):
                y = y0 + (y1 - y0) * rng.uniform(.25, .75)
                self.stroke(plan, cell, hand, x0 - rng.uniform(.5, 2), y + rng.normal(0, 1.1), x1 + rng.uniform(.5, 2), y + rng.normal(0, 1.1), pen)

    def rewritten(self, plan, cell, hand, size, base):
        """An old score struck out, mostly with the new one beside it."""
        rng = self.rng
        first = rng.random() < .8
        old = rng.normal(12.5, 2) if first else rng.normal(35, 2)
        where = self.score(plan, cell, hand, hand.value(), size * rng.uniform(.7, .95), base, old, .8, (-3, 51))
        self.strike(plan, cell, hand, where)
        if rng.random() < .1:
            return OTHER
        label = hand.value()
        new = max(where[2] + size * .42, rng.normal(34.5, 2.5)) if first else min(where[0] - size * .42, rng.normal(13, 2.5))
        above = rng.uniform(0, 4) if rng.random() < .3 else 0
        self.score(plan, cell, hand, label, size * rng.uniform(.7, .95), base - above, new, .8, (-1, 50))
        return label

    def other(self, plan, cell, hand, size, base):
        """What is no whole score: half points, plus and minus, letters, scribbles, a strike-out alone, two scores."""
        rng = self.rng
        kind = rng.random()
        value = int(rng.integers(4, 10))
        if kind < .4:
            x0, y0, x1, y1 = self.score(plan, cell, hand, value, size, base, rng.normal(17, 3), .8)
            x = x1 + rng.uniform(.8, 3)
            self.stroke(plan, cell, hand, x, y1 - rng.uniform(0, 1), x + .3, y1, hand.pen * 1.3)
            self.digit(plan, cell, hand, 5, x + rng.uniform(.8, 3), y1 + rng.normal(0, .5), size * rng.uniform(.6, 1))
        elif kind < .7:
            x0, y0, x1, y1 = self.score(plan, cell, hand, value, size, base, rng.normal(19, 3), .8)
            wide = size * rng.uniform(.3, .6)
            x, y = x1 + rng.uniform(.8, 4), y0 + size * rng.uniform(.2, .7)
            self.stroke(plan, cell, hand, x, y, x + wide, y + rng.normal(0, .5))
            if rng.random() < .65:
                self.stroke(plan, cell, hand, x + wide / 2, y - wide / 2, x + wide / 2 + rng.normal(0, .5), y + wide / 2)
        elif kind < .78:
            self.glyph(plan, cell, hand, self.glyphs.some_word(rng), rng.normal(17, 3), base, size * .9)
        elif kind < .88:
            points = rng.uniform((8, base - size), (40, base), (int(rng.integers(6, 12)), 2))
            for i in range(len(points) - 1):
                self.stroke(plan, cell, hand, *points[i], *points[i + 1])
        else:
            # Two digits that make no score up to 10.
            x0, y0, x1, y1 = self.score(plan, cell, hand, int(rng.integers(1, 10)), size, base, rng.normal(17, 3), .8)
            self.digit(plan, cell, hand, int(rng.integers(1, 10)), x1 + rng.uniform(.5, 6), y1 + rng.normal(0, 1), size)

    def ring(self, plan, cell, hand, where):
        rng = self.rng
        x0, y0, x1, y1 = where
        grow = rng.uniform(1, 4, 2)
        plan.arcs.append((cell, (x0 + x1) / 2 + rng.normal(0, .7), (y0 + y1) / 2 + rng.normal(0, .7), (x1 - x0) / 2 + grow[0] + rng.uniform(0, 2),
                          (y1 - y0) / 2 + grow[1], rng.uniform(0, 2 * math.pi), rng.uniform(-.3, .5), hand.pen))

    def tick(self, plan, cell, hand, where):
        rng = self.rng
        x, y = where[2] + rng.uniform(2, 7), where[3] - rng.uniform(0, 4)
        tall = rng.uniform(4, 9)
        self.stroke(plan, cell, hand, x, y - tall * .4, x + tall * .25, y)
        self.stroke(plan, cell, hand, x + tall * .25, y, x + tall * .8, y - tall)

    def neighbors(self, plan, cell, hand, size, base, boxed):
        """Scores of the rows above and below that reach into this cell."""
        rng = self.rng
        step = 27.5 if boxed else rng.uniform(13.5, 17)
        for direction in (-1, 1):
            if rng.random() < .6:
                where = self.score(plan, cell, hand, hand.value(), size * rng.uniform(.9, 1.1), base + direction * step, 24 + rng.normal(0, 5))
                if rng.random() < .04:
                    self.ring(plan, cell, hand, where)
                elif rng.random() < .04:
                    self.strike(plan, cell, hand, where)

    # --- Ink -----------------------------------------------------------------------------------------------------

    def ink(self, plan, count):
        """All ink of the batch, 0 to 1."""
        ink = np.zeros((count, H, W), np.float32)

        def lay(cell, patch, top, left):
            y0, x0 = max(0, top), max(0, left)
            y1, x1 = min(H, top + patch.shape[0]), min(W, left + patch.shape[1])
            if y0 < y1 and x0 < x1:
                part = ink[cell, y0:y1, x0:x1]
                np.maximum(part, patch[y0 - top:y1 - top, x0 - left:x1 - left], out=part)

        rows = np.array(plan.glyphs, np.float64)
        for start in range(0, len(rows), 256):
            part = rows[start:start + 256]
            patches, tops, lefts = self.glyph_patches(part)
            for index in range(len(part)):
                lay(int(part[index, 0]), patches[index], tops[index], lefts[index])
        ys, xs = np.mgrid[0:H, 0:W].astype(np.float32)
        for cell, x1, y1, x2, y2, half in plan.strokes:
            ax, ay, bx, by = ((v - LEFT) * SCALE for v in (x1, y1, x2, y2))
            reach = half * SCALE + 2
            top, left = max(0, int(min(ay, by) - reach)), max(0, int(min(ax, bx) - reach))
            bottom, right = min(H, int(max(ay, by) + reach) + 1), min(W, int(max(ax, bx) + reach) + 1)
            if top >= bottom or left >= right:
                continue
            px, py = xs[top:bottom, left:right] - ax, ys[top:bottom, left:right] - ay
            dx, dy = bx - ax, by - ay
            t = np.clip((px * dx + py * dy) / max(1e-6, dx * dx + dy * dy), 0, 1)
            lay(cell, np.clip(half * SCALE + .5 - np.hypot(px - t * dx, py - t * dy), 0, 1), top, left)
        for cell, cx, cy, rx, ry, start, gap, half in plan.arcs:
            px, py = (xs / SCALE + LEFT - cx) / rx, (ys / SCALE + LEFT - cy) / ry
            radius = np.hypot(px, py)
            away = np.abs(radius - 1) / np.maximum(1e-3, np.hypot(px / rx, py / ry) / np.maximum(radius, 1e-3))
            patch = np.clip((half - away) * SCALE + .5, 0, 1)
            if gap > 0:
                patch = patch * ((np.arctan2(py, px) - start) % (2 * math.pi) > gap)
            lay(cell, patch, 0, 0)
        return torch.from_numpy(ink)

    def glyph_patches(self, rows):
        cell, tile, cx, cy, height, stretch, slant, turn, level, gain, bend, bow, bend_at, bow_at, bends, bows, coarse = rows.T
        lefts = np.round((cx - LEFT) * SCALE - WINDOW / 2).astype(int)
        tops = np.round((cy - LEFT) * SCALE - WINDOW / 2).astype(int)
        at = torch.arange(WINDOW, dtype=torch.float32)
        column = lambda values: torch.from_numpy(np.asarray(values, np.float32)).view(-1, 1, 1)
        dx = (at.view(1, 1, -1) + column(lefts)) / SCALE + LEFT - column(cx)
        dy = (at.view(1, -1, 1) + column(tops)) / SCALE + LEFT - column(cy)
        cos, sin = column(np.cos(turn)), column(np.sin(turn))
        v = (dy * cos - dx * sin) / column(height)
        u = (dx * cos + dy * sin) / column(height) + column(slant) * v
        u = u / column(stretch)
        # A bend and a bow: no two glyphs of a hand are the same.
        wave = lambda along, often, start: torch.sin(math.pi * 2 * (along * column(often) + column(start)))
        u, v = u + column(bend) * wave(v, bends, bend_at), v + column(bow) * wave(u, bows, bow_at)
        scale = 2 * TILE_HEIGHT / TILE
        tiles = self.glyphs.tiles[torch.from_numpy(tile.astype(np.int64))].float().unsqueeze(1) / 255
        if coarse.any():
            # Digits as other collections hold them: eight to twelve pixels high, enlarged.
            edge = int(self.rng.integers(12, 18))
            small = F.interpolate(tiles[coarse > 0], (edge, edge), mode="area")
            tiles[coarse > 0] = F.interpolate(small, (TILE, TILE), mode="bicubic", align_corners=False).clamp(0, 1)
        value = F.grid_sample(tiles, torch.stack([u * scale, v * scale], -1), align_corners=False).squeeze(1)
        return ((value - column(level)) * column(gain) + .5).clamp(0, 1).mul(value > .08).numpy(), tops, lefts

    # --- Paper and camera ------------------------------------------------------------------------------------------

    def uniform(self, low, high, *shape):
        return torch.rand(*shape, generator=self.torch) * (high - low) + low

    def normal(self, spread, *shape):
        return torch.randn(*shape, generator=self.torch) * spread

    def of_page(self, values):
        """One value for all cells of a ballot."""
        return values[::CELLS].repeat_interleave(CELLS, 0)

    def form(self, boxed, count):
        """Paper from 0 to 1: box or lines, the column's edge, the shaded side."""
        paper = torch.ones(count, H, W)
        for kind, draw in ((True, self.box), (False, self.lines)):
            cells = torch.from_numpy(np.flatnonzero(boxed == kind))
            if len(cells):
                paper[cells] = draw(len(cells))
        return paper

    def places(self, count, zoom=1):
        """Where each pixel lies on the form, in points: nearly where it should, but for a last misfit."""
        n = (count, 1, 1)
        careless = torch.where(self.uniform(0, 1, *n) < .12, 3.0, 1.0)
        turn, scale = self.normal(.012, *n) * careless, 1 + self.normal(.015, *n) * careless
        skew, bow = turn + self.normal(.01, *n), self.normal(.4, *n)
        middle = 15 if zoom == 1 else 20
        y, x = ((torch.arange(H) / SCALE + LEFT - middle) / zoom).view(1, -1, 1), ((torch.arange(W) / SCALE + LEFT - 24) / zoom).view(1, 1, -1)
        fx = (x * scale + (24 + self.normal(.35, *n) * careless)) + y * (turn * scale)
        fy = y * scale + ((bow / 576) * x * x - skew * x + middle + self.normal(.35, *n) * careless)
        return fx, fy

    def chance(self, part, count):
        return (torch.rand(count, 1, 1, generator=self.torch) < part).float()

    def box(self, count):
        """A box with, at times, the ruled line above or below it."""
        n = (count, 1, 1)
        stroked = lambda away, width: stroke(away, width, SCALE)
        fx, fy = self.places(count)
        width = self.of_page(self.uniform(.4, 1.2, *n))
        half_w, half_h = 22 + self.normal(.5, *n), 11 + self.normal(.35, *n)
        outside = torch.maximum((fx - 24).abs_() - half_w, (fy - 15).abs_() - half_h)
        drawn = stroked(outside, width)
        ruled = (self.chance(.45, count) * 27.5 + 1.25) * torch.where(self.chance(.5, count) > 0, 1.0, 99.0)
        drawn = torch.maximum(drawn, stroked(fy - ruled, .5))
        return 1 - drawn * self.of_page(self.uniform(.45, 1, *n) * self.chance(.98, count))

    def lines(self, count):
        """Lines to write on, the neighbors' lines, what is printed to the right, and the column's edge."""
        n = (count, 1, 1)
        fx, fy = self.places(count, ZOOM)
        stroked = lambda away, width: stroke(away, width, SCALE * ZOOM)
        width = self.of_page(self.uniform(.4, 1.2, *n))
        step = self.of_page(self.uniform(13.5, 17, *n))
        left = 3 + self.normal(.5, *n)
        drawn = stroked(fy - 20, width)
        for direction in (-1, 1):
            near = torch.where(self.chance(.7, count) > 0, step, torch.tensor(99.0))
            drawn = torch.maximum(drawn, stroked(fy - 20 - direction * near, width))
        drawn *= ((fx - left - 21).abs_() < 21)
        edge = self.normal(.8, *n)
        drawn = torch.maximum(drawn, stroked(fx - torch.where(self.chance(.45, count) > 0, edge, torch.tensor(99.0)), 1.2))
        wordy = torch.nonzero(torch.rand(count, generator=self.torch) < .5).flatten()
        drawn[wordy] = torch.maximum(drawn[wordy], self.words(fx[wordy], fy[wordy], left[wordy] + 42))
        shaded = self.chance(.45, count)
        shade = 1 - shaded * self.uniform(.05, .26, *n)
        paper = torch.where((fx < edge) & (self.chance(.5, count) > 0), torch.ones(()), shade)
        return paper * (1 - drawn * self.of_page(self.uniform(.45, 1, *n) * self.chance(.98, count)))

    def words(self, fx, fy, right):
        """Printed words right of the line, and at times a heading above it: stripes of letters at this size."""
        count = len(fx)
        n = (count, 1, 1)
        letters = torch.sin(fx * self.uniform(1.8, 2.6, *n) + self.uniform(0, 9, *n)) + torch.sin(fx * 4.1 + fy * self.uniform(-1.5, 1.5, *n)) > .1
        beside = (fx > right + 3) & (fy > 13.2) & (fy < 19.4)
        start, end, bottom = self.uniform(-30, 30, *n), self.uniform(20, 60, *n), self.uniform(-2, 4, *n)
        above = (fx > start) & (fx < end) & (fy < bottom) & (fy > bottom - 7) & (self.chance(.2, count) > 0)
        return (letters & (beside | above)).float()

    def inked(self, paper, ink):
        """Pen on paper: pencil grain, ballpoint skips, faint carbon."""
        count = len(ink)
        n = (count, 1, 1)
        kind = self.of_page(self.uniform(0, 1, *n))
        pencil, carbon = kind < .2, (kind >= .2) & (kind < .27)
        strength = torch.where(pencil, self.uniform(.3, .7, *n), torch.where(carbon, self.uniform(.2, .5, *n), self.uniform(.5, 1, *n)))
        strength = (self.of_page(strength) * (1 + self.normal(.06, *n))).clamp(.15, 1)
        grain = self.of_page(torch.where(pencil, self.uniform(.1, .4, *n), self.uniform(0, .08, *n)))
        ink *= (1 - grain * torch.rand(count, H, W, generator=self.torch)) * strength
        skips = (kind > .27) & (kind < .33)
        uneven = torch.nonzero((carbon | skips).flatten()).flatten()
        cloud = F.interpolate(torch.rand(len(uneven), 1, 9, 15, generator=self.torch), (H, W), mode="bilinear", align_corners=False).squeeze(1)
        ink[uneven] *= torch.where(carbon[uneven], .45 + .55 * cloud, (cloud * 3.5 - .3).clamp(0, 1))
        return paper * (1 - ink)

    def photograph(self, image, zoom):
        """What is enlarged is also more out of focus, and noisier: fewer of the photo's pixels are in one of the crop's."""
        count = len(image)
        n = (count, 1, 1)
        y, x = torch.meshgrid((torch.arange(H) - H / 2) / W, (torch.arange(W) - W / 2) / W, indexing="ij")
        toward = self.uniform(0, 2 * math.pi, *n)
        along = x * torch.cos(toward) + y * torch.sin(toward)
        light = self.of_page(self.uniform(.5, 1, *n)) * (1 + self.normal(.08, *n)).clamp(.7, 1.2) * (1 + along * self.normal(.12, *n))
        shadow = self.uniform(.15, .55, *n) * (self.uniform(0, 1, *n) < .1)
        light = light * (1 - shadow * torch.sigmoid((along - self.uniform(-.4, .4, *n)) * self.uniform(6, 60, *n)))
        image = self.blurred(image * light * 255, zoom.flatten())
        image += torch.randn(count, H, W, generator=self.torch) * self.of_page(self.normal(4, *n).abs()) * zoom
        image = self.compressed(image.clamp_(0, 255))
        image = image[:, BORDER:H - BORDER, BORDER:W - BORDER]
        return F.avg_pool2d(image.unsqueeze(1), FINE).squeeze(1).clamp(0, 255).to(torch.uint8)

    def blurred(self, image, zoom):
        """Out of focus, here and there more one way than the other."""
        count = len(image)
        kind = self.of_page(self.uniform(0, 1, count, 1))
        sigma = torch.where(kind < .62, self.uniform(.4, 1.2, count, 1), torch.where(kind < .92, self.uniform(1.2, 2.3, count, 1), self.uniform(2.3, 3.5, count, 1)))
        sigma = self.of_page(sigma) * torch.exp(self.normal(.1, count, 1)) * zoom.view(-1, 1)
        at = torch.arange(-9, 10).float().view(1, -1)
        shaken = self.of_page(torch.where(self.uniform(0, 1, count, 1) < .1, self.uniform(1, 1.8, count, 1), torch.ones(count, 1)))
        kernel = lambda s: F.normalize(torch.exp(-at * at / (2 * s * s)), p=1, dim=1)
        across, down = kernel(sigma * shaken).view(count, 1, 1, -1), kernel(sigma / shaken).view(count, 1, -1, 1)
        image = F.pad(image.unsqueeze(0), (9, 9, 9, 9), mode="replicate")
        return F.conv2d(F.conv2d(image, across, groups=count), down, groups=count).squeeze(0)

    def compressed(self, image):
        """JPEG on a third of the ballots: blocks of 8 x 8, the standard's table for light, quality 30 to 95."""
        chosen = self.of_page(torch.rand(len(image), generator=self.torch)) < .33
        if not chosen.any():
            return image
        part = image[chosen]
        rows, columns = H // 8 * 8, W // 8 * 8
        blocks = part[:, :rows, :columns].reshape(len(part), rows // 8, 8, columns // 8, 8).transpose(2, 3) - 128
        quality = self.of_page(self.uniform(30, 95, len(part), 1, 1, 1, 1))
        scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
        step = (JPEG_STEPS * scale).clamp(min=1)
        blocks = COSINES @ blocks @ COSINES.T
        blocks = COSINES.T @ (torch.round(blocks / step) * step) @ COSINES + 128
        part = part.clone()
        part[:, :rows, :columns] = blocks.transpose(2, 3).reshape(len(part), rows, columns)
        image = image.clone()
        image[chosen] = part
        return image


def stroke(away, width, scale):
    """Ink of a line from the distance to its middle, in points of so many drawn pixels."""
    return (away.abs_().mul_(-scale) + (width * (scale / 2) + .5)).clamp_(0, 1)


JPEG_STEPS = torch.tensor([
    [16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56], [14, 17, 22, 29, 51, 87, 80, 62],
    [18, 22, 37, 56, 68, 109, 103, 77], [24, 35, 55, 64, 81, 104, 113, 92], [49, 64, 78, 87, 103, 121, 120, 101], [72, 92, 95, 98, 112, 100, 103, 99],
]).float()
COSINES = torch.tensor([[math.sqrt((1 if k == 0 else 2) / 8) * math.cos(math.pi * (2 * i + 1) * k / 16) for i in range(8)] for k in range(8)])
