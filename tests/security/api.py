"""Requests made up from the description of the API: nothing breaks, nobody gets in (I3)."""

from __future__ import annotations

from typing import Any, cast

import schemathesis

from tests.faults.figures import Figure, Setting, amount, count
from tests.faults.processes import running
from tests.server.support import Guest
from tests.server.test_schema import SLOW, asked

REQUESTS = 20_000
MORE = 1.1  # a few operations leave little to make up, so the others are asked more often


def described(setting: Setting) -> list[Figure]:
    """Ask for every operation, again and again, in a real game every other time."""
    wanted, failures, times = setting.times(REQUESTS), list[str](), 0
    with (
        setting.folder() as folder,
        running(folder, setting.port) as server,
        server.client() as client,
    ):
        schema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
        schema.config.update(base_url=server.address.rstrip("/"))
        operations = [cast("Any", found).ok() for found in schema.get_all_operations()]
        quick = [each for each in operations if not each.path.endswith("/stream")]
        others = Guest(client, game="volterra")
        for operation in quick:
            guest = Guest(client, game="volterra")
            examples = int(MORE * wanted) // (len(quick) - len(SLOW)) + 1
            try:
                times += asked(operation, guest, examples)
            except Exception as failure:
                failures.append(f"{operation.method} {operation.path}: {failure}")
        touched = others.look()["version"]
        lives = client.get("/api/about").status_code
        _, said = server.stop()
    for line in failures:
        print(line)
    return [
        amount("requests", times, at_least=wanted),
        amount("operations", len(quick)),
        count("undocumented answers", len(failures)),
        count("changes in another caller's game", touched),
        count("exceptions in the server", said.count("Traceback")),
        count("server crashes", int(lives != 200)),
    ]
