"""What commands print: one line for each thing said, in whatever the terminal can show."""

from __future__ import annotations

from django.core.management.base import OutputWrapper


def say(out: OutputWrapper, text: str) -> None:
    """Print `text` as exactly one line."""
    encoding = getattr(out, "encoding", None) or "utf-8"
    one_line = text.replace("\n", "\\n").replace("\r", "\\r")
    out.write(one_line.encode(encoding, "backslashreplace").decode(encoding))
    out.flush()


def why_unreadable(fault: OSError | ValueError) -> str:
    """Why a file cannot be read; a ValueError is a NUL in its name."""
    return fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
