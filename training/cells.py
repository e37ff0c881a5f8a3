"""Draws score cells as the recognizer cuts them out: the printed form, what was written, and what the camera did.

A cell is 48 x 30 points; the crop is 64 x 40 pixels. It is stored with a margin of 3 pixels on every side so that
training can shift it. A score on a line stands with its line 20 points below the crop's top; a box is centered.
"""
import io
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from digits import Fonts, MnistWriters, skeleton_glyph, warp

S = 3  # pixels a point while drawing
MARGIN_PX = 3
PX = 64 / 48  # pixels a point in the crop
PAD = 6  # points around the cell while drawing
W, H = int((48 + 2 * PAD) * S), int((30 + 2 * PAD) * S)
BLANK, OTHER = 11, 12
CLASSES = 13
VALUES = np.array([.4, .8, .8, 1.2, 2, 3, 5, 8, 10, 11, 9])


class Hand:
    """One writer on one ballot: digits, pen, size and habits."""

    def __init__(self, rng, mnist, fonts):
        self.rng, self.mnist, self.fonts = rng, mnist, fonts
        kind = rng.random()
        self.kind = "mnist" if kind < .72 else "skeleton" if kind < .9 else "font"
        self.writer = mnist.writer(rng)
        self.font = fonts.fonts[rng.integers(len(fonts.fonts))]
        self.slant, self.turn = rng.normal(0, .12), rng.normal(0, .06)
        self.stretch = rng.uniform(.75, 1.25)
        self.bars_seven = rng.random() < .2
        self.flags_one = rng.random() < .12
        self.gap = rng.uniform(-.08, .4)

    def digit(self, value):
        rng = self.rng
        mask = None
        if self.kind == "mnist":
            mask = self.mnist.glyph(rng, self.writer, value)
        elif self.kind == "font":
            mask = self.fonts.glyph(rng, str(value), self.font)
        if mask is None:
            mask = skeleton_glyph(rng, value)
        if self.kind == "mnist" and rng.random() < .9:
            mask = self.habit(mask, value)
        return warp(rng, mask, self.slant + rng.normal(0, .05), self.turn + rng.normal(0, .04), self.stretch)

    def habit(self, mask, value):
        """A bar through a seven, a flag on a one, as much of the world writes them."""
        h, w = mask.shape
        if value == 7 and self.bars_seven:
            canvas = Image.fromarray(np.pad(mask, ((0, 0), (8, 8))))
            y = h * self.rng.uniform(.42, .6)
            ImageDraw.Draw(canvas).line((w * .2, y + self.rng.normal(0, 4), w * .95 + 12, y - 2), fill=255, width=int(self.rng.integers(5, 10)))
            return np.asarray(canvas)
        if value == 1 and self.flags_one and w < h * .5:
            reach = int(h * self.rng.uniform(.15, .45))
            canvas = Image.fromarray(np.pad(mask, ((0, 0), (reach, 0))))
            top = np.where(mask[:max(3, h // 10)].max(0) > 100)[0]
            x = reach + (int(top.mean()) if len(top) else w // 2)
            ImageDraw.Draw(canvas).line((x, 3, x - reach, h * self.rng.uniform(.15, .45)), fill=255, width=int(self.rng.integers(5, 10)))
            return np.asarray(canvas)
        return mask

    def score(self, value):
        """The mask of a whole score; "10" is a one and a nought of one hand."""
        if value != 10:
            return self.digit(value)
        one, nought = self.digit(1), self.digit(0)
        size = self.rng.uniform(.65, 1.05)
        height = one.shape[0]
        nought = np.asarray(Image.fromarray(nought).resize((max(4, int(nought.shape[1] * size * height / nought.shape[0])), max(4, int(height * size)))))
        gap = int((self.gap + self.rng.normal(0, .06)) * height * .6)
        width = max(one.shape[1] + gap + nought.shape[1], one.shape[1], nought.shape[1])
        out = np.zeros((int(height * 1.15), width + 2), np.uint8)
        out[:height, :one.shape[1]] = one
        y = min(int(self.rng.uniform(0, 1.12) * (out.shape[0] - nought.shape[0])), out.shape[0] - nought.shape[0])
        x = max(0, one.shape[1] + gap)
        x = min(x, out.shape[1] - nought.shape[1])
        out[y:y + nought.shape[0], x:x + nought.shape[1]] = np.maximum(out[y:y + nought.shape[0], x:x + nought.shape[1]], nought)
        return out


def beside(left, right, gap, drop=0.0, scale=1.0):
    """Two masks side by side; the right one scaled, its top `drop` of the left one's height down."""
    right = np.asarray(Image.fromarray(right).resize((max(3, int(right.shape[1] * scale)), max(3, int(right.shape[0] * scale)))))
    y = int(drop * left.shape[0])
    height = max(left.shape[0], y + right.shape[0])
    out = np.zeros((height, left.shape[1] + gap + right.shape[1]), np.uint8)
    out[:left.shape[0], :left.shape[1]] = left
    out[y:y + right.shape[0], left.shape[1] + gap:] = right
    return out


class Cells:
    def __init__(self, seed, part):
        self.rng = np.random.default_rng(seed)
        self.mnist, self.fonts = MnistWriters(part), Fonts()
        words = ["Attorney on direct", "Witness on cross", "Cross of first", "Opening", "Closing"]
        self.labels = [Image.fromarray(self.fonts.glyph(self.rng, word)).resize((60 * S, 7 * S)) for word in words]

    def value(self):
        rng = self.rng
        return int(rng.choice(11, p=VALUES / VALUES.sum())) if rng.random() < .6 else int(rng.integers(11))

    def cell(self):
        """One crop (46 x 70, uint8) and its class."""
        rng = self.rng
        boxed = rng.random() < .42
        shade = rng.uniform(.72, .95) if not boxed and rng.random() < .45 else 1.0
        paper = self.form(boxed, shade)
        hand = Hand(rng, self.mnist, self.fonts)
        ink = Image.new("L", (W, H), 0)
        size = (rng.uniform(9, 20) if boxed else rng.uniform(8, 16.5)) * S
        size = size * .8 if rng.random() < .08 else size
        base = (PAD + (23.5 if boxed else 19.5)) * S
        if boxed:
            base -= max(0, (19 * S - size) * rng.uniform(.1, .9))
        kind = rng.random()
        if kind < .09:
            label = BLANK
        elif kind < .15:
            label = OTHER
            self.write(ink, self.other(hand), size, base, loose=.5)
        elif kind < .22:
            label = self.rewritten(ink, hand, size, base)
        else:
            label = self.value()
            where = self.write(ink, hand.score(label), size, base, loose=2.2 if rng.random() < .07 else 1)
            if rng.random() < .05:
                self.circle(ink, where)
        if not boxed or rng.random() < .15:
            self.neighbours(ink, hand, size, base, boxed)
        return self.photograph(self.inked(paper, ink)), label

    def form(self, boxed, shade):
        rng = self.rng
        grey = int(255 * shade)
        paper = Image.new("L", (W, H), grey)
        draw = ImageDraw.Draw(paper)
        dark = int(rng.uniform(0, 110))
        width = int(round(rng.uniform(.4, 1.3) * S))
        at = lambda x, y: ((x + PAD) * S, (y + PAD) * S)
        if rng.random() < .03:
            return paper
        if boxed:
            w, h = rng.normal(44, .8), rng.normal(22, .5)
            x, y = 24 - w / 2, 15 - h / 2
            draw.rectangle((*at(x, y), *at(x + w, y + h)), outline=dark, width=width)
            if rng.random() < .35:
                for ruled in (1.2, 28.8):
                    if rng.random() < .6:
                        draw.line((*at(-10, ruled), *at(60, ruled)), fill=dark, width=max(1, int(.5 * S)))
        else:
            x = 3 + rng.normal(0, .5)
            gap = rng.uniform(13.5, 17)
            for y in (20 - gap, 20, 20 + gap):
                if y == 20 or rng.random() < .65:
                    draw.line((*at(x, y), *at(x + 42, y)), fill=dark, width=width)
                    if rng.random() < .75:
                        label = self.labels[rng.integers(len(self.labels))]
                        paper.paste(dark, (int(at(x + 46, 0)[0]), int(at(0, y - 6.5)[1])), label)
            if rng.random() < .3:
                edge = rng.normal(0, .6)
                draw.line((*at(edge, -10), *at(edge, 50)), fill=dark, width=int(1.2 * S))
                if shade < 1 and rng.random() < .5:
                    draw.rectangle((0, 0, at(edge, 0)[0], H), fill=255)
        return paper

    def write(self, ink, mask, size, base, loose=1.0, x=None):
        """Pastes a mask of `size` pixels height so that it stands on `base`; answers where."""
        rng = self.rng
        h = max(6, int(size))
        w = max(3, int(mask.shape[1] * h / mask.shape[0]))
        if w > 46 * S:
            h, w = int(h * 46 * S / w), 46 * S
        left, right = (PAD + 2) * S, W - (PAD + 2) * S - w
        if x is None:
            middle = (W - w) / 2
            x = middle + np.clip(rng.normal(0, 5 * S), -(middle - left) - 3 * S, (right - middle) + 3 * S) * min(loose, 1.6)
        y = base - h + rng.normal(0, 1.2 * S) * loose
        place = (int(x), int(y))
        ink.paste(255, place, Image.fromarray(mask).resize((w, h), Image.BILINEAR))
        return (place[0], place[1], place[0] + w, place[1] + h)

    def strike(self, ink, where):
        rng = self.rng
        draw = ImageDraw.Draw(ink)
        x0, y0, x1, y1 = where
        pen = int(rng.uniform(2.5, 6))
        kind = rng.random()
        if kind < .3:
            xs = np.linspace(x0 - 4, x1 + 4, int(rng.integers(5, 11)))
            draw.line([(float(x), float(y0 + (y1 - y0) * (.15 + .7 * (i % 2)) + rng.normal(0, 3))) for i, x in enumerate(xs)], fill=255, width=pen)
        elif kind < .55:
            draw.line((x0 - 4, y0 + 2, x1 + 4, y1 - 2), fill=255, width=pen)
            if rng.random() < .6:
                draw.line((x0 - 4, y1 - 2, x1 + 4, y0 + 2), fill=255, width=pen)
        else:
            for _ in range(int(rng.integers(1, 4))):
                y = y0 + (y1 - y0) * rng.uniform(.3, .7)
                draw.line((x0 - 6, y + rng.normal(0, 4), x1 + 6, y + rng.normal(0, 4)), fill=255, width=pen)

    def rewritten(self, ink, hand, size, base):
        """An old score struck out, mostly with the new one beside or above it."""
        rng = self.rng
        old_size = size * rng.uniform(.7, .95)
        old_first = rng.random() < .75
        x = (PAD + rng.uniform(1, 6)) * S if old_first else (PAD + rng.uniform(25, 34)) * S
        where = self.write(ink, hand.score(self.value()), old_size, base, loose=.6, x=x)
        self.strike(ink, where)
        if rng.random() < .12:
            return OTHER
        label = self.value()
        new_x = where[2] + rng.uniform(1, 6) * S if old_first else where[0] - rng.uniform(13, 20) * S
        new_x = float(np.clip(new_x, PAD * S, W - (PAD + 11) * S))
        self.write(ink, hand.score(label), size * rng.uniform(.65, .95), base - rng.uniform(0, 4) * S, loose=.6, x=new_x)
        return label

    def other(self, hand):
        """What is no whole score: half points, plus and minus, letters, scribbles, a strike-out alone, two scores."""
        rng = self.rng
        kind = rng.random()
        if kind < .35:
            five = beside(hand.digit(int(rng.integers(4, 10))), np.full((10, 10), 255, np.uint8), int(rng.integers(4, 14)), drop=.88)
            five = five[:, :]
            return beside(five, hand.digit(5), int(rng.integers(4, 14)), scale=rng.uniform(.7, 1))
        if kind < .62:
            sign = Image.new("L", (60, 60), 0)
            pen = int(rng.integers(6, 10))
            ImageDraw.Draw(sign).line((4, 30, 56, 30 + rng.normal(0, 3)), fill=255, width=pen)
            if rng.random() < .6:
                ImageDraw.Draw(sign).line((30, 4, 30 + rng.normal(0, 3), 56), fill=255, width=pen)
            return beside(hand.digit(int(rng.integers(4, 10))), np.asarray(sign), int(rng.integers(4, 16)), drop=rng.uniform(.1, .5), scale=rng.uniform(.5, .9))
        if kind < .72:
            return self.fonts.glyph(rng, str(rng.choice(["A", "B", "n/a", "OK", "x", "?", "see", "N", "abs", "R", "W"])))
        if kind < .86:
            image = Image.new("L", (120, 100), 0)
            points = rng.uniform(5, 95, (int(rng.integers(6, 14)), 2)) * (1.15, 1)
            ImageDraw.Draw(image).line([tuple(p) for p in points], fill=255, width=int(rng.integers(4, 9)), joint="curve")
            return np.asarray(image)
        # Two digits that make no score up to 10.
        first, second = hand.digit(int(rng.integers(1, 10))), hand.digit(int(rng.integers(1, 10)))
        return beside(first, second, int(rng.integers(4, 20)))

    def circle(self, ink, where):
        rng = self.rng
        x0, y0, x1, y1 = where
        grow = rng.uniform(3, 12, 4)
        box = (x0 - grow[0], y0 - grow[1], x1 + grow[2], y1 + grow[3])
        start = rng.uniform(0, 360)
        ImageDraw.Draw(ink).arc(box, start, start + rng.uniform(320, 400), fill=255, width=int(rng.uniform(3, 6)))

    def neighbours(self, ink, hand, size, base, boxed):
        """Scores of the rows above and below that reach into this cell."""
        rng = self.rng
        step = (27.5 if boxed else rng.uniform(13.5, 17)) * S
        for direction in (-1, 1):
            if rng.random() < .55:
                layer = Image.new("L", (W, H), 0)
                self.write(layer, hand.score(self.value()), size, base + direction * step)
                ink.paste(255, (0, 0), layer)

    def inked(self, paper, ink):
        """Pen on paper: pencil grain, ballpoint skips, faint carbon, bleeding."""
        rng = self.rng
        mask = np.asarray(ink, np.float32) / 255
        kind = rng.random()
        if kind < .22:  # pencil
            strength = rng.uniform(.25, .7)
            mask = mask * np.clip(rng.normal(1, .35, mask.shape), .1, 1.2)
        elif kind < .36:  # carbon copy
            strength = rng.uniform(.18, .5)
            cloud = np.asarray(Image.fromarray((rng.random((6, 9)) * 255).astype(np.uint8)).resize((W, H), Image.BICUBIC), np.float32) / 255
            mask = mask * (.45 + .55 * cloud)
        else:  # pen
            strength = rng.uniform(.5, 1)
            if rng.random() < .15:
                cloud = np.asarray(Image.fromarray((rng.random((9, 16)) * 255).astype(np.uint8)).resize((W, H), Image.BICUBIC), np.float32) / 255
                mask = mask * np.clip(cloud * 3.5 - .2, 0, 1)
        mask = np.asarray(Image.fromarray((np.clip(mask, 0, 1) * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(rng.uniform(.3, 1.6))), np.float32) / 255
        return np.asarray(paper, np.float32) * (1 - strength * np.clip(mask, 0, 1))

    def photograph(self, image):
        rng = self.rng
        # Light: level, gradient, a shadow's edge.
        yy, xx = np.mgrid[0:H, 0:W].astype(np.float32)
        direction = rng.uniform(0, 2 * math.pi)
        along = ((xx - W / 2) * math.cos(direction) + (yy - H / 2) * math.sin(direction)) / W
        light = rng.uniform(.45, 1) * (1 + along * rng.normal(0, .15))
        if rng.random() < .1:
            light = light * (1 - rng.uniform(.15, .5) / (1 + np.exp(-(along - rng.uniform(-.4, .4)) * rng.uniform(8, 80))))
        image = np.clip(image * light, 0, 255)
        # Misregistration: small turn, skew, scale and shift; then down to the sensor's pixels.
        careless = rng.random() < .15
        turn, scale = rng.normal(0, .02 if not careless else .05), rng.normal(1, .02 if not careless else .05)
        dx, dy = rng.normal(0, .5 if not careless else 1.5, 2) * S
        cos, sin = math.cos(turn) / scale, math.sin(turn) / scale
        skew = rng.normal(0, .02)
        ox, oy = W / 2 + dx, H / 2 + dy
        cw, ch = W / 2, H / 2
        affine = (cos, sin + skew, ox - cos * cw - (sin + skew) * ch, -sin, cos, oy + sin * cw - cos * ch)
        picture = Image.fromarray(image.astype(np.uint8)).transform((W, H), Image.AFFINE, affine, Image.BILINEAR, fillcolor=int(image.mean()))
        blur = abs(rng.normal(0, 1.4)) * S / 4 + (rng.uniform(0, 3.2) if rng.random() < .2 else 0)
        picture = picture.filter(ImageFilter.GaussianBlur(blur))
        if rng.random() < .08:
            size = int(rng.choice([3, 5]))
            kernel = np.zeros((size, size))
            kernel[size // 2] = 1
            kernel = kernel if rng.random() < .5 else kernel.T
            picture = picture.filter(ImageFilter.Kernel((size, size), kernel.flatten().tolist()))
        sensor = rng.uniform(1.3, 2.4)  # pixels a point in the photo after it was made smaller
        small = picture.resize((int(W / S * sensor), int(H / S * sensor)), Image.BOX if rng.random() < .7 else Image.BILINEAR)
        values = np.asarray(small, np.float32)
        values = values + rng.normal(0, abs(rng.normal(0, 5)), values.shape)
        small = Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))
        if rng.random() < .5:
            buffer = io.BytesIO()
            small.save(buffer, "JPEG", quality=int(rng.integers(35, 95)))
            small = Image.open(buffer).convert("L")
        # The crop: 48 x 30 points and 3 pixels around them, at 64 x 40 pixels.
        k = small.width / (48 + 2 * PAD)
        m = PAD - MARGIN_PX / PX
        box = (m * k, m * small.height / (30 + 2 * PAD), small.width - m * k, small.height - m * small.height / (30 + 2 * PAD))
        return np.asarray(small.resize((64 + 2 * MARGIN_PX, 40 + 2 * MARGIN_PX), Image.BILINEAR, box=box))
