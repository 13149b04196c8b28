"""axe-core in a page: what it finds against WCAG 2.2 A and AA and its own best practices."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).parent.parent / "data" / "axe" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""All rules that ask what colour something has; the others hold in light and dark alike."""
RUN = """async ([type, values]) => (await axe.run(document, {
    runOnly: { type, values }, resultTypes: ['violations'],
    rules: type === 'tag' ? { 'target-size': { enabled: true } } : {},
})).violations"""


@cache
def source() -> str:
    return SCRIPT.read_text(encoding="utf-8")


SIZES = {"phone": (360, 640), "landscape": (740, 360), "desktop": (1280, 800)}
EVERYWHERE = [("phone", "light"), ("phone", "dark"), ("landscape", "light"), ("desktop", "dark")]


def faults_everywhere(page: Page, looks: list[tuple[str, str]] = EVERYWHERE) -> list[str]:
    """The same page small and large, light and dark; each fault once, with where it was seen first. In a second
    scheme at the same size only the colours are asked for."""
    seen: dict[str, str] = {}
    sizes: set[str] = set()
    for size, scheme in looks:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        for line in faults(page, only_colours=size in sizes):
            seen.setdefault(line, f"{size}, {scheme}")
        sizes.add(size)
    return [f"{line} ({where})" for line, where in seen.items()]


def faults(page: Page, *, only_colours: bool = False) -> list[str]:
    """One line for each element that breaks a rule; [] when all is well."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(source())
    chosen = ["rule", COLOURS] if only_colours else ["tag", TAGS]
    return [line for violation in page.evaluate(RUN, chosen) for line in _lines(violation)]


def _lines(violation: dict[str, Any]) -> list[str]:
    return [
        f"{violation['id']} ({violation['impact']}): {' '.join(map(str, node['target']))} {_why(node)}"
        for node in violation["nodes"]
    ]


def _why(node: dict[str, Any]) -> str:
    checks = [*node["any"], *node["all"], *node["none"]]
    return "; ".join(check["message"] for check in checks)
