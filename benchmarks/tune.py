"""Tune the evaluation of a game by self-play; see docs/explanation/tuning.md.

    python -m benchmarks.tune towers --players 2 --games 4000 --out build/tune

Three stages, each of which takes up what an earlier run has left in the folder: *play* games, *fit*
weights (``weights.json``, the header for the engine, and ``fit.md``), *verify* them in a match
against the weights that are compiled in. The header of weights that win takes the place of the old
one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.tune_fit import Bin, Fit, Fitter, Weights, best_power, reliability
from benchmarks.tune_games import Plan, play_missing, read_games
from benchmarks.tune_header import header
from benchmarks.tune_match import outcome, play_match, weighted
from tretorri.arena.matches import Match
from tretorri.arena.players import TurnLimits, read_player
from tretorri.arena.ratings import Sprt
from tretorri.arena.standings import Standings
from tretorri.engine.native import has_native

STAGES = ("play", "fit", "verify")
USUAL = {"towers": (4000, 2000), "voldetour": (700, 600), "volterra": (6000, 1500)}
PAUSE = 10.0  # seconds between two words about progress


@dataclass(frozen=True, slots=True)
class Folder:
    """Where a run keeps what it finds."""

    path: Path

    @property
    def games(self) -> Path:
        """Return the file of the games."""
        return self.path / "games.jsonl"

    @property
    def weights(self) -> Path:
        """Return the file of the weights."""
        return self.path / "weights.json"

    def match(self, nodes: int) -> Path:
        """Return the file of the match."""
        return self.path / f"match-{nodes}.jsonl"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def play(plan: Plan, folder: Folder) -> None:
    """Play the games that are missing."""
    spoken, count = time.monotonic(), 0
    for game in play_missing(plan, folder.games):
        count += 1
        if time.monotonic() - spoken > PAUSE:
            spoken = time.monotonic()
            say(f"game {game.number + 1} of {plan.games}")
    say(f"{count} games played, {plan.games - count} known")


def fit(game_id: str, games: int, folder: Folder, fresh: bool) -> str:
    """Fit weights to the games; return the report."""
    played = [game for game in read_games(folder.games) if game.number < games]
    fitter = Fitter(game_id, played)
    old = fitter.compiled
    start = [dict.fromkeys(each, 0) for each in old] if fresh else old
    fits = fitter.fit(old, start)
    new = [dict(each) for each in old]
    for each in fits:
        new[each.number] = each.weights
    folder.weights.write_text(json.dumps(new, indent=1), encoding="utf-8")
    text = header(game_id, new, fitter.names)
    (folder.path / f"{game_id}_weights.hpp").write_text(text, encoding="utf-8")
    bins = reliability(played)
    text = _entropy_table(len(played), fits) + "\n" + _share_table(bins, best_power(played))
    (folder.path / "fit.md").write_text(text, encoding="utf-8")
    return text


def _entropy_table(games: int, fits: list[Fit]) -> str:
    """Return what the held-out games say about the weights, as Markdown."""
    lines = [
        f"Weights from nine tenths of {games} games:",
        "",
        "| set | positions | held out | knowing nothing | old | old, stretched | new |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for each in fits:
        out = each.held_out
        values = (out.nothing, out.old, out.stretched, out.new)
        numbers = " | ".join(f"{value:.4f}" for value in values)
        lines.append(f"| {each.number} | {each.positions} | {out.positions} | {numbers} |")
    return "\n".join(lines) + "\n"


def _share_table(bins: list[Bin], power: float) -> str:
    """Return how the shares that the engine told compare with what was won, as Markdown."""
    lines = ["| told | seats | mean told | won |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {10 * tenth}–{10 * tenth + 10} % | {each.count} | {each.told:.1%} | {each.won:.1%} |"
        for tenth, each in enumerate(bins)
        if each.count
    ]
    return "\n".join(lines) + f"\n\nBest power of the told shares: {power:.2f}\n"


def verify(plan: Plan, nodes: int, arguments: Any, folder: Folder) -> Standings:
    """Play new weights against the old ones."""
    new: list[Weights] = json.loads(folder.weights.read_text(encoding="utf-8"))
    limits = TurnLimits(nodes=nodes)
    match = Match(
        players=(weighted("new", new, limits), read_player("engine", limits)),
        game_id=plan.game_id,
        options=plan.options,
        seed=plan.seed,
    )
    sprt = Sprt(*arguments.sprt)
    return play_match(match, arguments.match_games, sprt, folder.match(nodes), arguments.jobs)


def read_arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("game", choices=[name for name in USUAL if has_native(name)])
    parser.add_argument("--players", help="how many play, where a game asks")
    parser.add_argument("--games", type=int)
    parser.add_argument("--nodes", type=int, help="per turn, of the games that are learnt from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/tune"))
    parser.add_argument("--stage", choices=STAGES, help="only this one")
    parser.add_argument("--fresh", action="store_true", help="pull towards 0, not the old weights")
    parser.add_argument("--match-games", type=int, default=2000)
    parser.add_argument("--match-nodes", type=int, help="per turn; as many as --nodes if not given")
    parser.add_argument("--sprt", type=float, nargs=2, default=(0.0, 20.0), metavar="ELO")
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Run the stages."""
    arguments = read_arguments(words)
    games, nodes = USUAL[arguments.game]
    options = (("players", arguments.players),) if arguments.players else ()
    plan = Plan(
        arguments.game, options, arguments.games or games, arguments.nodes or nodes, arguments.seed
    )
    folder = Folder(arguments.out / f"{arguments.game}{arguments.players or ''}")
    folder.path.mkdir(parents=True, exist_ok=True)
    stages = (arguments.stage,) if arguments.stage else STAGES
    if "play" in stages:
        play(plan, folder)
    if "fit" in stages:
        print(fit(plan.game_id, plan.games, folder, arguments.fresh))
    if "verify" in stages:
        print(outcome(verify(plan, arguments.match_nodes or plan.nodes, arguments, folder)))


if __name__ == "__main__":
    main()
