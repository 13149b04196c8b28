#!/usr/bin/env python3
"""Every command starts here: `python3 manage.py play`, `test`, `setup`, and Django's own."""

import gc
import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 (the one file that an older Python reads)
    sys.exit("Tichu online needs Python 3.11 or newer, and this is " + sys.version.split()[0] + ".")

from tichu_site import bootstrap  # noqa: E402


def main() -> None:
    bootstrap.enter(sys.argv)
    command = sys.argv[1:2]
    if command == ["setup"]:
        print("Everything is installed. Next: python3 manage.py play")
    elif command == ["test"]:
        sys.exit(run_tests(sys.argv[2:]))
    else:
        run_django()


def run_tests(arguments: list[str]) -> int:
    import pytest

    os.chdir(bootstrap.ROOT)
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)  # pyproject.toml names the settings of the tests
    return pytest.main(arguments or bootstrap.side_by_side())


def run_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_site.settings")
    gc.set_threshold(20_000, 20, 50)  # the start makes much that stays: looking for garbage in it costs a tenth
    bootstrap.lend_secret_key(sys.argv)
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        bool(settings.DEBUG)  # reads them now, so that a fault is answered with a sentence
    except ImproperlyConfigured as fault:
        sys.exit(str(fault))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
