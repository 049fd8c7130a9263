"""The hosts' handbook's table of what a process keeps, against the code."""

import re
from importlib import import_module

from tests.service.running import ROOT

ROW = re.compile(r"^\| [^|]+ \| (\d+)[^|]* \| `([\w.]+)\.([A-Z_]+)` \|$", re.MULTILINE)


def test_each_bound_is_as_the_table_has_it():
    rows = ROW.findall((ROOT / "deploy" / "README.md").read_text("utf-8"))
    assert len(rows) == 24
    for most, module, name in rows:
        assert getattr(import_module(module), name) == int(most), f"{module}.{name}"
