"""What an act of the server costs: processor time of this process, how long it takes, how many queries it asks and
which is the slowest. With SQLite the processor time holds the database's work too; with PostgreSQL only the own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one act, times in milliseconds; `slowest` is the query that took longest and `table` what it was about."""

    cpu: float
    took: float
    queries: int
    slowest: float
    table: str


def cost_of(act: Callable[[], object]) -> Cost:
    """Do it once, on the default database."""
    from django.db import connection

    asked: list[tuple[float, str]] = []

    def watch(execute: Callable[..., object], sql: str, *rest: object) -> object:
        began = perf_counter()
        try:
            return execute(sql, *rest)
        finally:
            asked.append(((perf_counter() - began) * 1000, sql))

    with connection.execute_wrapper(watch):
        began, cpu = perf_counter(), process_time()
        act()
        cpu, took = (process_time() - cpu) * 1000, (perf_counter() - began) * 1000
    slowest, sql = max(asked, default=(0.0, ""))
    return Cost(cpu, took, len(asked), slowest, _table(sql))


def told(costs: Iterable[Cost]) -> str:
    """Several of the same act as one figure; queries and the slowest of them as they usually are."""
    each = sorted(costs, key=lambda cost: cost.cpu)
    usual = each[len(each) // 2]
    return (
        f"{usual.cpu:6.1f} ms cpu (worst {each[-1].cpu:6.1f}), {median(cost.took for cost in each):6.1f} ms in all,"
        f" {usual.queries:3} queries, slowest {median(cost.slowest for cost in each):5.1f} ms {usual.table}"
    )


def _table(sql: str) -> str:
    found = re.search(r'(?:FROM|INTO|UPDATE) "(\w+)"', sql)
    return found[1] if found else ""
