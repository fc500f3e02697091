"""Laws of the files in the folder of a game: material, words, rulebook and its pictures."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Sequence
from importlib import import_module
from string import Formatter

from tretorri.core.registry import add_game, folder, games
from tretorri.core.words import ENGLISH, Entry, catalogue
from tretorri.testing.requirements import BrokenLaw, require
from tretorri.testing.walks import AnyGame, walk

FileLaw = Callable[[type[AnyGame]], None]

FACTS = ("title", "author", "publisher", "year", "players", "minutes", "age")
STATED = re.compile(r"\*\*\[([A-Z][0-9]+)\]\*\*")
COMMON_RULES = {"C1", "C2", "C3"}  # of all games


def register(game: type[AnyGame]) -> None:
    """Add a game to the registry if it is not there, from the package that has it as ``GAME``."""
    if games().get(game.id) is game:
        return
    name = game.__module__
    while name:
        package = sys.modules[name]
        if hasattr(package, "__path__") and getattr(package, "GAME", None) is game:
            add_game(package)
            return
        name = name.rpartition(".")[0]
        if name:
            import_module(name)
    raise BrokenLaw(f"no package around {game.__module__} has {game.__name__} as its GAME")


def check_material_names_the_game(game: type[AnyGame]) -> None:
    """Check that ``material.toml`` says what the game is and who made it."""
    path = folder(game.id) / "material.toml"
    about = tomllib.loads(path.read_text(encoding="utf-8")).get("about", {})
    missing = [name for name in FACTS if not about.get(name)]
    require(not missing, f"[about] in {path} lacks {', '.join(missing)}")
    version = about.get("rules_version")
    require(isinstance(version, int), f"rules_version in {path} is not a whole number")
    require(about["title"] == game.title, f"the title in {path} is not that of the class")


def check_words_are_used(game: type[AnyGame]) -> None:
    """Check that the game says what it is about, and that no sentence is left over."""
    home = folder(game.id)
    require(catalogue(game.id).get("about"), f'{home / "words" / "en.json"} has no "about"')
    files = (path for path in home.rglob("*") if path.suffix in {".py", ".toml"})
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    unused = [key for key in catalogue(game.id) if key != "about" and not is_named(key, text)]
    require(not unused, f"nothing in {home} names the sentences {', '.join(unused)}")


def is_named(key: str, text: str) -> bool:
    """Tell whether *text* names *key*, whole or in parts that code joins."""
    for found in re.finditer(rf"{re.escape(key)}\b", text):  # so, it is sought fast
        if not re.match(r"\w", text[found.start() - 1]):
            return True
    cuts = [dash.end() for dash in re.finditer("-", key)]
    return any(f"{key[:cut]}{{" in text and is_named(key[cut:], text) for cut in cuts)


def check_languages_have_the_same_sentences(game: type[AnyGame]) -> None:
    """Check that all words files have the same sentences, with the same parameters."""
    english = catalogue(game.id)
    for path in sorted((folder(game.id) / "words").glob("*.json")):
        words = catalogue(game.id, path.stem)
        require(list(words) == list(english), f"{path} has not the sentences of en.json in order")
        for key, entry in words.items():
            same = parameters(entry) == parameters(english[key])
            require(same, f"{path}: {key} has other parameters than in English")


def parameters(entry: Entry) -> set[str]:
    """Return the parameters of a sentence, or of the plain form of a word."""
    sentence = entry if isinstance(entry, str) else entry[""]
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def check_rules_are_stated_once(game: type[AnyGame]) -> None:
    """Check that all rulebooks state the same rules, each once, numbered without gaps."""
    english = read_rule_ids(game.id)
    numbers = sorted(int(rule[1:]) for rule in english - COMMON_RULES)
    letters = {rule[0] for rule in english - COMMON_RULES}
    whole = len(letters) == 1 and numbers == list(range(1, len(numbers) + 1))
    require(whole, f"the rulebook states {sorted(english)}, not one letter with 1, 2, 3 …")
    for path in sorted((folder(game.id) / "rulebook").glob("*.md")):
        stated = STATED.findall(path.read_text(encoding="utf-8"))
        require(len(stated) == len(set(stated)), f"{path} states a rule twice")
        require(set(stated) == english, f"{path} states other rules than the English rulebook")


def read_rule_ids(game_id: str) -> set[str]:
    """Return the ids of the rules that the English rulebook of a game states."""
    path = folder(game_id) / "rulebook" / f"{ENGLISH}.md"
    return set(STATED.findall(path.read_text(encoding="utf-8")))


def check_rulebook_pictures_are_legal(game: type[AnyGame]) -> None:
    """Check that what pictures cross out is refused by the rule that they name."""
    from tretorri.core.pictures import picture, picture_names  # noqa: PLC0415 - needs the registry

    for name in picture_names(game.id):
        shown = picture(game.id, name)
        require(shown.svg().startswith("<svg"), f"the picture {name} cannot be drawn")
        for action in shown.forbidden:
            reason = shown.position.why_not(action)
            by_rule = reason is not None and reason.rule == shown.rule
            require(by_rule, f"the picture {name} crosses out {action}, not refused by its rule")


def check_lesson_can_be_done(game: type[AnyGame]) -> None:
    """Check that if there is a lesson, what each of its steps shows is right."""
    from tretorri.core.lesson import steps  # noqa: PLC0415 - needs the registry

    for step in steps(game.id).values():
        outcome = step.judge(step.show).outcome
        require(outcome == "done", f"the step {step.id} of the lesson is not done as it shows")


def check_cited_rules_are_stated(game: AnyGame, picks: Sequence[int]) -> None:
    """Check that the rules that refuse actions and end games are in the rulebook."""
    stated = read_rule_ids(game.id) | COMMON_RULES
    positions = walk(game, picks)
    texts = [str(action) for action in positions[0].actions()]
    for position in positions:
        cited = {position.result.rule} if position.result else set[str]()
        refusals = (position.why_not(text) for text in texts)
        cited |= {reason.rule for reason in refusals if reason and reason.rule}
        missing = ", ".join(sorted(cited - stated))
        require(not missing, f'"{position}": {missing} is cited, but not stated in the rulebook')


FILE_LAWS: tuple[FileLaw, ...] = (
    check_material_names_the_game,
    check_words_are_used,
    check_languages_have_the_same_sentences,
    check_rules_are_stated_once,
    check_rulebook_pictures_are_legal,
    check_lesson_can_be_done,
)
