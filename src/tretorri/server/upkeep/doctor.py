"""Look whether everything is in order for a server: one finding for each thing that matters."""

from __future__ import annotations

import asyncio
import shutil
import socket
import sys
import urllib.request
from collections.abc import AsyncIterator, Iterator
from http.client import HTTPException
from pathlib import Path

from tretorri.core.extras import MissingExtra, require_extra
from tretorri.core.registry import broken_games, games
from tretorri.engine.native import has_search, is_out_of_date
from tretorri.server.settings import PAGE_FOLDER
from tretorri.server.upkeep.findings import Finding, Severity, ok, problem, warning
from tretorri.server.upkeep.places import sqlite_file
from tretorri.server.upkeep.storage import examine_storage

MIN_PYTHON = (3, 11)
LOW_SPACE_MIB, MIN_SPACE_MIB = 1024, 100  # MiB of free disk space
MIB = 2**20
PROBE_TIMEOUT_S = 2.0
NETWORK_DISKS = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs"}


async def examine(
    url: str, bus: str | None, public: str | None, host: str, port: int
) -> AsyncIterator[Finding]:
    """Yield what is found, in the order of setting up a server."""
    yield _check_python()
    yield _check_engine()
    for why in broken_games().values():
        yield Finding("plug-in", Severity.WARNING, why)
    yield ok("page") if (PAGE_FOLDER / "index.html").is_file() else warning("page", "no-page")
    file = sqlite_file(url)
    for finding in _check_disk(file.parent) if file else ():
        yield finding
    async for finding in examine_storage(url):
        yield finding
    if bus:
        yield await _check_bus(bus)
    yield _check_address(public)
    yield await asyncio.to_thread(_check_port, host, port)


def _check_python() -> Finding:
    version = sys.version.split()[0]
    if sys.version_info < MIN_PYTHON:
        return problem("python", "old-python", version=version)
    return ok("python", version=version)


def _check_engine() -> Finding:
    changed = [game_id for game_id in games() if is_out_of_date(game_id)]
    if changed:
        return warning("engine", "material-changed", games=" ".join(changed))
    missing = [game_id for game_id in games() if not has_search(game_id)]
    return warning("engine", "no-engine", games=" ".join(missing)) if missing else ok("engine")


def _check_disk(folder: Path) -> Iterator[Finding]:
    """Yield whether there is a folder to write to, how much room it has, and on which disk."""
    if not folder.is_dir():
        yield warning("folder", "no-folder", folder=str(folder))
        return
    probe = folder / ".doctor"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        yield problem("folder", "not-writable", folder=str(folder), problem=error.strerror or "")
    else:
        yield ok("folder", folder=str(folder))
    room = shutil.disk_usage(folder).free // MIB
    level = problem if room < MIN_SPACE_MIB else warning if room < LOW_SPACE_MIB else None
    yield level("disk", "little-room", room=room) if level else ok("disk", room=room)
    if (kind := _find_file_system(folder)) in NETWORK_DISKS:
        yield warning("file-system", "network-disk", kind=kind)


def _find_file_system(folder: Path) -> str:
    """Return the kind of file system that a folder is on, where the system tells."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return ""
    place, longest, kind = folder.resolve(), -1, ""
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        _, where, what, *_ = line.split()
        if place.is_relative_to(where) and len(where) > longest:
            longest, kind = len(where), what
    return kind


async def _check_bus(url: str) -> Finding:
    try:
        require_extra("cluster")
    except MissingExtra as error:
        return warning("bus", "no-bus", problem=str(error))
    from redis.asyncio import Redis  # noqa: PLC0415 - an extra
    from redis.exceptions import RedisError  # noqa: PLC0415

    try:
        async with Redis.from_url(url, socket_timeout=PROBE_TIMEOUT_S) as redis:
            await redis.ping()
    except (RedisError, OSError, ValueError) as error:
        return warning("bus", "no-bus", problem=str(error))
    return ok("bus")


def _check_address(address: str | None) -> Finding:
    if address is None:
        return ok("address", "home")
    if address.lower().startswith("https://"):
        return ok("address", address=address)
    return warning("address", "no-https", address=address)


def _check_port(host: str, port: int) -> Finding:
    """Tell whether a port is free, or whose it is."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if _is_ours(host, port):
                return ok("port", "running", port=port)
            return warning("port", "port-taken", port=port, problem=error.strerror or str(error))
        except (UnicodeError, TypeError) as error:  # no name of a host
            return warning("port", "port-taken", port=port, problem=str(error))
    return ok("port", port=port)


def _is_ours(host: str, port: int) -> bool:
    """Tell whether a server of ours answers there."""
    name = f"[{host}]" if ":" in host else host
    try:
        with urllib.request.urlopen(
            f"http://{name}:{port}/health", timeout=PROBE_TIMEOUT_S
        ) as answer:
            return b"tretorri" in answer.read(1000)
    except (OSError, ValueError, HTTPException):
        return False
