"""What `mypy --strict` says of a user's code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from expected import DATA

USER = DATA / "typed" / "user.py"


@pytest.mark.slow
def test_the_code_of_a_user_has_the_errors_that_it_expects_and_no_others(tmp_path: Path) -> None:
    lines = enumerate(USER.read_text("utf-8").splitlines(), 1)
    expected = [f"{number} {line.split('# E: ')[1]}" for number, line in lines if "# E: " in line]
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}"]
    ran = subprocess.run([*command, USER.name], cwd=USER.parent, capture_output=True, text=True, check=False)
    assert not ran.stderr, ran.stderr
    found = re.findall(r"^user\.py:(\d+): error: .*\[([a-z-]+)\]$", ran.stdout, re.MULTILINE)
    assert expected
    assert [f"{line} {code}" for line, code in dict.fromkeys(found)] == expected
