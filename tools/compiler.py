"""Look for what the native core is compiled with: CMake says less clearly what is missing."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

USUAL = ("c++", "g++", "clang++")  # as CMake looks for them
CPP20 = "#include <bit>\n#include <concepts>\nstatic_assert(std::integral<int>);\n"
NO_COMPILER = (
    "Tretorri needs a C++20 compiler, such as GCC 12 or Clang 14, and {found}. "
    "Debian and Ubuntu: apt-get install g++; Fedora: dnf install gcc-c++; Alpine: apk add g++; "
    "macOS: xcode-select --install; Windows: install it in WSL, as on Ubuntu."
)
NO_HEADERS = (
    "Tretorri needs the C headers of Python, and {folder} has no Python.h. "
    "Debian and Ubuntu: apt-get install python3-dev; Fedora: dnf install python3-devel; "
    "Alpine: apk add python3-dev."
)


def find_trouble() -> str | None:
    """Return a sentence about what is missing; nothing if all is there, or only CMake can tell."""
    if sys.platform == "win32" or "CMAKE_TOOLCHAIN_FILE" in os.environ:
        return None
    return _trouble_of_compiler() or _trouble_of_headers()


def _trouble_of_compiler() -> str | None:
    chosen = os.environ.get("CXX")
    names = [shlex.split(chosen)] if chosen else [[name] for name in USUAL]
    there = [words for words in names if shutil.which(words[0])]
    if not there:
        found = f"CXX={chosen} is not there" if chosen else "there is none"
        return NO_COMPILER.format(found=found)
    if not _compiles(there[0]):
        return NO_COMPILER.format(found=f"{shlex.join(there[0])} does not compile C++20")
    return None


def _compiles(compiler: Sequence[str]) -> bool:
    command = [*compiler, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
    ended = subprocess.run(command, input=CPP20, capture_output=True, text=True, check=False)
    return ended.returncode == 0


def _trouble_of_headers() -> str | None:
    folder = Path(sysconfig.get_path("include"))
    return None if (folder / "Python.h").is_file() else NO_HEADERS.format(folder=folder)
