"""``python -m tretorri`` is the same program as ``tretorri``."""

from tretorri.cli.main import main

main()
