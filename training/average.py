"""Averages the weights of trainings that began at the same ones: average.py CELLS_FOLDER OUT_FOLDER A.pt B.pt ...

Two trainings side by side on two cores, averaged, read better than either, and as if one had trained for longer; better still with the
reader that they went on from, which may have fewer corrections.
"""
import json
import sys
from pathlib import Path

import numpy as np
import torch

import train

torch.set_num_threads(1)
folder, out, *paths = sys.argv[1:]


def weights(path):
    model = train.network()
    train.carry_on(model, train.weights_of(path))
    return model.state_dict()


parts = [weights(path) for path in paths]
mean = {key: sum(part[key] for part in parts) / len(parts) for key in parts[0]}
reports = [json.loads(Path(path).with_suffix(".json").read_text()) for path in paths]
val = np.load(f"{folder}/val-0.npz")
Path(out).mkdir(parents=True, exist_ok=True)
train.report(mean, torch.from_numpy(val["images"]), torch.from_numpy(val["labels"]).long(), out,
             sum(each["steps"] for each in reports), max(each["cells"] for each in reports), 1)
