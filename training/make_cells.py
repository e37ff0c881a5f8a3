"""Writes cells in files of 360 ballots: make_cells.py OUT BALLOTS SEED train|validation [careful|rough|corrected|alike] makes OUT-0.npz, OUT-1.npz, ...

On a careful day, judges write more tidily and photos are sharper: nearer to what the recognizer gets on most days. On a rough one,
most photos are blurred and noisy. Corrected ballots have sharper photos, and many scores written over others. On alike ones, most
scores are hooked sevens and nines with a flat or boxy head.
"""
import os
import sys
import time

import numpy as np
import torch

from cells import Cells
from crop import CELLS

FILE, BATCH = 360, 3
torch.set_num_threads(1)
out, count, seed, part = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
source = Cells(seed, part, day=sys.argv[5] if len(sys.argv) > 5 else "usual")
for number in range(-(-count // FILE)):
    start = time.process_time()
    size = min(FILE, count - number * FILE)
    images, labels, over = (np.concatenate(parts) for parts in zip(*(source.batch(BATCH) for _ in range(size // BATCH))))
    # Under another name first, so that training never reads half a file.
    np.savez(f"{out}-{number}.part", images=images, labels=labels, over=over)
    os.rename(f"{out}-{number}.part.npz", f"{out}-{number}.npz")
    print(f"{out}-{number}: {(time.process_time() - start) / (size * CELLS) * 1000:.2f} ms of processor time a cell", flush=True)
