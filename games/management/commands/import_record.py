"""Take records of matches into the house, to be looked at: `import_record FILE…`."""

from games.importing.files import Source
from games.management.importing import ImportCommand


class Command(ImportCommand):
    help = (
        "Imports records (*.tichu.jsonl), one or many a file, as matches to be looked at. One line a match: "
        "`imported FILE:LINE /matches/CODE/`, `known already …`, or its first fault as `FILE:LINE: reason (RULES Xn)`; "
        "a bad record is refused as a whole. Exits with 1 if any failed."
    )
    source = Source.RECORD
