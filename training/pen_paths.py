"""Digits as 30 people's pens moved: a tablet's points, 100 of them a second (Alpaydin and Alimoglu, see README.md)."""
from collections import defaultdict

import numpy as np

from downloads import downloaded

# No training and no choice may use these writers: they are reserved for the benchmark (test/ballots/real-writers.ts).
BENCHMARK = {5, 10, 15, 20, 25, 30}
VALIDATION = {3, 13, 23}


def path_writers(part):
    """Of each writer of this part, each digit's drawings: strokes, each an array of points (x to the right, y down)."""
    by_writer = defaultdict(lambda: defaultdict(list))
    for digit, writer, strokes in drawings():
        if writer not in BENCHMARK and (writer in VALIDATION) == (part == "validation"):
            by_writer[writer][digit].append(strokes)
    return by_writer


def drawings():
    """The UNIPEN file: `.COMMENT digit writer number`, then points between .PEN_DOWN and .PEN_UP."""
    about, strokes = None, []
    for line in downloaded("pendigits-orig.tra.gz"):
        words = line.split()
        if not words:
            continue
        if words[0] == ".SEGMENT":
            if about:
                yield *about, [np.array(points, np.float32) for points in strokes if points]
            about, strokes = None, []
        elif words[0] == ".COMMENT":
            about = int(words[1]), int(words[2])
        elif words[0] == ".PEN_DOWN":
            strokes.append([])
        elif about and not words[0].startswith("."):
            strokes[-1].append((int(words[0]), -int(words[1])))
    yield *about, [np.array(points, np.float32) for points in strokes if points]
