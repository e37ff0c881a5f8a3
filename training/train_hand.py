"""Trains the hand reader, which reads the 28 cells of a ballot together, and writes it as ONNX.

train_hand.py CELLS_FOLDER SCORE_READER OUT_FOLDER MINUTES [SEED [START]]   from nothing, or from the hand reader START
train_hand.py CELLS_FOLDER SCORE_READER OUT_FOLDER HAND_READER [TEMPERATURE]   calibrates that hand reader for this score reader

One judge writes all scores of a ballot: the other nines and fours distinguish an open nine from a four. What the score
reader saw in each cell (96 features) and what it takes it for (13 chances) goes in; what is to be added to the logarithm
of the chances comes out. The score reader is not changed, and the recognizer takes the product of both: alone the hand reader
is surer than it should be, because a few hundred writers taught it. Cells come ballot by ballot from make_cells.py; as the recognizer
does, doubtful ones are looked at five times.
"""
import glob
import json
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import train
from crop import CELLS
from train import CLASSES, MARGIN

FEATURES, WIDE, HEADS, BLOCKS, BATCH, PEAK, PEAK_AGAIN = 96, 64, 4, 2, 64, 2e-3, 5e-4
# Equal to the constants in src/recognizer/read/read-form.ts and read-scores.ts.
TOGETHER, SURE, NUDGES, LEAST = .6, .995, ((4, 2), (-2, 4), (-4, -2), (2, -4)), 1e-6


