"""What stands in a cell: whose hand it is, which glyphs and pen strokes lie where, and what that means."""
import math

import numpy as np

from crop import BLANK, OTHER, SCALE
from digits import REACH, TILE, TILE_HEIGHT

NOTHING_OVER = (255, 255)
PICTURED = 3  # half of a line's width in most pictures of digits, in a tile's pixels


class Plan:
    """What is to be drawn: one list for the whole batch, in points of the form. Masks are per layer of ink."""

    def __init__(self):
        self.glyphs, self.strokes, self.arcs = [], [], []
        # Of each faint score: where its glyphs and strokes begin and end in these lists, and the share of the hand's ink that they get.
        self.faint = []

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

    def __init__(self, rng, glyphs, careful=False, alike=False):
        self.rng, self.glyphs = rng, glyphs
        kind = rng.random()
        self.kind = "path" if kind < .45 else "mnist" if kind < .73 else "school" if kind < .89 else "skeleton" if kind < .93 else "font"
        self.writer = glyphs.some_writer(rng)
        self.path_writer = glyphs.some_path_writer(rng)
        self.font = glyphs.some_font(rng)
        self.school = glyphs.some_school(rng)
        self.slant, self.turn = rng.normal(0, .13), rng.normal(0, .06)
        self.stretch = math.exp(rng.normal(0, .13))
        # Large heads and low bars, or the reverse: how far a digit's middle lies below, of its height.
        self.low = float(np.clip(rng.normal(0, .07), -.18, .18))
        # Where the pen's edge is taken to be and how sharp it is: thin and faint to bold.
        self.level, self.gain, self.sharpness = rng.uniform(.25, .62), rng.uniform(1.6, 4), rng.uniform(.5, 1.2)
        # Digits that people drew aren't changed.
        drawn_here = self.kind != "path"
        self.bars_seven = drawn_here and rng.random() < .3
        self.hooks_seven = rng.random() < .25
        self.flags_one = drawn_here and rng.random() < .15
        self.feet_one = drawn_here and rng.random() < .08
        self.slashes_zero = rng.random() < .06
        self.coarse = rng.random() < .15
        self.gap = rng.uniform(-.03, .3)
        # Half the width of strokes, in points: a pen doesn't grow with what it writes.
        self.pen = rng.uniform(.4, 1.45)
        self.thickens = rng.random() < .5
        self.size = rng.random() if rng.random() < .8 else rng.uniform(-.15, .2)  # from the smallest to the largest that fits
        self.mess = rng.uniform(.05, .4) if careful else rng.uniform(.1, 1)  # how often things go wrong while writing
        # Most judges' scores lie close together, some use the whole range.
        self.usual, self.spread = rng.uniform(5, 9.3), rng.uniform(.7, 2.4)
        self.wide = rng.random() < (.15 if careful else .4)
        # And a few give nearly everybody the same score, be it a one: alike shapes are no proof of what they are.
        if rng.random() < .12:
            self.usual, self.spread, self.wide = rng.uniform(-.3, 10.3), rng.uniform(0, .8), False
        # Hooked sevens beside nines with a flat or boxy head, and little else: only whether the head is closed tells them apart.
        self.alike = alike
        if alike:
            self.kind, self.school, self.bars_seven = "school", glyphs.some_alike(rng, self.school), False
        # A person who writes steadily draws a digit nearly the same way every time.
        self.steady = rng.random() < (.5 if self.kind in ("mnist", "path") else .9)
        self.habit = {}

    def value(self):
        if self.alike and self.rng.random() < .6:
            return 7 if self.rng.random() < .5 else 9
        if self.wide:
            return int(self.rng.integers(11))
        return int(np.clip(round(self.rng.normal(self.usual, self.spread)), 0, 10))

    def tile(self, value):
        """The number of a glyph of this digit: nearly always the writer's own."""
        if self.kind == "school":
            return self.school[value][self.rng.integers(len(self.school[value]))]
        if value in self.habit and self.rng.random() < .9:
            return self.habit[value]
        found = None
        if self.kind == "mnist":
            found = self.glyphs.of_writer(self.rng, self.writer, value)
        elif self.kind == "path":
            found = self.glyphs.of_path_writer(self.rng, self.path_writer, value)
        elif self.kind == "font":
            found = self.glyphs.of_font(self.rng, self.font, value)
        if found is None:
            found = self.glyphs.of_skeleton(self.rng, value)
        if self.steady:
            self.habit[value] = found
        return found


