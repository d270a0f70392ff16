"""generate.py FOLDER SEED HONEST [TAMPERING...]: writes HONEST honest logs and the tamperings, and index.json."""
import json
import sys
from pathlib import Path

from honest import honest_log
from tamper import TAMPERINGS, tampered_log


def main(folder, seed, honest, wanted):
    place, index = Path(folder), []
    for number in range(int(honest)):
        shape, text, names = honest_log(number, seed)
        index.append(write(place, f"honest-{number}", text, names, {"shape": shape}))
    for name in wanted or TAMPERINGS:
        text, names = tampered_log(name, seed)
        index.append(write(place, f"tampered-{name}", text, names, {"tampering": name}))
    (place / "index.json").write_text(json.dumps(index))


def write(place, name, text, names, about):
    kind = "ndjson" if text.startswith("{") else "csv"
    log = place / f"{name}.{kind}"
    log.write_bytes(text.encode())
    if names:
        (place / f"{name}.yaml").write_text(names)
    return {"log": log.name, "names": f"{name}.yaml" if names else None, **about}


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
