"""Text is data: nothing that people write runs as a script on anybody's page (X5)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

import httpx
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.deadlines import milliseconds
from tests.faults.figures import Figure, Setting, amount, count
from tests.faults.processes import running
from tests.security.payloads import payloads
from tests.security.people import made
from tests.server.support import Server
from tests.web import chromium
from tretorri.table.names import clean_name

SEATS = "vgrb"
WATCH = """
window.hits = []; window.violations = [];
window.pwned = () => window.hits.push('pwned');
for (const talk of ['alert', 'confirm', 'prompt']) window[talk] = () => window.hits.push(talk);
document.addEventListener('securitypolicyviolation', (event) =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


class Watched:
    """A window in which it is noticed when something runs, or would if it were let."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context(base_url=address, locale="en-GB")
        self.context.add_init_script(WATCH)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(milliseconds())
        self.page.on("console", self._hear)
        self.runs, self.violations, self.views = list[str](), list[str](), 0

    def _hear(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.violations.append(message.text)

    def open(self, path: str, wait_for: str = "h1") -> None:
        """Open a page, and wait for something on it."""
        self.page.goto(path, wait_until="load")
        self.page.locator(wait_for).first.wait_for(state="attached")

    def look(self) -> None:
        """Move over the page, and note what has run on it by now."""
        self.views += 1
        self.page.mouse.move(300, 300)
        self.page.wait_for_timeout(150)
        found = self.page.evaluate("({hits: window.hits, violations: window.violations})")
        self.runs += [f"{self.page.url}: {hit}" for hit in found["hits"]]
        self.violations += found["violations"]


def named_games(client: httpx.Client, texts: Sequence[str]) -> list[str]:
    """Begin games for four whose names are such texts."""
    games = list[str]()
    for at in range(0, len(texts), len(SEATS)):
        seats = {seat: {"name": name[:64]} for seat, name in zip(SEATS, texts[at:], strict=False)}
        wish = {"game": "towers", "options": {"players": "4"}, "seats": seats}
        answer = client.post("/api/games", json=wish)
        assert answer.status_code == 201, answer.text
        games.append(str(answer.json()["id"]))
    return games


def noted_record(client: httpx.Client, texts: Sequence[str]) -> str:
    """Return a record whose headers and notes are such texts."""
    turns = [
        {"turn": 1, "text": "Pb4+a3-a4", "comment": text, "variations": []} for text in texts[:1]
    ]
    headers = {f"X{nth}": text.replace("\n", " ") for nth, text in enumerate(texts)}
    headers |= {"Player.d": texts[0], "Player.l": texts[-1], "Event": texts[len(texts) // 2]}
    record = {
        "game": "volterra",
        "options": {"first": "dark"},
        "seed": 1,
        "turns": turns,
        "comment": " ".join(texts),
        "headers": headers,
    }
    answer = client.post("/api/records", json={"record": record})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["text"])


def look_at_games(window: Watched, client: httpx.Client, texts: Sequence[str]) -> None:
    """Look at games with such names: in the list, on the table, as pictures and as records."""
    games = named_games(client, texts)
    window.open("/en/about")
    mine = json.dumps([{"id": game, "seats": []} for game in games])
    window.page.evaluate("games => localStorage.setItem('games', games)", mine)
    window.open("/en")
    window.page.wait_for_load_state("networkidle")
    window.look()
    for view in ("flat", "text"):
        window.open(f"/en/game/{games[0]}?view={view}", f".board[data-view='{view}']")
        window.page.get_by_text(clean_name(texts[0])).first.wait_for()  # as it was written
        window.look()
    for form in ("picture.svg", "record.json"):
        window.page.goto(f"/api/games/{games[0]}/{form}")
        window.look()


def look_at_links(window: Watched, client: httpx.Client, texts: Sequence[str]) -> None:
    """Take seats by link under such names; some links have such texts in them."""
    page, game = window.page, made(client)
    for seat, text in (("d", texts[0]), ("l", texts[-1])):
        window.open(f"/en/join/{game['id']}?seat={quote(text)}#{quote(text)}")
        window.look()
        window.open(f"/en/join/{game['id']}?seat={seat}#{game['tickets'][seat]}")
        page.get_by_label("Your name").fill(text)
        page.get_by_role("button", name="Take this seat").click()
        page.wait_for_url("**/en/game/*")
        page.get_by_text(clean_name(text)).first.wait_for()
        window.look()


def look_at_records(window: Watched, client: httpx.Client, texts: Sequence[str]) -> None:
    """Open a record with such notes, and texts that are no records at all."""
    page = window.page
    window.open("/en/about")
    page.evaluate("localStorage.setItem('view', 'flat')")
    window.open("/en/study")
    page.get_by_label("Record or position text").fill(noted_record(client, texts))
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/en/study/volterra*")
    page.locator(".board").first.wait_for()
    window.look()
    window.open("/en/study")
    for text in texts:
        page.get_by_label("Record or position text").fill(text)
        page.get_by_role("button", name="Open", exact=True).click()
        page.get_by_role("alert").first.wait_for()
    window.look()


def look_elsewhere(window: Watched, texts: Sequence[str]) -> None:
    """Search rulebooks for such texts, and put them into addresses."""
    page = window.page
    window.open("/en/rules/volterra")
    for text in texts:
        page.get_by_role("searchbox").first.fill(text)
    window.look()
    for text in texts[:: max(1, len(texts) // 5)]:
        for path in ("study/volterra?position=", "game/", "rules/", "learn/volterra/", "setup/"):
            window.open(f"/en/{path}{quote(text, safe='')}", "main, h1")
            window.look()


def is_watching(window: Watched) -> bool:
    """Tell whether what is tried would be noticed, on a page without any policy."""
    window.page.goto("about:blank")
    window.page.set_content("<img src=x onerror=pwned()>")
    window.page.wait_for_function("window.hits.length > 0")
    return True


def looked(browser: Browser, server: Server, chosen: Sequence[str]) -> list[Figure]:
    """Write such texts wherever people can write, and look at them wherever they are shown."""
    window = Watched(browser, server.address)
    watches = is_watching(window)
    with server.client() as client:
        for at in range(0, len(chosen), 50):
            batch = chosen[at : at + 50]
            look_at_games(window, client, batch)
            look_at_links(window, client, batch)
            look_at_records(window, client, batch)
            look_elsewhere(window, batch)
    window.context.close()
    for line in (*window.runs, *window.violations):
        print(line)
    return [
        amount("payloads", len(chosen)),
        amount("views checked", window.views, at_least=12),
        count("scripts executed", len(window.runs)),
        count("violations of the policy", len(window.violations)),
        count("payloads undetected on a page without a policy", int(not watches)),
    ]


def some(scale: float) -> list[str]:
    """Return a part of all payloads."""
    return list(payloads())[:: max(1, round(1 / scale))]


def texts(setting: Setting) -> list[Figure]:
    """Try all payloads, with a server and a browser of their own."""
    with (
        setting.folder() as folder,
        running(folder, setting.port) as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        try:
            return looked(browser, server, some(setting.scale))
        finally:
            browser.close()
