"""OpenSpiel's MCTSBot as a player of our games, through an adapter that only this benchmark has.

A state of OpenSpiel wraps a native position and numbers its legal actions. The bot is the one in
Python: the one in C++ would ask the adapter for every action of a random game and, from the starts,
make a third of the simulations in Volterra, a fifth in VoldéTour and hardly any in Towers.
Here a random game is one call of the native core, and several of them where they cost next to
nothing.
"""

from __future__ import annotations

import importlib
from functools import cache
from time import process_time
from typing import Any

from benchmarks import peers
from tretorri.arena.players import GameLine
from tretorri.engine.native import native

peers.install()  # which makes the next two importable
pyspiel: Any = importlib.import_module("pyspiel")
mcts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
numpy: Any = importlib.import_module("numpy")

MOST_ACTIONS, LONGEST_GAME = 20_000, 5_000
NO_END = 10**9  # simulations: time ends a search
ROLLOUTS = {"volterra": 8, "towers": 1, "voldetour": 8}  # of a simulation
USUAL_ACTIONS = {"volterra": 2, "towers": 1, "voldetour": 2}  # of a turn


@cache
def spiel_game(game_id: str, seats: int) -> Any:
    """Return a game as OpenSpiel sees it."""
    kind = pyspiel.GameType(
        short_name=f"tretorri_{game_id}_{seats}",
        long_name=f"{game_id} for {seats}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    facts = pyspiel.GameInfo(
        num_distinct_actions=MOST_ACTIONS,
        max_chance_outcomes=0,
        num_players=seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=2.0 - seats,
        max_game_length=LONGEST_GAME,
    )
    return pyspiel.Game(kind, facts, {})


class State(pyspiel.State):  # type: ignore[misc]
    """A position; action *n* is the *n*-th that the native core lists."""

    def __init__(self, game: Any, position: Any) -> None:
        super().__init__(game)
        self.game, self.position = game, position
        self._actions: list[str] | None = None
        self._result = position.result

    @property
    def texts(self) -> list[str]:
        """Return the legal actions as text."""
        if self._actions is None:
            self._actions = self.position.actions()
        return self._actions

    def clone(self) -> State:
        """Return a state to go on with; positions never change."""
        twin = State(self.game, self.position)
        twin._actions = self._actions
        return twin

    def current_player(self) -> int:
        """Return the seat to move, as a place in the turn order."""
        over: int = pyspiel.PlayerId.TERMINAL
        mover: int = self.position.mover
        return mover if self._result is None else over

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._result is not None

    def is_chance_node(self) -> bool:
        """Tell that nothing is left to chance."""
        return False

    def legal_actions(self, _: int | None = None) -> list[int]:
        """Return the numbers of the legal actions."""
        return list(range(len(self.texts)))

    def apply_action(self, action: int) -> None:
        """Play an action."""
        self.position = self.position.play(self.texts[action])
        self._actions, self._result = None, self.position.result

    def returns(self) -> list[float]:
        """Return what each seat has: 1 for a win, -1 for a loss, between them for a share."""
        seats = range(self.game.num_players())
        winners = (self._result[0] if self._result else []) or seats
        return [2 * (seat in winners) / len(winners) - 1 for seat in seats]


class NativeRollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """The random rollouts of OpenSpiel, each game played by the native core."""

    def __init__(self, rollouts: int, seed: int) -> None:
        super().__init__(rollouts)
        self._seed = seed

    def evaluate(self, state: State) -> Any:
        """Return what each seat may expect."""
        self._seed += 1
        games, _, wins = state.position.playouts(self.n_rollouts, self._seed)
        return 2 * numpy.array(wins) / games - 1


class TimedBot(mcts.MCTSBot):  # type: ignore[misc]
    """MCTSBot with its solver, ended by CPU time instead of a number of simulations."""

    def __init__(self, game_id: str, seats: int, seed: int) -> None:
        super().__init__(
            spiel_game(game_id, seats),
            peers.EXPLORATION,
            NO_END,
            NativeRollouts(ROLLOUTS[game_id], seed),
            random_state=numpy.random.RandomState(seed % 2**32),
        )
        self.simulations = 0
        self._end = 0.0

    def best(self, position: Any, seconds: float) -> str:
        """Return the best action after so much CPU time."""
        self._end = process_time() + seconds
        state = State(self._game, position)
        if len(state.texts) == 1:
            return state.texts[0]
        root = self.mcts_search(state)
        self.simulations += root.explore_count
        action: int = root.best_child().action
        return state.texts[action]

    def _apply_tree_policy(self, root: Any, state: State) -> Any:
        """Begin a simulation; a root with an outcome ends the search after it."""
        if process_time() >= self._end and root.children:
            root.outcome = state.returns()
        return super()._apply_tree_policy(root, state)


class OpenSpielPlayer:
    """The bot as a player of matches; it searches for every action of a turn anew.

    The time of a turn is divided by its usual number of actions; a longer turn takes more.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._bot: Any = None

    def begin(self, game_line: GameLine, seed: int) -> None:
        """Get ready for a game."""
        game = game_line.start.game
        self._bot = TimedBot(game.id, len(game.seats), seed)

    def choose(self, game_line: GameLine) -> str:
        """Return a whole turn, or the rest of one that has begun."""
        begin, after = game_line.position, game_line.position
        seconds = self._seconds / USUAL_ACTIONS[begin.game.id]
        actions = list[str]()
        while not actions or not begin.ends_turn(after):
            actions.append(self._bot.best(native(after), seconds))
            after = after.play(actions[-1])
        return "+".join(actions)

    def close(self) -> None:
        """Forget the bot."""
        self._bot = None
