"""Keeps the cells that still teach something: mine.py CELLS_FOLDER READER OUT_FOLDER [SEED]

READER (.pt or .onnx) looks at every cell but the held-out ones, which are copied. What it gets right anyway is kept only at times, and
then weighs as much more, so training takes the same direction on average and sees two or three times as many hard cells in an hour.
"""
import shutil
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import train

# How far from its target an answer may be (cross entropy, less what is left for the right answer) to be kept so often.
EASY, CLEAR = (.004, .15), (.02, .5)


def distances(model, images, labels, over):
    wanted = train.targets(labels, over)
    with torch.no_grad():
        logits = torch.cat([model(train.look(part).contiguous(memory_format=torch.channels_last)) for part in images.split(250)])
    least = -(wanted * wanted.clamp(min=1e-9).log()).sum(1)
    return (F.cross_entropy(logits, wanted, reduction="none") - least).numpy()


def main():
    folder, reader, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    rng = np.random.default_rng(int(sys.argv[4]) if len(sys.argv) > 4 else 5)
    out.mkdir(parents=True, exist_ok=True)
    model = train.network()
    train.carry_on(model, train.weights_of(reader))
    model.eval()
    seen = kept = 0
    for path in sorted(folder.glob("*.npz")):
        if path.name.startswith("val") or ".part" in path.name:
            shutil.copy(path, out)
            continue
        data = np.load(path)
        images, labels, over = torch.from_numpy(data["images"]), torch.from_numpy(data["labels"]).long(), train.over_of(data)
        distance = distances(model, images, labels, over)
        chance = np.where(distance > CLEAR[0], 1, np.where(distance > EASY[0], CLEAR[1], EASY[1]))
        chosen = rng.random(len(chance)) < chance
        np.savez(out / path.name, images=data["images"][chosen], labels=data["labels"][chosen], over=over.numpy()[chosen],
                 weights=(1 / chance[chosen]).astype(np.float32))
        seen, kept = seen + len(chosen), kept + int(chosen.sum())
        print(f"{path.name}: {kept} of {seen} cells kept", flush=True)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
