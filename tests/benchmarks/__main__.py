"""`python -m tests.benchmarks [part …]`: the figures of speed, of all parts or of those named, as one table."""

import os
import sys
from importlib import import_module

import django

PARTS = {
    "rules": "legal_plays",
    "rounds": "rounds",
    "push": "push",
    "visits": "visits",
    "returns": "returns",
    "replay": "replays",
    "million": "million",
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 1
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    for name in names or PARTS:
        for what, figure in import_module(f"tests.benchmarks.{PARTS[name]}").measure():
            print(f"{what:52} {figure}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
