"""The wheel in an empty environment: as a library, in the terminal, and as a server."""

from __future__ import annotations

from importlib.metadata import Distribution

from tests.package.homes import Home, requirements_of

LIBRARY = {"click", "rich", "websockets"}
PLAYED = """\
import tretorri
position = tretorri.game("volterra").start()
while not position.is_over:
    position = position.play(position.actions()[0])
print(position.result.rule)
"""
SEARCHED = """\
import tretorri
from tretorri.engine.search import analyse
print(analyse(tretorri.game("towers").start(seed=1), nodes=200, seed=1).best.turns[0])
"""


def test_there_is_one_version(library: Home, metadata: Distribution) -> None:
    version = metadata.version
    assert library.python("import tretorri; print(tretorri.__version__)").strip() == version
    said = library.run("tretorri", "--version")
    assert said.splitlines()[0] == f"tretorri {version}"
    greeting = library.run("tretorri", "protocol", typed="tretorri\n")
    assert f"id version {version}" in greeting.splitlines()


def test_the_version_says_where_the_licences_are(library: Home) -> None:
    path = library.run("tretorri", "--version").split()[-1]
    assert path.endswith("tretorri/NOTICES.txt")
    assert library.python(f"print('nanobind' in open({path!r}).read())").strip() == "True"


def test_a_game_can_be_played_in_python(library: Home) -> None:
    assert library.python(PLAYED).strip()


def test_the_engine_answers(library: Home) -> None:
    assert library.python(SEARCHED).strip()


def test_bots_play_in_the_terminal(library: Home) -> None:
    said = library.run("tretorri", "play", "volterra", "--bots", "random")
    assert said.strip()


def test_the_rules_can_be_read_in_every_language(library: Home) -> None:
    for language in ("de", "en", "es", "fr", "it"):
        assert "V1" in library.run("tretorri", "rules", "volterra", "--language", language)


def test_the_server_starts_with_its_page(server: Home) -> None:
    server.run("tretorri", "serve", "--check")
    found = server.python(
        "import pathlib, tretorri\n"
        "print((pathlib.Path(tretorri.__file__).parent / 'page' / 'index.html').exists())"
    )
    assert found.strip() == "True"


def test_the_library_alone_needs_little(metadata: Distribution) -> None:
    assert {requirement.name for requirement in requirements_of(metadata)} == LIBRARY


def test_the_index_shows_no_relative_address(metadata: Distribution) -> None:
    text = metadata.read_text("METADATA") or ""
    assert "](docs/" not in text
    assert 'src="docs/' not in text
    links = dict(line.split(", ") for line in metadata.metadata.get_all("Project-URL", []))
    assert set(links) == {"Homepage", "Documentation", "Source", "Issues", "Changelog"}
    assert f"{links['Source']}/blob/v{metadata.version}/docs/README.md" in text
