"""Trains the score reader and writes it as ONNX.

train.py CELLS_FOLDER OUT_FOLDER MINUTES [START.pt]

Reads every *.npz of the folder but val.npz (new files are picked up at the next pass), so that it may start while
make_cells.py still writes. The learning rate falls to zero over the given minutes.
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

CLASSES, HEIGHT, WIDTH, MARGIN = 13, 40, 64, 3
torch.manual_seed(7)
torch.set_num_threads(1)


def network():
    layers, inputs = [], 1
    for outputs, kernel, stride in ((16, 5, 2), (32, 3, 2), (48, 3, 1), (64, 3, 2), (64, 3, 1)):
        layers += [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()]
        inputs = outputs
    head = [nn.Flatten(), nn.Dropout(.2), nn.Linear(inputs * 40, 96), nn.ReLU(), nn.Linear(96, CLASSES)]
    return nn.Sequential(*layers, *head).to(memory_format=torch.channels_last)


def normalized(pixels):
    """Paper 0, ink about 1. Must stay the same as src/recognizer/cut-cells.ts."""
    values = pixels.float()
    ordered = values.flatten(1).sort(1).values
    paper = ordered[:, int(.8 * HEIGHT * WIDTH)].view(-1, 1, 1)
    dark = ordered[:, int(.02 * HEIGHT * WIDTH)].view(-1, 1, 1)
    return ((paper - values) / (paper - dark).clamp(min=40)).clamp(-.5, 1.5).unsqueeze(1)


def augmented(images, generator):
    n = len(images)
    out = torch.empty(n, HEIGHT, WIDTH, dtype=torch.uint8)
    shifts = torch.randint(0, 2 * MARGIN + 1, (n, 2), generator=generator).tolist()
    for i, (dy, dx) in enumerate(shifts):
        out[i] = images[i, dy:dy + HEIGHT, dx:dx + WIDTH]
    noise = torch.randn(n, HEIGHT, WIDTH, generator=generator) * (torch.rand(n, 1, 1, generator=generator) * 5)
    return normalized(out.float() + noise)


def middle(images):
    return normalized(images[:, MARGIN:MARGIN + HEIGHT, MARGIN:MARGIN + WIDTH])


def load(folder):
    images, labels = [], []
    for path in sorted(glob.glob(f"{folder}/*.npz")):
        if path.endswith("val.npz"):
            continue
        try:
            data = np.load(path)
            images.append(torch.from_numpy(data["images"]))
            labels.append(torch.from_numpy(data["labels"]).long())
        except Exception:  # half written: the next pass sees it whole
            continue
    return torch.cat(images), torch.cat(labels)


def measure(model, images, labels):
    model.eval()
    with torch.no_grad():
        logits = torch.cat([model(middle(part)) for part in images.split(500)])
    # Temperature that makes the held-out writers' likelihood best.
    best = min(((F.cross_entropy(logits / t, labels).item(), t) for t in np.arange(.6, 3, .05)), key=lambda pair: pair[0])
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
    # The temperature becomes part of the weights: the network answers calibrated chances.
    whole = nn.Sequential(model, Calibrated(report["temperature"]))
    torch.onnx.export(whole, torch.zeros(2, 1, HEIGHT, WIDTH), str(folder / "score-reader.onnx"), opset_version=13,
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
    Path(out).mkdir(parents=True, exist_ok=True)
    generator = torch.Generator().manual_seed(11)
    val = np.load(f"{folder}/val.npz")
    val_images, val_labels = torch.from_numpy(val["images"]), torch.from_numpy(val["labels"]).long()
    model = network()
    if len(sys.argv) > 4:
        model.load_state_dict(torch.load(sys.argv[4]))
    peak = 1.5e-3 if len(sys.argv) > 4 else 3e-3
    mean = {key: value.clone() for key, value in model.state_dict().items()}
    optimizer = torch.optim.AdamW(model.parameters(), lr=peak, weight_decay=2e-4)
    start, steps, last = time.time(), 0, time.time()
    images, labels = load(folder)
    while True:
        order = torch.randperm(len(images), generator=generator)
        model.train()
        for part in order.split(128):
            done = (time.time() - start) / (minutes * 60)
            if done >= 1:
                break
            rate = peak * min(1, (steps + 1) / 300) * (.5 + .5 * math.cos(math.pi * done)) + 1e-6
            for group in optimizer.param_groups:
                group["lr"] = rate
            optimizer.zero_grad()
            cells = augmented(images[part], generator).contiguous(memory_format=torch.channels_last)
            loss = F.cross_entropy(model(cells), labels[part])
            loss.backward()
            optimizer.step()
            steps += 1
            keep = min(.995, steps / (steps + 20))
            for key, value in model.state_dict().items():
                if value.is_floating_point():
                    mean[key].mul_(keep).add_(value, alpha=1 - keep)
            if time.time() - last > 150:
                last = time.time()
                report(mean, val_images, val_labels, out, steps, len(images), done)
        if (time.time() - start) / (minutes * 60) >= 1:
            break
        images, labels = load(folder)
    report(mean, val_images, val_labels, out, steps, len(images), 1)


def report(weights, images, labels, out, steps, cells, done):
    averaged = network()
    averaged.load_state_dict(weights)
    result = {**measure(averaged, images, labels), "steps": steps, "cells": cells}
    print(f"{done:.2f}", {key: round(value, 4) for key, value in result.items()}, flush=True)
    save(averaged, out, result)


if __name__ == "__main__":
    main()
