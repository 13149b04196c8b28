"""Vendored scripts are what their note says, and every static file survives hashing."""

import hashlib
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import override_settings

from tests.playing import ROOT
from tichu_site.management.commands import play

SHA256 = {
    "htmx.min.js": "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717",
    "htmx-ext-ws.min.js": "896afc2936ded7a56373edf16ce75b0fe9bf49c03d1f55aee9baa94cb87c8d3e",
    "idiomorph-ext.min.js": "5811b9a7eda14878b7dab4378bf60432e1bb6f11fcfb970cc26540642650181e",
}


def test_vendored_scripts_are_unchanged_and_noted() -> None:
    vendor = ROOT / "static" / "vendor"
    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in vendor.glob("*.js")} == SHA256
    note = (vendor / "VERSIONS.md").read_text()
    assert all(f"| {name} |" in note for name in SHA256)


def test_static_files_are_hashed_and_compressed(tmp_path: Path) -> None:
    """A file that names another one which is not there would stop `play` on the first start."""
    storages = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)
    assert list(tmp_path.glob("css/site.????????????.css.gz"))
    assert list(tmp_path.glob("vendor/htmx.min.????????????.js.gz"))


def test_the_digest_notices_a_changed_file(tmp_path: Path) -> None:
    (tmp_path / "one.css").write_text("a {}")
    with override_settings(STATICFILES_DIRS=[tmp_path]):
        finders.get_finder.cache_clear()
        before = play.static_digest()
        assert play.static_digest() == before
        (tmp_path / "two.css").write_text("b {}")
        changed = play.static_digest()
        with override_settings(STORAGES={"staticfiles": {"BACKEND": "another.Storage"}}):
            switched = play.static_digest()
        assert len({before, changed, switched}) == 3
    finders.get_finder.cache_clear()


def test_collecting_again_happens_only_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[str] = []
    monkeypatch.setattr(play, "call_command", lambda name, **options: collected.append(name))
    digests = ["first", "first", "second"]
    monkeypatch.setattr(play, "static_digest", lambda: digests.pop(0))
    with override_settings(STATIC_ROOT=tmp_path):
        for _ in range(3):
            play.collect_static()
    assert collected == ["collectstatic", "collectstatic"]
