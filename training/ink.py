"""Draws planned glyphs and strokes as ink, many at a time."""
import math

import numpy as np
import torch
import torch.nn.functional as F

from crop import H, LEFT, SCALE, W
from digits import TILE, TILE_HEIGHT

WINDOW = 80  # drawn pixels; no glyph is larger


def ink_of(plan, count, glyphs, rng):
    """All ink of the batch, 0 to 1."""
    ink = np.zeros((count, H, W), np.float32)

    def lay(cell, patch, top, left):
        y0, x0 = max(0, top), max(0, left)
        y1, x1 = min(H, top + patch.shape[0]), min(W, left + patch.shape[1])
        if y0 < y1 and x0 < x1:
            part = ink[cell, y0:y1, x0:x1]
            np.maximum(part, patch[y0 - top:y1 - top, x0 - left:x1 - left], out=part)

    pressed = [np.ones(len(plan.glyphs), np.float32), np.ones(len(plan.strokes), np.float32)]
    for first, last, share in plan.faint:
        for of, begin, end in zip(pressed, first, last):
            of[begin:end] = share
    rows = np.array(plan.glyphs, np.float64)
    for start in range(0, len(rows), 256):
        part = rows[start:start + 256]
        patches, tops, lefts = glyph_patches(part, glyphs, rng)
        for index in range(len(part)):
            lay(int(part[index, 0]), patches[index] * pressed[0][start + index], tops[index], lefts[index])
    ys, xs = np.mgrid[0:H, 0:W].astype(np.float32)
    for (cell, x1, y1, x2, y2, half), share in zip(plan.strokes, pressed[1]):
        ax, ay, bx, by = ((v - LEFT) * SCALE for v in (x1, y1, x2, y2))
        reach = half * SCALE + 2
        top, left = max(0, int(min(ay, by) - reach)), max(0, int(min(ax, bx) - reach))
        bottom, right = min(H, int(max(ay, by) + reach) + 1), min(W, int(max(ax, bx) + reach) + 1)
        if top >= bottom or left >= right:
            continue
        px, py = xs[top:bottom, left:right] - ax, ys[top:bottom, left:right] - ay
        dx, dy = bx - ax, by - ay
        t = np.clip((px * dx + py * dy) / max(1e-6, dx * dx + dy * dy), 0, 1)
        lay(cell, share * np.clip(half * SCALE + .5 - np.hypot(px - t * dx, py - t * dy), 0, 1), top, left)
    for cell, cx, cy, rx, ry, start, gap, half in plan.arcs:
        px, py = (xs / SCALE + LEFT - cx) / rx, (ys / SCALE + LEFT - cy) / ry
        radius = np.hypot(px, py)
        away = np.abs(radius - 1) / np.maximum(1e-3, np.hypot(px / rx, py / ry) / np.maximum(radius, 1e-3))
        patch = np.clip((half - away) * SCALE + .5, 0, 1)
        if gap > 0:
            patch = patch * ((np.arctan2(py, px) - start) % (2 * math.pi) > gap)
        lay(cell, patch, 0, 0)
    return torch.from_numpy(ink)


def glyph_patches(rows, glyphs, rng):
    cell, tile, cx, cy, height, stretch, slant, turn, level, gain, bend, bow, bend_at, bow_at, bends, bows, low, coarse, thicker = rows.T
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
    v = v - column(low) * torch.cos(math.pi * v.clamp(-.5, .5))
    scale = 2 * TILE_HEIGHT / TILE
    tiles = glyphs.tiles[torch.from_numpy(tile.astype(np.int64))].float().unsqueeze(1) / 255
    if coarse.any():
        # Digits as other collections hold them: eight to twelve pixels high, enlarged.
        edge = int(rng.integers(11, 18))
        small = F.interpolate(tiles[coarse > 0], (edge, edge), mode="area")
        tiles[coarse > 0] = F.interpolate(small, (TILE, TILE), mode="bicubic", align_corners=False).clamp(0, 1)
    for times in range(1, int(thicker.max(initial=0)) + 1):
        # A square and a cross in turn: an octagon, nearly round.
        part = tiles[thicker >= times]
        tiles[thicker >= times] = F.max_pool2d(part, 3, 1, 1) if times % 2 == 0 else torch.maximum(
            F.max_pool2d(part, (3, 1), 1, (1, 0)), F.max_pool2d(part, (1, 3), 1, (0, 1)))
    value = F.grid_sample(tiles, torch.stack([u * scale, v * scale], -1), align_corners=False).squeeze(1)
    return ((value - column(level)) * column(gain) + .5).clamp(0, 1).mul(value > .08).numpy(), tops, lefts
