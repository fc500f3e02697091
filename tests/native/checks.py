"""What is run under sanitizers and by the fuzzer, in any length."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.copies import copied_package, python
from tests.native.corpus import write_corpus, write_seeds
from tests.native.drivers import BUILD, ROOT, driver, module, run

ASSERTING = "-O1 -D_GLIBCXX_ASSERTIONS"
ROOM = 32  # bytes that the fuzzer may add to the longest seed


def walks(folder: Path, most_leaves: int, games: int, seed: int = 1) -> str:
    """Perft, random games and searches under the address and undefined behaviour sanitizers."""
    corpus = folder / "corpus.txt"
    write_corpus(corpus)
    return run(driver("walks"), corpus, most_leaves, games, seed)


def threads(folder: Path, number: int, rounds: int, seed: int = 1) -> str:
    """Do the same on several threads under the thread sanitizer."""
    corpus = folder / "corpus.txt"
    write_corpus(corpus)
    return run(driver("threads"), corpus, number, rounds, seed)


def self_play(games: int, seed: int = 1) -> tuple[int, int]:
    """Let the engine play itself with every assertion; return the turns, and those refused."""
    with copied_package() as folder:
        shutil.copy(module(ROOT, BUILD / "asserting", ASSERTING), folder / "tretorri")
        done = python(folder, "-m", "tests.native.self_play", str(games), str(seed))
    assert done.returncode == 0, done.stderr[-8000:]
    turns, refused = re.findall(r"turns (\d+) refused (\d+)", done.stdout)[-1]
    return int(turns), int(refused)


def winning_turns(seconds: int, seed: int = 1) -> str:
    """Compare the fast and the slow answer to "can the mover win in this turn?"."""
    return run(driver("voldetour_win_check"), seconds, seed)


def fuzz(
    folder: Path, game_id: str, runs: int, *, actions: int = 24, seed: int = 1
) -> tuple[int, int]:
    """Fuzz the texts of a game; return how many were tried and how many were positions.

    From each position at most so many *actions* are played.
    What was found is kept in *folder*: new inputs, and those that failed.
    """
    seeds, found = folder / game_id / "seeds", folder / game_id / "found"
    shutil.rmtree(seeds, ignore_errors=True)
    write_seeds(seeds, game_id)
    found.mkdir(parents=True, exist_ok=True)
    longest = max(path.stat().st_size for path in seeds.iterdir())
    said = run(
        driver("text_fuzzer"),
        f"--game={game_id}",
        f"--actions={actions}",
        f"-runs={runs}",
        f"-seed={seed}",
        f"-max_len={longest + ROOM}",
        "-timeout=60",
        found,
        seeds,
        folder=folder / game_id,
    )
    tried, accepted = re.findall(r"tried (\d+) accepted (\d+)", said)[-1]
    return int(tried), int(accepted)
