"""Which scripts and styles the site gives out now: a page with others asks to be loaded afresh (BUGLOG D19)."""

from django.contrib.staticfiles.storage import staticfiles_storage


def release() -> str:
    """Changes with every one of them; "" where their names are not hashed (while debugging)."""
    return str(getattr(staticfiles_storage, "manifest_hash", None) or "")
