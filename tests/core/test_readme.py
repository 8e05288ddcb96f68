"""The examples of core/README.md run as they stand, in order, and their assertions hold."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "core" / "README.md"


@pytest.mark.jit
def test_examples_run(capsys):
    page = PAGE.read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 120
    blocks = list(re.finditer(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE))
    assert len(blocks) >= 6
    names = {}
    for block in blocks:
        above = "\n" * (page[: block.start()].count("\n") + 1)  # so that an error names the page's line
        exec(compile(above + block[1], str(PAGE), "exec"), names)
    assert "growth rate" in capsys.readouterr().out
