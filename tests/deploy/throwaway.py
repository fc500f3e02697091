"""A folder that stands for the root of a host, in which the commands of a guide are run.

What needs a real host is played by small programs: they make what the real ones make, as far as the
next commands need it, and note what they were asked. nginx and ``tretorri`` are real.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.deadlines import deadline
from tests.deploy.proxies import DEPLOY
from tests.programs import NGINX
from tests.services.servers import free_port

HOST = "towers.example.org"
PLACES = re.compile(r"(?<![\w.}])/(etc|var|opt)/")
OURS = "opt/tretorri/.venv/bin/tretorri"

PLAYED = {
    # sudo -u USER COMMAND
    "sudo": 'if [ "$1" = -u ]; then shift 2; fi\nexec "$@"',
    "useradd": 'echo "useradd $*" >> "$ROOT/done"',
    "systemctl": 'echo "systemctl $*" >> "$ROOT/done"',
    # The owner is noted, as the user exists only on a real host.
    "install": 'echo "install $*" >> "$ROOT/done"\n'
    "set -- $(printf '%s\\n' \"$*\" | sed -E 's/-[og] [a-z]+ ?//g')\n"
    'exec /usr/bin/install "$@"',
    "git": 'if [ "$1" = clone ]; then mkdir -p "$3" && cp -r "$DEPLOY" "$3/deploy"; fi',
    "make": 'mkdir -p .venv/bin && cp "$ROOT/bin/tretorri" .venv/bin/tretorri',
    "certbot": """
live="$ROOT/etc/letsencrypt/live/$HOST"
test -d "$ROOT/var/www/tretorri"
grep -q acme-challenge "$ROOT/etc/nginx/conf.d/tretorri.conf"
mkdir -p "$live"
exec openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc \
  -subj "/CN=$HOST" -keyout "$live/privkey.pem" -out "$live/fullchain.pem" 2> /dev/null
""",
}


def moved(text: str, root: Path) -> str:
    """Return a text whose places are within another root."""
    return PLACES.sub(rf"{root}/\1/", text)


class ThrowawayRoot:
    """The folder, with what a fresh host has."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        for place in ("bin", "etc/systemd/system", "etc/nginx/conf.d", "var/log/nginx", "opt"):
            (folder / place).mkdir(parents=True)
        for name, text in PLAYED.items():
            self._program(name, text)
        self._program("tretorri", f'exec "{sys.executable}" -m tretorri "$@"')
        check = f'"{sys.executable}" -m tests.deploy.throwaway "{folder}" "{NGINX.path()}"'
        self._program("nginx", f'[ "$1" = -t ] && cd "{DEPLOY.parent}" && exec {check}')

    def _program(self, name: str, text: str) -> None:
        file = self.path / "bin" / name
        file.write_text(f"#!/bin/sh\nset -e\n{text}\n")
        file.chmod(0o755)

    @property
    def done(self) -> list[str]:
        """Return what the played programs were asked."""
        return (self.path / "done").read_text().splitlines()

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of a command; no variable of ours comes along."""
        own = {
            "PATH": f"{self.path / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "ROOT": str(self.path),
            "DEPLOY": str(DEPLOY),
            "HOST": HOST,
            "LC_ALL": "C.UTF-8",
            "HOME": str(self.path),
        }
        return {**{k: v for k, v in os.environ.items() if not k.startswith("TRETORRI_")}, **own}

    def inside(self, text: str) -> str:
        """Return a text whose places are within the folder."""
        return moved(text, self.path)

    def run(self, commands: str, **more: str) -> str:
        """Run commands; the first that fails ends them, also one before ``&&``."""
        one_by_one = self.inside(commands).replace(" && ", "\n")
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", f"umask 022\n{one_by_one}"],
            cwd=self.path / "opt/tretorri" if (self.path / OURS).exists() else self.path,
            env={**self.environment, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=deadline(),
            check=False,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def start_unit(self, name: str, *more: str) -> str:
        """Run what a unit of systemd runs, with the environment that it gives."""
        unit = (self.path / "etc/systemd/system" / f"{name}.service").read_text()
        env = dict(re.findall(r"^Environment=(\w+)=(.+)$", self.inside(f"{unit} "), re.MULTILINE))
        env = {key: self.inside(f"{value}/").rstrip("/") for key, value in env.items()}
        settings = (self.path / "etc/tretorri.env").read_text()
        env |= dict(re.findall(r"^(TRETORRI_\w+)=(.+)$", settings, re.MULTILINE))
        (line,) = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
        return self.run(" ".join([line, *more]), **env)


def check_nginx(root: Path, program: str) -> int:
    """Let nginx read its sites, on ports that it may have; return its exit status."""
    sites = root / "sites"
    sites.mkdir(exist_ok=True)
    for site in (root / "etc/nginx/conf.d").iterdir():
        text = moved(site.read_text(), root)
        text = re.sub(r" *listen \[::\].*\n", "", text)
        text = re.sub(r"listen (80|443)\b", lambda _: f"listen 127.0.0.1:{free_port()}", text)
        (sites / site.name).write_text(text)
    main = root / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {root / kind};" for kind in kinds)
    outside = f"pid {root / 'pid'}; error_log stderr; events {{}}"
    main.write_text(f"{outside} http {{ access_log off; {temporary} include {sites}/*.conf; }}")
    command = [program, "-t", "-e", "stderr", "-p", str(root), "-c", str(main)]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(check_nginx(Path(sys.argv[1]), sys.argv[2]))
