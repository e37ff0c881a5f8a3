"""Trains the score reader and writes it as ONNX.

train.py CELLS_FOLDER OUT_FOLDER MINUTES [SEED [START.pt|START.onnx]]

Reads every *.npz of the folder but val-0.npz (new files are picked up at the next pass), so that it may start while
make_cells.py still writes. From nothing, the learning rate falls to zero over the second half of the given minutes; from weights
that are there (START, of this network or one with fewer corrections) it is lower and falls all the time.
"""
import glob
import json
import math
import sys
import time
from pathlib import Path

import numpy as np
import onnx.numpy_helper
import torch
import torch.nn as nn
import torch.nn.functional as F

CLASSES, HEIGHT, WIDTH, MARGIN = 13, 80, 128, 6
BATCH, PEAK, PEAK_AGAIN = 128, 1e-3, 4e-4
torch.set_num_threads(1)


class Correction(nn.Module):
    """A convolution whose result is added to its input. It starts as no change at all."""

    def __init__(self, channels):
        super().__init__()
        self.change = nn.Conv2d(channels, channels, 3, 1, 1)
        nn.init.zeros_(self.change.weight)
        nn.init.zeros_(self.change.bias)

    def forward(self, x):
        return F.relu(x + self.change(x))


def network():
    # No batch normalization: on a CPU it costs as much as the convolutions, and nine layers learn without it.
    layers, inputs = [], 4  # see by_fours
    for outputs, kernel, stride, corrected in ((32, 5, 2, 0), (32, 3, 2, 0), (48, 3, 1, 5), (64, 3, 2, 0), (64, 3, 1, 6)):
        layers += [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2), nn.ReLU()]
        nn.init.kaiming_normal_(layers[-2].weight, nonlinearity="relu")
        nn.init.zeros_(layers[-2].bias)
        layers += [Correction(outputs) for _ in range(corrected)]
        inputs = outputs
    head = [nn.Flatten(), nn.Linear(inputs * 40, 96), nn.ReLU(), nn.Dropout(.2), nn.Linear(96, CLASSES)]
    return nn.Sequential(*layers, *head).to(memory_format=torch.channels_last)


def weights_of(path):
    """The weights of a .pt file, or of an exported .onnx file."""
    if not str(path).endswith(".onnx"):
        return torch.load(path)
    tensors = onnx.load(path).graph.initializer
    # Exported is the network (0) and what calibrates it (1).
    return {tensor.name.removeprefix("0."): torch.tensor(onnx.numpy_helper.to_array(tensor)) for tensor in tensors}


def carry_on(model, weights):
    """Takes the weights; corrections that they lack stay no change."""
    state = model.state_dict()
    layers = list(dict.fromkeys(name.rsplit(".", 1)[0] for name in weights))
    for layer in dict.fromkeys(name.rsplit(".", 1)[0] for name in state):
        of_same_kind = layers and layer.endswith("change") == layers[0].endswith("change")
        if of_same_kind and state[f"{layer}.weight"].shape == weights[f"{layers[0]}.weight"].shape:
            for part in ("weight", "bias"):
                state[f"{layer}.{part}"] = weights[f"{layers[0]}.{part}"]
            layers.pop(0)
    if layers:
        raise ValueError(f"No place for {layers[0]}.")
    model.load_state_dict(state)


def levels(pixels):
    """The grey of paper and of the darkest ink of each crop, by every fourth pixel."""
    ordered = pixels.flatten(1)[:, ::4].sort(1).values
    count = ordered.shape[1]
    paper = ordered[:, int(.8 * count)].float().view(-1, 1, 1)
    dark = ordered[:, int(.02 * count)].float().view(-1, 1, 1)
    return paper, 1 / (paper - dark).clamp(min=40)


def normalized(pixels):
    """Paper 0, ink about 1. Must stay the same as src/recognizer/read/cut-cells.ts."""
    paper, gain = levels(pixels)
    return by_fours(((paper - pixels.float()) * gain).clamp(-.5, 1.5))


