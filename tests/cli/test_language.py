"""The language of the program: of the system, or as asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.support import Terminal, process, run
from tretorri.cli.language import language_of
from tretorri.core.words import ENGLISH, Text, languages

OVER = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/dd,d,-,lll,- l ld1,da1 - 2"
NO_GAME = {
    "de": "es gibt kein Spiel „go“",
    "es": "no hay ningún juego «go»",
    "fr": "il n’y a pas de jeu «\u202fgo\u202f»\u202f;",
    "it": "non c’è nessun gioco «go»",
}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, ENGLISH),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "fr_CA", "LC_ALL": "es@euro"}, "es"),
        ({"LC_ALL": "", "LANG": "DE"}, "de"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE"}, ENGLISH),
        ({"LANG": "pl_PL.UTF-8"}, ENGLISH),
        ({"LANG": "../en"}, ENGLISH),
    ],
)
def test_the_system_says_which_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize("language", NO_GAME)
def test_the_program_speaks_the_language_of_the_system(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    assert NO_GAME[language] in process("rules", "go").stderr
    assert Text("core.cli-not-affiliated").sentence(language) in run("--version").stdout


@pytest.mark.parametrize("language", NO_GAME)
def test_an_option_goes_before_the_system(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    done = run("rules", "go", "--language", language)
    assert NO_GAME[language] in done.stderr
    assert done.exit_code == 2


def test_the_language_lasts_for_one_run() -> None:
    assert "SPIEL" in run("games", "--language", "de").stdout
    assert "GAME" in run("games").stdout


@pytest.mark.parametrize("command", ["games", "legal", "match", "check", "replay", "analyse"])
def test_every_command_takes_a_language(command: str) -> None:
    offered = run(command, "--help").stdout
    assert "|".join(languages()) in offered.replace("\n", "").replace(" ", "")


def test_rules_and_boards_are_translated() -> None:
    assert "**bord libre**" in run("rules", "volterra", "--rule", "V7", "--language", "fr").stdout
    shown = run("show", "volterra", "--language", "es", "--spoken", "--position", OVER).stdout
    assert shown.startswith("Gana Claro, torres 3 contra 2, 1; Claro ya no puede mover")


def test_the_table_speaks_the_language_of_its_people(tmp_path: Path) -> None:
    script = tmp_path / "script"
    lines = ("c3-c4", "help", f"save {tmp_path / 'saved'}", "list Pb", "hint", "quit")
    script.write_text("\n".join(lines), encoding="utf-8")
    seats = ("--seat", "d=human", "--seat", "l=human", "--language", "it")
    done = run("play", "volterra", "--seed", "1", "--script", str(script), *seats)
    assert "il tuo pedone è sulla torre in c3, quindi non puoi prenderne nulla [V8]" in done.stderr
    assert "AZIONE" in done.stdout
    assert "muovi il tuo pedone in b4" in done.stdout
    assert "Tocca a Scuro" in done.stdout
    assert "Salvato in" in done.stderr
    assert "Partita salvata" in done.stderr


def test_a_terminal_shows_a_record_in_its_language(tmp_path: Path) -> None:
    file = tmp_path / "game.tretorri"
    bots = ("--bots", "random", "--seed", "1", "--save", str(file))
    assert "Gespeichert" in run("play", "volterra", *bots, "--language", "de").stderr
    assert "Partien in Ordnung: 1" in run("check", str(file), "--language", "de").stderr
    assert "Résultat\u202f:" in run("replay", str(file), "--language", "fr").stdout
    with Terminal("replay", str(file), "--language", "es", NO_COLOR="1") as terminal:
        terminal.read("Intro: seguir")