class Block(nn.Module):
    """Every cell takes from the others what it asks for, then thinks about it. At first it changes nothing."""

    def __init__(self):
        super().__init__()
        self.ask, self.answer = nn.Linear(WIDE, 3 * WIDE), nn.Linear(WIDE, WIDE)
        self.widen, self.narrow = nn.Linear(WIDE, 2 * WIDE), nn.Linear(2 * WIDE, WIDE)
        for last in (self.answer, self.narrow):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)

    def forward(self, x):
        questions, keys, values = (part.reshape(*x.shape[:-1], HEADS, -1).transpose(-3, -2) for part in self.ask(x).chunk(3, -1))
        weights = F.softmax(questions @ keys.transpose(-1, -2) / math.sqrt(WIDE // HEADS), -1)
        x = x + self.answer((weights @ values).transpose(-3, -2).reshape(x.shape))
        return x + self.narrow(F.relu(self.widen(x)))


class HandReader(nn.Module):
    def __init__(self):
        super().__init__()
        # Without dropout, the network memorizes the few hundred writers.
        self.forget = nn.Dropout(.5)
        self.enter = nn.Linear(FEATURES + CLASSES, WIDE)
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.judge = nn.Linear(WIDE, CLASSES)
        nn.init.zeros_(self.judge.weight)
        nn.init.zeros_(self.judge.bias)

    def forward(self, seen):
        features, chances = seen.split((FEATURES, CLASSES), -1)
        x = F.relu(self.enter(torch.cat([self.forget(features), chances], -1)))
        for block in self.blocks:
            x = block(x)
        return chances + self.judge(x)


def seen_in(images, reader, temperature):
    """Of every cell the features and the logarithms of the chances, as the recognizer has them after all looks."""
    def looked(part, right, down):
        features = reader[:-2](train.look(part, MARGIN + down, MARGIN + right))
        return torch.cat([features, F.softmax(reader[-1](features) / temperature, 1)], 1)
    with torch.no_grad():
        parts = []
        for part in images.split(500):
            seen = looked(part, 0, 0)
            doubtful = torch.nonzero(seen[:, FEATURES:FEATURES + 12].max(1).values < SURE).flatten()
            again = torch.stack([seen[doubtful], *(looked(part[doubtful], *nudge) for nudge in NUDGES)]).mean(0)
            seen[doubtful] = again
            seen[:, FEATURES:] = seen[:, FEATURES:].clamp(min=LEAST).log()
            parts.append(seen)
        return torch.cat(parts).view(-1, CELLS, FEATURES + CLASSES)


def measure(model, seen, labels):
    """How well both readers together read; the temperature makes this one's own likelihood best."""
    model.eval()
    with torch.no_grad():
        logits = model(seen).flatten(0, 1)
    alone, labels = seen[..., FEATURES:].flatten(0, 1).exp(), labels.flatten()
    _, best = min((F.cross_entropy(logits / t, labels).item(), float(t)) for t in np.arange(.6, 3, .05))
    logarithms = F.log_softmax(logits / best, 1) * TOGETHER + alone.clamp(min=LEAST).log() * (1 - TOGETHER)
    both = F.softmax(logarithms, 1)
    nll = F.nll_loss(both.log(), labels).item()
    scores = labels < 12
    sure, guess = both[scores, :12].max(1)
    wrong = guess != labels[scores]
    worst = sure.argsort()[:len(sure) // 20]
    return {"scores": 1 - wrong.float().mean().item(), "caught": wrong[worst].sum().item() / max(1, wrong.sum().item()), "nll": nll,
            "unmarked": (wrong & (sure >= .95)).float().mean().item(), "marked": (sure < .95).float().mean().item(), "temperature": best}


def trained(seen, labels, val_seen, val_labels, minutes, before=None):
    model = HandReader()
    if before:
        model.load_state_dict(before)
    print(f"{len(seen)} ballots; before:", measure(model, val_seen, val_labels), flush=True)
    peak = PEAK_AGAIN if before else PEAK
    if not before:
        with torch.no_grad():
            model.enter.weight /= seen.flatten(0, 1).std(0) + .1
    optimizer = torch.optim.AdamW(model.parameters(), lr=peak, weight_decay=1e-2)
    start, last, done, steps = time.time(), time.time(), 0, 0
    while done < 1:
        for part in torch.randperm(len(seen)).split(BATCH):
            done = (time.time() - start) / (minutes * 60)
            if done >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = peak * min(1, (steps + 1) / 200) * (.5 + .5 * math.cos(math.pi * done)) + 1e-6
            model.train()
            optimizer.zero_grad()
            F.cross_entropy(model(seen[part]).flatten(0, 1), labels[part].flatten()).backward()
            optimizer.step()
            steps += 1
        if time.time() - last > 30 or done >= 1:
            last = time.time()
            print(f"{done:.2f} {steps}", {key: round(value, 5) for key, value in measure(model, val_seen, val_labels).items()}, flush=True)
    return model, steps


def save(model, report, out):
    out.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), out / "hand-reader.pt")
    torch.onnx.export(nn.Sequential(model, train.Calibrated(report["temperature"])), torch.zeros(CELLS, FEATURES + CLASSES), str(out / "hand-reader.onnx"),
                      opset_version=13, input_names=["seen"], output_names=["chances"])
    (out / "hand-reader.json").write_text(json.dumps(report, indent=1) + "\n")


def main():
    folder, reader_path, out, start = sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4]
    reader = train.network()
    reader.load_state_dict(train.weights_of(reader_path))
    reader.eval()
    temperature = json.loads(Path(reader_path).with_suffix(".json").read_text())["temperature"]

    def load(paths):
        ballots = []
        for path in sorted(paths):
            data = np.load(path)
            ballots.append((seen_in(torch.from_numpy(data["images"]), reader, temperature), torch.from_numpy(data["labels"]).long().view(-1, CELLS)))
        return [torch.cat(parts) for parts in zip(*ballots)]

    held_out = load(glob.glob(f"{folder}/val-*.npz"))
    if start.endswith((".pt", ".onnx")):
        model = HandReader()
        model.load_state_dict(train.weights_of(start))
        before = json.loads(Path(start).with_suffix(".json").read_text())
        report = {**before, **measure(model, *held_out)}
        if len(sys.argv) > 5:
            report["temperature"] = float(sys.argv[5])
        save(model, report, out)
        return
    torch.manual_seed(int(sys.argv[5]) if len(sys.argv) > 5 else 7)
    seen, labels = load(path for path in glob.glob(f"{folder}/*.npz") if "/val" not in path and ".part" not in path)
    before = train.weights_of(sys.argv[6]) if len(sys.argv) > 6 else None
    model, steps = trained(seen, labels, *held_out, float(start), before)
    save(model, {**measure(model, *held_out), "steps": steps, "ballots": len(seen)}, out)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