def by_fours(images):
    """Every four pixels (two rows of two) as the four channels of one."""
    return F.pixel_unshuffle(images.unsqueeze(1), 2)


NOISE = torch.randn(1 << 21, generator=torch.Generator().manual_seed(3))


def augmented(images, paper, gain, generator):
    """Every cell moved by up to six pixels, a little lighter or darker, with noise from a table."""
    n = len(images)
    out = torch.empty(n, HEIGHT, WIDTH, dtype=torch.uint8)
    shifts = torch.randint(0, 2 * MARGIN + 1, (n, 2), generator=generator).tolist()
    for i, (dy, dx) in enumerate(shifts):
        out[i] = images[i, dy:dy + HEIGHT, dx:dx + WIDTH]
    start = torch.randint(0, len(NOISE) - out.numel(), (1,), generator=generator).item()
    noise = NOISE[start:start + out.numel()].view(out.shape) * (torch.rand(n, 1, 1, generator=generator) * 4)
    gain = gain * (1 + torch.randn(n, 1, 1, generator=generator) * .05)
    return by_fours(((paper - out + noise) * gain).clamp_(-.5, 1.5))


def look(images, top=MARGIN, left=MARGIN):
    """The crops' middle, or a part beside it."""
    return normalized(images[:, top:top + HEIGHT, left:left + WIDTH])


# Targets for a score written over another: not a whole score, the upper score, the lower score.
OVER = torch.tensor([.5, .42, .08])


def targets(labels, over):
    """What the reader should answer: one class, or spread where one score lies over another."""
    wanted = F.one_hot(labels, CLASSES).float()
    both = over[:, 0] < CLASSES
    places = torch.cat([labels[both].unsqueeze(1), over[both].long()], 1)
    wanted[both] = torch.zeros(len(places), CLASSES).scatter_(1, places, OVER.expand(len(places), 3))
    return wanted


def over_of(data):
    """The scores that lie over each other in each cell; sets that were made before there were such have none."""
    return torch.from_numpy(data["over"] if "over" in data else np.full((len(data["labels"]), 2), 255, np.uint8))


class Cells:
    """All cells of a folder but the held-out ones; new files join when asked for."""

    def __init__(self, folder):
        self.folder, self.files = folder, {}

    def refresh(self):
        for path in sorted(glob.glob(f"{self.folder}/*.npz")):
            if path in self.files or "/val" in path or ".part" in path:
                continue
            data = np.load(path)
            images = torch.from_numpy(data["images"])
            paper, gain = levels(images[:, MARGIN:MARGIN + HEIGHT, MARGIN:MARGIN + WIDTH])
            # Only what mine.py wrote has weights.
            weights = torch.from_numpy(data["weights"]) if "weights" in data else torch.ones(len(images))
            self.files[path] = images, paper, gain, targets(torch.from_numpy(data["labels"]).long(), over_of(data)), weights
        return self

    def batches(self, size, generator):
        """Every cell once, in batches of one file each: nothing is copied into one heap."""
        parts = [(file, part) for file, (images, *_) in self.files.items()
                 for part in torch.randperm(len(images), generator=generator).split(size)]
        for at in torch.randperm(len(parts), generator=generator).tolist():
            file, part = parts[at]
            yield tuple(field[part] for field in self.files[file])

    def count(self):
        return sum(len(images) for images, *_ in self.files.values())


