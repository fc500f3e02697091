"""What can be counted and measured of a running server, in the form that Prometheus reads.

No label holds the id of a game, a name or a secret. A limit that refuses a caller is counted by
``REFUSALS.labels("name-of-the-limit").inc()``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from tretorri.server.monitoring.loop_monitor import BUCKETS_S, LoopMonitor

LATENCY_BUCKETS_S = (
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1,
    2.5,
    5,
    10,
)  # seconds
REGISTRY = CollectorRegistry()

REQUEST_COUNT = Counter(
    "tretorri_requests",
    "Requests answered, by method, route and status.",
    ("method", "route", "status"),
    registry=REGISTRY,
)
OPEN_SOCKETS = Gauge("tretorri_sockets", "WebSockets that are open.", registry=REGISTRY)
COMMIT_SECONDS = Histogram(
    "tretorri_commit_seconds",
    "How long a request waits until its events are on the disk.",
    buckets=LATENCY_BUCKETS_S,
    registry=REGISTRY,
)
EVENT_COUNT = Counter("tretorri_events", "Events stored.", registry=REGISTRY)
BATCH_SIZES = Histogram(
    "tretorri_batch_size",
    "How many requests were stored in one transaction.",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
    registry=REGISTRY,
)
GAMES_IN_MEMORY = Gauge("tretorri_games_in_memory", "Games in memory.", registry=REGISTRY)
DAMAGED_GAMES = Gauge(
    "tretorri_damaged_games", "Damaged games that are put aside.", registry=REGISTRY
)
ENGINE_QUEUE = Gauge(
    "tretorri_engine_queue", "Jobs that wait for an engine worker.", registry=REGISTRY
)
ENGINE_WAIT_SECONDS = Histogram(
    "tretorri_engine_wait_seconds",
    "How long a job waits for an engine worker, by whether it is a turn in a game.",
    ("urgent",),
    buckets=LATENCY_BUCKETS_S,
    registry=REGISTRY,
)
REPLACED_WORKERS = Counter(
    "tretorri_engine_workers_replaced",
    "Engine workers that died or were killed.",
    registry=REGISTRY,
)
COMPUTE_QUEUE = Gauge(
    "tretorri_compute_queue", "Requests that wait for a thread to compute in.", registry=REGISTRY
)
REFUSAL_COUNT = Counter(
    "tretorri_refusals", "Requests that a limit refused, by limit.", ("limit",), registry=REGISTRY
)


class _LoopHolds(Collector):
    """What the monitor of the event loop has counted, as Prometheus reads it."""

    def collect(self) -> Iterator[HistogramMetricFamily | GaugeMetricFamily]:
        """Yield the metrics as they are now."""
        ends, counts = (*map(str, BUCKETS_S), "+Inf"), accumulate(LOOP.counts)
        yield HistogramMetricFamily(
            "tretorri_loop_hold_seconds",
            "How long turns of the event loop take, in processor time.",
            buckets=list(zip(ends, counts, strict=True)),
            sum_value=LOOP.total_s,
        )
        yield GaugeMetricFamily(
            "tretorri_loop_longest_hold_seconds",
            "The longest time that a turn of the event loop has taken, in processor time.",
            value=LOOP.longest_s,
        )


LOOP = LoopMonitor()
REGISTRY.register(_LoopHolds())


def render_metrics() -> bytes:
    """Return everything as text."""
    return generate_latest(REGISTRY)