class Writing:
    """Plans what is written into the cells. `over`: the scores that lie over each other in the last one, the upper one first."""

    def __init__(self, rng, glyphs, day="usual"):
        self.rng, self.glyphs, self.over = rng, glyphs, NOTHING_OVER
        self.share_overwritten = .4 if day == "corrected" else .075

    def cell(self, plan, cell, hand, boxed):
        rng = self.rng
        self.over = NOTHING_OVER
        least, most = (9, 20.5) if boxed else (8, 16)
        size = least + (most - least) * np.clip(hand.size + rng.normal(0, .07), -.15, 1)
        size = size * .8 if rng.random() < .05 else size
        base = 24 if boxed else 19.6
        if boxed:
            base -= rng.uniform(.04, .22) * 22 if rng.random() < .7 else max(0, 20 - size) * rng.uniform(0, 1)
        kind = rng.random() / hand.mess
        if kind < .05:
            label = BLANK
            # A score beside its cell: what reaches in cannot be read, but the cell is not just empty.
            if rng.random() < .25:
                label = OTHER
                center = rng.uniform(-size * .45, 0)
                self.score(plan, cell, hand, hand.value(), size, base, center if rng.random() < .5 else 48 - center, 1.5, (-99, 147))
        elif kind < .105:
            label = OTHER
            self.other(plan, cell, hand, size, base)
        elif kind < .225:
            label = self.rewritten(plan, cell, hand, size, base)
        elif kind < .225 + self.share_overwritten:
            label = self.overwritten(plan, cell, hand, size, base)
        else:
            label = hand.value()
            careless = rng.random() < .08 * hand.mess
            where = self.score(plan, cell, hand, label, size, base, 24 + rng.normal(0, 9 if careless else 4.5), 2.5 if careless else 1.1,
                               (-3, 51) if careless else (0, 48))
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
        level, gain, thicker, edge = hand.level, hand.gain, 0, 0
        if self.glyphs.from_strokes[tile]:
            # The height is the ink's, the tile's that of the pen's path.
            edge = min(hand.pen, height * .2)
            height -= 2 * edge
            level = 1 - min(.85, hand.pen / height * TILE_HEIGHT / REACH)
            gain = hand.sharpness * height / TILE_HEIGHT * REACH * SCALE
        elif hand.thickens:
            thicker = int(np.clip(round(hand.pen / height * TILE_HEIGHT - PICTURED), 0, 5))
        across = self.glyphs.width[tile] / TILE_HEIGHT * hand.stretch
        tall = height * self.glyphs.height[tile] / TILE_HEIGHT
        wide = across * height
        middle = (x + edge + wide / 2, base - edge - tall / 2)
        slant, turn = hand.slant + rng.normal(0, .04), hand.turn + rng.normal(0, .035)
        plan.glyphs.append((cell, tile, *middle, height, hand.stretch * math.exp(rng.normal(0, .04)), slant, turn,
                            level + rng.normal(0, .03), gain, *rng.normal(0, .035, 2), *rng.uniform(0, 1, 2), *rng.uniform(.5, 1.3, 2),
                            hand.low + rng.normal(0, .02), hand.coarse, thicker))
        return wide + 2 * edge, (*middle, height, hand.stretch, slant, turn)

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
        if value == 1 and hand.feet_one and half < .25:
            self.on_glyph(plan, cell, hand, place, -rng.uniform(.15, .4), .48, rng.uniform(.15, .4), .48)
        if value == 0 and hand.slashes_zero:
            reach = rng.uniform(.7, 1.3)
            self.on_glyph(plan, cell, hand, place, half * reach, -.38 * reach, -half * reach, .38 * reach)
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

    def overwritten(self, plan, cell, hand, size, base):
        """A score written over another: nobody should be sure of it, unless it is the same score again."""
        rng = self.rng
        old, new = hand.value(), hand.value()
        if old == new and rng.random() < .7:
            new = int(rng.integers(11))
        center = 24 + rng.normal(0, 3)
        first = (len(plan.glyphs), len(plan.strokes))
        self.score(plan, cell, hand, old, size * rng.uniform(.85, 1.1), base, center, .5)
        # Most people press harder the second time.
        if rng.random() < .75:
            plan.faint.append((first, (len(plan.glyphs), len(plan.strokes)), rng.uniform(.6, 1)))
        pen, hand.pen, level = hand.pen, hand.pen * rng.uniform(1, 1.6), hand.level
        hand.level -= rng.uniform(0, .15)
        self.score(plan, cell, hand, new, size * rng.uniform(.9, 1.15), base, center + rng.normal(0, .8), .5)
        hand.pen, hand.level = pen, level
        if old == new:
            return new
        self.over = (new, old)
        return OTHER

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