def measure(model, images, labels, over):
    model.eval()
    with torch.no_grad():
        logits = torch.cat([model(look(part)) for part in images.split(500)])
    # The temperature that maximizes the likelihood of the held-out writers.
    wanted = targets(labels, over)
    best = min(((F.cross_entropy(logits / t, wanted).item(), t) for t in np.arange(.6, 3, .05)), key=lambda pair: pair[0])
    chance = F.softmax(logits / best[1], 1)
    sure, guess = chance.max(1)
    right = guess == labels
    scores = labels < 12
    order = sure[scores].argsort()
    worst5 = order[:len(order) // 20]
    wrong = (~right[scores]).sum().item()
    caught = (~right[scores][worst5]).sum().item()
    return {"accuracy": right.float().mean().item(), "scores": right[scores].float().mean().item(),
            "caught": caught / max(1, wrong), "temperature": float(best[1]), "nll": best[0],
            "mean_confidence": sure[scores].mean().item()}


def save(model, folder, report):
    folder = Path(folder)
    model.eval()
    torch.save(model.state_dict(), folder / "score-reader.pt")
    # The temperature becomes part of the weights, so that the network returns calibrated probabilities.
    whole = nn.Sequential(model, Calibrated(report["temperature"]))
    torch.onnx.export(whole, torch.zeros(2, 4, HEIGHT // 2, WIDTH // 2), str(folder / "score-reader.onnx"), opset_version=13,
                      input_names=["cells"], output_names=["chances"],
                      dynamic_axes={"cells": {0: "n"}, "chances": {0: "n"}})
    (folder / "score-reader.json").write_text(json.dumps(report, indent=1) + "\n")


class Calibrated(nn.Module):
    def __init__(self, temperature):
        super().__init__()
        self.temperature = temperature

    def forward(self, logits):
        return F.softmax(logits / self.temperature, 1)


def main():
    folder, out, minutes = sys.argv[1], sys.argv[2], float(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 7
    torch.manual_seed(seed)
    Path(out).mkdir(parents=True, exist_ok=True)
    generator = torch.Generator().manual_seed(seed + 4)
    held_out = held_out_cells(folder)
    model = network()
    again = len(sys.argv) > 5
    if again:
        carry_on(model, weights_of(sys.argv[5]))
    mean = {key: value.clone() for key, value in model.state_dict().items()}
    optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK, weight_decay=1e-3)
    start, steps, last, done = time.time(), 0, time.time(), 0
    cells = Cells(folder)
    while done < 1:
        for images, paper, gain, wanted, weights in cells.refresh().batches(BATCH, generator):
            done = (time.time() - start) / (minutes * 60)
            if done >= 1:
                break
            # Level for half of the time, then down to zero: the longer the level part, the more different cells it sees.
            falls = done if again else max(0, 2 * done - 1)
            rate = (PEAK_AGAIN if again else PEAK) * min(1, (steps + 1) / 200) * (.5 + .5 * math.cos(math.pi * falls)) + 1e-6
            for group in optimizer.param_groups:
                group["lr"] = rate
            model.train()
            optimizer.zero_grad()
            batch = augmented(images, paper, gain, generator).contiguous(memory_format=torch.channels_last)
            loss = (F.cross_entropy(model(batch), wanted, reduction="none") * weights).mean()
            loss.backward()
            optimizer.step()
            steps += 1
            keep = min(.998, steps / (steps + 20))
            for key, value in model.state_dict().items():
                if value.is_floating_point():
                    mean[key].mul_(keep).add_(value, alpha=1 - keep)
            if time.time() - last > 180:
                last = time.time()
                report(mean, held_out, out, steps, cells.count(), done)
    report(mean, held_out, out, steps, cells.count(), 1)


def held_out_cells(folder):
    """Images, labels and what lies over each other, of writers that are not trained on."""
    data = np.load(f"{folder}/val-0.npz")
    return torch.from_numpy(data["images"]), torch.from_numpy(data["labels"]).long(), over_of(data)


def report(weights, held_out, out, steps, cells, done):
    averaged = network()
    averaged.load_state_dict(weights)
    result = {**measure(averaged, *held_out), "steps": steps, "cells": cells}
    print(f"{done:.2f}", {key: round(value, 4) for key, value in result.items()}, flush=True)
    save(averaged, out, result)


if __name__ == "__main__":
    main()
