"""Files that are neither in the repository nor in a package. README.md says where to get them; DOWNLOADS names their folder."""
import gzip
import hashlib
import os
from pathlib import Path

# Checksums of the uncompressed contents, because compressing a file again changes its checksum.
SHA256 = {
    "pendigits-orig.tra.gz": "a66225d68d7d68591e62944df1ad33b3f5aa608e2df2505844b41f5568a80da4",
    "qmnist-train-labels.tsv.gz": "d12becc9bddd68fc45d52ddaa7868aa49dc4c7080d65b51ce6cf12ecdfbabd5c",
}


def downloaded(name):
    """The lines of the file."""
    path = Path(os.environ.get("DOWNLOADS", "downloads")) / name
    if not path.exists():
        raise SystemExit(f"{path} is missing. training/README.md says where to get it.")
    content = gzip.decompress(path.read_bytes())
    if hashlib.sha256(content).hexdigest() != SHA256[name]:
        raise SystemExit(f"{path} holds something else than the file that the training was made for.")
    return content.decode().splitlines()
