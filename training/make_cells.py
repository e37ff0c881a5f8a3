"""Writes a set of cells: make_cells.py OUT.npz COUNT SEED train|validation"""
import sys
import time

import numpy as np

from cells import Cells

out, count, seed, part = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
source = Cells(seed, part)
images, labels = np.zeros((count, 46, 70), np.uint8), np.zeros(count, np.uint8)
start = time.time()
for index in range(count):
    images[index], labels[index] = source.cell()
    if index % 10000 == 9999:
        print(f"{index + 1} cells, {(time.time() - start) / (index + 1) * 1000:.1f} ms each", flush=True)
np.savez(out, images=images, labels=labels)
