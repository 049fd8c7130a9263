"""Types that openapi-typescript makes of the document fit a program that plays and reads games."""

import shutil
import subprocess
from pathlib import Path

import clients
from tests.programs import NODE

PROGRAM = Path(__file__).with_name("program.ts")
TOOLS = Path(clients.__file__).parent / "web" / "node_modules" / ".bin"
STRICT = ("--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom")


def test_a_program_fits_the_types(openapi: Path, tmp_path: Path):
    assert TOOLS.is_dir(), "run make test, which installs the page's tools"
    made = _run("openapi-typescript", str(openapi), "--output", str(tmp_path / "api.d.ts"))
    assert "warn" not in (made.stdout + made.stderr).lower()
    shutil.copy(PROGRAM, tmp_path)
    _run("tsc", *STRICT, str(tmp_path / PROGRAM.name))


def _run(tool: str, *words: str) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run([NODE, TOOLS / tool, *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran
