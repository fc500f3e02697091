"""The proxies for which ``deploy`` has a file, running with that file."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx

from tests.deadlines import deadline, wait_until
from tests.programs import CADDY, NGINX, Program
from tests.services.servers import Service, free_port
from tests.settings import TESTS

DEPLOY = TESTS.parent / "deploy"


class Proxy(Service):
    """A proxy on ports and with a certificate of its own."""

    kind: Program

    def __init__(self) -> None:
        self.kind.path()  # before anything is started for it
        super().__init__("proxy.pid")
        self.plain = free_port()
        self.address = f"https://localhost:{self.port}"
        self.certificate = self.folder / "certificate.pem"  # of who vouches for it

    @property
    def program(self) -> str:
        """Return its program: a copy that its user can reach, wherever the project lies."""
        return str(shutil.copy(self.kind.path(), self.folder / "program"))

    def start(self, ports: Sequence[int]) -> None:
        """Start it in front of servers on these ports, and wait until it answers."""
        self.serve([f"127.0.0.1:{port}" for port in ports])
        wait_until(self._is_ready, f"an answer of {self.kind.name}")

    def _is_ready(self) -> bool:
        """Tell whether it has its certificate, and answers."""
        try:
            return (
                httpx.get(self.address, verify=self.trusted(), timeout=deadline()).status_code > 0
            )
        except (OSError, httpx.TransportError):
            return False

    def serve(self, servers: Sequence[str]) -> None:
        """Start it in front of servers."""
        raise NotImplementedError

    def trusted(self) -> ssl.SSLContext:
        """Return how to trust it, and nobody else."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def write(self, name: str, text: str) -> str:
        """Write one of its files; return where that is."""
        path = self.folder / name
        path.write_text(text, "utf-8")
        return str(path)


class Nginx(Proxy):
    """nginx with a certificate that vouches for itself."""

    kind = NGINX

    def serve(self, servers: Sequence[str]) -> None:
        """Start it in front of servers."""
        key = self.folder / "key.pem"
        names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
        places = ["-keyout", str(key), "-out", str(self.certificate)]
        self.run("openssl", "req", *kind, *names, *places)
        site = adapted(
            "nginx.conf",
            {
                r"server 127\.0\.0\.1:8765;": " ".join(f"server {at};" for at in servers),
                r" *listen \[::\].*\n": "",
                r"listen 80;": f"listen 127.0.0.1:{self.plain};",
                r"listen 443 ": f"listen 127.0.0.1:{self.port} ",
                r"/etc/letsencrypt/.+/fullchain\.pem": str(self.certificate),
                r"/etc/letsencrypt/.+/privkey\.pem": str(key),
                r"/var/log/nginx": str(self.folder),
                r"towers\.example\.org": "localhost",
            },
        )
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        places = [f"{kind}_temp_path {self.folder / kind};" for kind in kinds]
        inside = f"access_log off; {' '.join(places)} include {self.write('site.conf', site)};"
        outside = f"pid {self.pid_file}; error_log {self.folder / 'errors'}; events {{}}"
        main = f"{outside} http {{ {inside} }}"
        self.run(self.program, "-p", str(self.folder), "-c", self.write("nginx.conf", main))


class Caddy(Proxy):
    """Caddy, which vouches for its own certificates where the name is localhost."""

    kind = CADDY

    def __init__(self) -> None:
        super().__init__()
        self.certificate = self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"

    def serve(self, servers: Sequence[str]) -> None:
        """Start it in front of servers."""
        own = f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {self.plain}\n"
        site = adapted(
            "Caddyfile",
            {
                r"(?m)^\{\n": own,
                r"dynamic a app 8765 \{[^}]+\}": f"to {' '.join(servers)}",
            },
        )
        file = ["--config", self.write("Caddyfile", site), "--adapter", "caddyfile"]
        places = {"XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        env = {**os.environ, **places, "HOME": str(self.folder), "TRETORRI_HOST": self.address}
        command = [self.program, "run", *file, "--pidfile", str(self.pid_file)]
        with (self.folder / "log").open("w") as log:
            self._process = subprocess.Popen(command, env=env, stdout=log, stderr=log, **self.user)

    def stop(self) -> None:
        """End it, and remove its folder."""
        self._process.kill()
        self._process.wait()
        super().stop()


def adapted(name: str, changes: Mapping[str, str]) -> str:
    """Return a file for hosts with the places of a test instead of those of a host."""
    text = Path(DEPLOY / name).read_text("utf-8")
    for pattern, other in changes.items():
        text, times = re.subn(pattern, other, text)
        assert times, f"{pattern} is not in deploy/{name}"
    return text
