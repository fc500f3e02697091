"""Limits: what fills up again, who counts as one caller, and who is believed about that."""

from __future__ import annotations

from typing import Any

import pytest

from tests.settings import TESTS
from tretorri.server.api.middleware.proxy_trust import ProxyTrust
from tretorri.server.capacity import limits as numbers
from tretorri.server.capacity.addresses import parse_networks
from tretorri.server.capacity.limits import (
    MAX_CALLERS,
    ConcurrencyLimit,
    Limits,
    RateLimit,
    TokenBuckets,
)
from tretorri.server.errors import Full, TooMany

FIVE = RateLimit("five", 5, 10)


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_is_empty_and_fills_up_again() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    for _ in range(5):
        limits.take(FIVE, "ann")
    with pytest.raises(TooMany) as refused:
        limits.take(FIVE, "ann")
    assert refused.value.retry_after == 2
    limits.take(FIVE, "ben")  # others are not held up
    clock.now += 2
    limits.take(FIVE, "ann")
    with pytest.raises(TooMany):
        limits.take(FIVE, "ann")
    assert limits.refusals == {"five": 2}


def test_who_was_quiet_has_a_burst_and_no_more() -> None:
    clock = Clock()
    limits, limit = Limits(clock=clock), RateLimit("burst", 5, 60, burst=30)
    clock.now += 10**6
    for _ in range(30):
        limits.take(limit, "ann")
    with pytest.raises(TooMany):
        limits.take(limit, "ann")


def test_what_was_spent_beyond_the_bottom_is_owed_but_not_for_ever() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    limits.spend(FIVE, "ann", 1000)
    clock.now += 11
    with pytest.raises(TooMany):
        limits.need(FIVE, "ann")
    clock.now += 2
    limits.need(FIVE, "ann")


def test_only_so_many_callers_are_remembered() -> None:
    buckets = TokenBuckets(FIVE, Clock())
    for caller in range(MAX_CALLERS + 100):
        buckets.spend(caller, 1)
    assert len(buckets) == MAX_CALLERS
    assert buckets.level(0) == 5.0, "who came first is forgotten"


def test_a_room_is_left_again() -> None:
    limits, room = Limits(max_sockets=1), ConcurrencyLimit("room", 1)
    with limits.inside(room, "ann"), limits.inside(room, "ben"):
        with pytest.raises(TooMany), limits.inside(room, "ann"):
            pass
        with limits.one_more_socket(), pytest.raises(Full), limits.one_more_socket():
            pass
    with limits.inside(room, "ann"), limits.one_more_socket():
        pass


def test_without_limits_nothing_is_refused() -> None:
    told = list[str]()
    limits = Limits(is_on=False, max_sockets=0, tell=told.append)
    for _ in range(1000):
        limits.take(FIVE, "ann")
    with limits.inside(ConcurrencyLimit("none", 0), "ann"), limits.one_more_socket():
        assert told == []


def test_each_refusal_is_told_by_the_name_of_its_limit() -> None:
    told = list[str]()
    limits = Limits(max_sockets=0, tell=told.append)
    with pytest.raises(TooMany):
        limits.take(RateLimit("never", 1, 1), "ann", cost=2)
    with pytest.raises(Full), limits.one_more_socket():
        pass
    assert told == ["never", "all-sockets"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "caller"),
    [
        ("9.9.9.9", None, "9.9.9.9"),
        ("9.9.9.9", "1.2.3.4", "9.9.9.9"),  # no proxy of ours: a lie
        ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),  # whatever is before is not ours to believe
        ("10.0.0.1", "1.2.3.4, 10.0.0.2", "1.2.3.4"),  # two proxies of ours
        ("10.0.0.1", "", "unknown"),
        ("10.0.0.1", "rubbish", "unknown"),
        ("::ffff:9.9.9.9", None, "9.9.9.9"),
        ("2001:db8:1:2:3:4:5:6", None, "2001:db8:1::"),  # one home has many addresses
        ("2001:db8:1:1ff:3:4:5:6", None, "2001:db8:1:100::"),
        (None, None, "unknown"),
    ],
)
def test_only_our_proxies_are_believed(
    peer: str | None, forwarded: str | None, caller: str
) -> None:
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    headers.append((b"x-forwarded-proto", b"https"))
    client = (peer, 5000) if peer else None
    scope: dict[str, Any] = {"type": "http", "scheme": "http", "client": client, "headers": headers}
    ProxyTrust(proxies=parse_networks("10.0.0.0/24")).resolve_caller(scope)
    assert scope["state"] == {"caller": caller}
    assert scope["scheme"] == ("https" if peer == "10.0.0.1" else "http")


def test_the_threat_model_tells_every_limit() -> None:
    page = (TESTS.parent / "docs" / "explanation" / "threat-model.md").read_text("utf-8")
    for limit in vars(numbers).values():
        if isinstance(limit, RateLimit):
            assert f"| `{limit.name}` | {limit.most} in {limit.seconds:.0f} s" in page
            assert not limit.burst or f"{limit.burst} at once" in page
        elif isinstance(limit, ConcurrencyLimit):
            assert f"{limit.most} at a time" in page
