"""Averages the weights of score readers: average.py CELLS_FOLDER OUT_FOLDER SHARE=READER SHARE=READER ...

READER is a .pt or .onnx file with a .json file beside it. Two trainings side by side, averaged, read better than either. A short
training on new shapes, averaged with the weights it began from, keeps what these had learned.
"""
import json
import sys
from pathlib import Path

import torch

import train

torch.set_num_threads(1)
folder, out, *parts = sys.argv[1:]


def weights(path):
    model = train.network()
    train.carry_on(model, train.weights_of(path))
    return model.state_dict()


shares, paths = zip(*(part.split("=", 1) for part in parts))
shares = [float(share) / sum(map(float, shares)) for share in shares]
readers = [weights(path) for path in paths]
mean = {key: sum(share * reader[key] for share, reader in zip(shares, readers)) for key in readers[0]}
before = [json.loads(Path(path).with_suffix(".json").read_text()) for path in paths]
Path(out).mkdir(parents=True, exist_ok=True)
train.report(mean, train.held_out_cells(folder), out, sum(each["steps"] for each in before), max(each["cells"] for each in before), 1)
