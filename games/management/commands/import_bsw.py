"""Take BrettspielWelt logs into the house, to be looked at: `import_bsw FILE…`."""

from games.importing.files import Source
from games.management.importing import ImportCommand


class Command(ImportCommand):
    help = (
        "Imports BrettspielWelt logs (*.tch), one or many matches a file, Latin-1 or UTF-8. One line a match: "
        "`imported FILE:LINE /matches/CODE/`, `known already …`, or the first fault as `FILE:LINE: reason (RULES Xn)`. "
        "Rounds counted by another custom are kept as they were and marked. Exits with 1 if any failed."
    )
    source = Source.BSW
