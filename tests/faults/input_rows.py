"""The rows of bad input, comparisons and sanitizers, which other folders of tests bring (I, D, S).

Each counts what it has tried; a failure ends the row with its own words.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import tretorri
from tests.conformance.test_perft import Case, read_table
from tests.faults import mutants
from tests.faults.figures import Figure, NotRun, Row, Setting, amount, count, took
from tests.faults.testing import failed, pytest_says
from tests.in_step.walks import walk
from tests.native import checks
from tests.native.corpus import GAMES
from tests.native.drivers import BUILD, driver
from tests.programs import Missing
from tests.settings import TESTS, every_setting
from tretorri import Position
from tretorri.core.perft import perft
from tretorri.engine.native import has_native, native
from tretorri.engine.search import analyse

PARSED = 1_000_000
PARSERS = 3
FUZZED, TOGETHER = 10_000_000, 2
COMPARED = {"volterra": 300_000, "towers": 300_000, "voldetour": 100_000}
MOST_NATIVE, MOST_PYTHON = 3_000_000, 30_000  # leaves of one perft
WALKED, WALKED_DEPTH = 10, {"volterra": 2, "towers": 2, "voldetour": 1}
NATIVE_DEPTH = {"volterra": 6, "towers": 4, "voldetour": 2}
BUDGETS, SMALLEST_BUDGET = 20, 200
MODEL_RUNS, MODEL_STEPS = 2000, 50
SELF_PLAYED, MUTANTS = 1000, 60


def parsers(setting: Setting) -> list[Figure]:
    """Mutate texts for the parsers (I1)."""
    inputs = setting.times(PARSED, 1000)
    said = pytest_says("tests/fuzz", TRETORRI_FUZZ=str(inputs))
    games = len({game.id for game in every_setting() if has_native(game.id)})
    return [
        amount("texts per game", inputs, at_least=inputs),
        amount("total texts", games * inputs),
        count("undeclared errors", failed(said)),
    ]


def native_texts(setting: Setting) -> list[Figure]:
    """Fuzz the border of the native core (I2): texts alone, what follows is left to `make fuzz`."""
    runs = -(-setting.times(FUZZED, 3000) // len(GAMES))

    def tried(game: str) -> int:
        return checks.fuzz(BUILD / "fuzz", game, runs, actions=0, seed=setting.seed)[0]

    try:
        driver("text_fuzzer")  # once, before several want it
        with ThreadPoolExecutor(TOGETHER) as pool:
            executions = sum(pool.map(tried, GAMES))
    except Missing as missing:
        raise NotRun(str(missing)) from missing
    except AssertionError as report:
        print(report, file=sys.stderr)
        return [count("crashes", 1)]
    return [amount("executions", executions, at_least=setting.times(FUZZED)), count("crashes", 0)]


def in_step(setting: Setting) -> list[Figure]:
    """Compare the rules with their native twins (D1)."""
    wanted = {game: setting.times(positions, 200) for game, positions in COMPARED.items()}
    seeds = [1000 * setting.seed] * len(wanted)
    with ProcessPoolExecutor(TOGETHER, get_context("spawn")) as pool:
        found = list(pool.map(_compared, wanted, wanted.values(), seeds))
    return [
        *(
            amount(f"positions of {game}", compared, at_least=wanted[game])
            for game, (compared, _) in zip(wanted, found, strict=True)
        ),
        count("differences", sum(differences for _, differences in found)),
    ]


def _compared(game_id: str, wanted: int, seed: int) -> tuple[int, int]:
    """Walk through games until so many positions are compared; return how many, and differences."""
    compared = differences = 0
    settings = [game for game in every_setting() if game.id == game_id]
    while compared < wanted:
        seed += 1
        try:
            compared += walk(settings[seed % len(settings)], seed, steps=600)
        except AssertionError as difference:
            compared, differences = compared + 1, differences + 1
            print(f"{game_id}, seed {seed}: {difference}", file=sys.stderr)
    return compared, differences


def perft_tables(setting: Setting) -> list[Figure]:
    """Count all leaves of the tables, native and in Python (D2)."""
    wrong = leaves = slow_leaves = 0
    fewest = min(len(_cases(game)) for game in COMPARED) + WALKED
    for game in COMPARED:
        for case in _cases(game):
            start = case.start()
            for depth, nodes in case.counts:
                if nodes <= MOST_NATIVE * setting.scale:
                    leaves += nodes
                    wrong += native(start).perft(depth) != nodes
                if nodes <= MOST_PYTHON * setting.scale:
                    slow_leaves += nodes
                    wrong += perft(start, depth) != nodes
        for start in _walked(game):
            nodes = perft(start, WALKED_DEPTH[game])
            slow_leaves += nodes
            wrong += native(start).perft(WALKED_DEPTH[game]) != nodes
            leaves += _deeper(start, NATIVE_DEPTH[game]) if setting.scale >= 1 else 0
    return [
        amount("fewest positions of a game", fewest, at_least=25),
        amount("leaves, native", leaves, at_least=10_000_000 * setting.scale),
        amount("leaves, Python", slow_leaves, at_least=100_000 * setting.scale),
        count("wrong counts", wrong),
    ]


def _deeper(start: Position, depth: int) -> int:
    """Count natively, with and without making every leaf; return how many there are."""
    twin = native(start)
    counted = twin.perft(depth)
    assert twin.perft(depth, every_leaf=True) == counted
    return counted


def _walked(game: str) -> list[Position]:
    """Return positions of games of chance that no table has; both sides count them."""
    found: list[Position] = []
    for seed in range(WALKED):
        chance, position = random.Random(seed), tretorri.game(game).start(seed)
        for _ in range(2 + seed % 5):
            after = position.play(chance.choice(position.actions()))
            position = position if after.is_over else after
        found.append(position)
    return found


def _cases(game: str) -> list[Case]:
    folder = TESTS / "games" / game / "cases"
    return [case for path in sorted(folder.glob("*.perft")) for case in read_table(path)]


def model(setting: Setting) -> list[Figure]:
    """Compare the match service with a model (D3)."""
    runs = setting.times(MODEL_RUNS, 10)
    said = pytest_says("tests/server/test_match_model.py", TRETORRI_MODEL_RUNS=str(runs))
    return [
        amount("runs", runs),
        amount("maximum steps per run", MODEL_STEPS),
        count("deviations", failed(said)),
    ]


def same_search(setting: Setting) -> list[Figure]:
    """Search twice with the same nodes and seed (D4)."""
    different = tried = 0
    for game in (game for game in every_setting() if has_native(game.id) and not game.options):
        position = game.start(seed=setting.seed)
        for nth in range(BUDGETS):
            nodes = SMALLEST_BUDGET * (nth + 1)
            found = [analyse(position, nodes=nodes, seed=1).lines for _ in range(2)]
            tried, different = tried + 1, different + (found[0] != found[1])
    return [amount("budgets and games", tried), count("different answers", different)]


def memory_sanitizers(setting: Setting) -> list[Figure]:
    """Run the native core under the address and undefined behaviour sanitizers (S1)."""
    return _sanitized(setting, "walks")


def thread_sanitizer(setting: Setting) -> list[Figure]:
    """Run the native core under the thread sanitizer (S2)."""
    return _sanitized(setting, "threads")


def _sanitized(setting: Setting, what: str) -> list[Figure]:
    try:
        with tempfile.TemporaryDirectory() as name:
            if what == "walks":
                leaves, games = setting.times(300_000, 1000), setting.times(9, 1)
                checks.walks(Path(name), most_leaves=leaves, games=games)
                return [amount("maximum leaves of a perft", leaves), count("reports", 0)]
            rounds = setting.times(1000, 10)
            checks.threads(Path(name), number=4, rounds=rounds)
            return [amount("rounds of 4 threads", rounds), count("reports", 0)]
    except Missing as missing:
        raise NotRun(str(missing)) from missing
    except AssertionError as report:
        print(report, file=sys.stderr)
        return [count("reports", 1)]


def self_play(setting: Setting) -> list[Figure]:
    """Let the engine play itself with every assertion of ours and of the library (S3)."""
    games = setting.times(SELF_PLAYED, 3)
    try:
        turns, refused = checks.self_play(games, setting.seed)
    except AssertionError as report:
        print(report, file=sys.stderr)
        return [count("failed assertions", 1)]
    return [
        amount("games", games),
        amount("turns", turns, at_least=games),
        count("failed assertions", 0),
        count("illegal turns", refused),
    ]


def killed_mutants(setting: Setting) -> list[Figure]:
    """Change the rules and who may do what, a little each time; tests must notice (D5)."""
    tried, survivors = mutants.tried(setting.times(MUTANTS, 4), setting.seed)
    for survivor in survivors:
        print(survivor, file=sys.stderr)
    killed = 100 * (tried - len(survivors)) / tried
    return [
        amount("mutants", tried),
        Figure("detected", killed, "%", at_least=90),
    ]


def inside_python(setting: Setting) -> list[Figure]:
    """Call the native core from Python a million times (S4)."""
    said = pytest_says("tests/native/test_under_python.py")
    found = re.search(r"in ([\d.]+)s", said)
    return [
        amount("calls", 1_000_000),
        count("failures", failed(said)),
        took("total time", float(found[1]) if found else 0.0, "s"),
    ]


ROWS: dict[str, Row] = {
    "I1": parsers,
    "I2": native_texts,
    "D1": in_step,
    "D2": perft_tables,
    "D3": model,
    "D4": same_search,
    "D5": killed_mutants,
    "S1": memory_sanitizers,
    "S2": thread_sanitizer,
    "S3": self_play,
    "S4": inside_python,
}
