"""The oldest browsers of the page: named for readers, and kept by `npm run check`."""

import json
import re
import subprocess
from pathlib import Path

import clients
from tests.programs import NODE

WEB = Path(clients.__file__).parent / "web"
TOOLS = WEB / "node_modules"
ESLINT = str(TOOLS / "eslint" / "bin" / "eslint.js")
TSC = str(TOOLS / "typescript" / "bin" / "tsc")
README = WEB.parent.parent / "README.md"

STYLES = """\
.x { color: light-dark(#fff, #000); }
:root { --x: light-dark(#fff, #000); }
.x:has(.y) { color: red; }
.x { & .y { color: red; } }
.x { field-sizing: content; }
@starting-style { .x { opacity: 0; } }
"""
STYLES_OF_THE_FLOOR = """\
.x { color: color-mix(in srgb, red 5%, blue); inset: 0; }
:root { --x: calc(1px + var(--y)); }
@supports selector(:has(a)) { .x:has(.y) { color: red; } }
"""
SCRIPT = """\
export const a = URL.canParse("https://example.org");
document.body.ariaLabel = "x";
document.startViewTransition(() => undefined);
addEventListener("pointermove", (event) => event.getPredictedEvents());
export const b = Promise.withResolvers();
export const c = new Set([1]).union(new Set([2]));
document.querySelector(".x:has(.y)");
export const d = /[a--b]/v;
"""
SCRIPT_OF_THE_FLOOR = """\
export const a = [2, 1].toSorted().findLast((n) => n > 1);
export const b = /(?<=a)b/u;
export const c = [AbortSignal.timeout(5), structuredClone({})];
document.body.inert = document.body.matches(":is(.x, .y)");
"""


def outcome(*command: str, text: str = "") -> str:
    """What a script prints that Node.js runs, with the words after it."""
    run = subprocess.run(
        (NODE, *command),
        check=False,
        cwd=WEB,
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode in (0, 1, 2), run.stderr
    return run.stdout + run.stderr


def refused_by_eslint(text: str, kind: str) -> set[int]:
    """The lines of a file beside the page's own that ESLint refuses."""
    told = outcome(ESLINT, "--format", "json", "--stdin", "--stdin-filename", kind, text=text)
    return {message["line"] for file in json.loads(told) for message in file["messages"]}


def refused_by_types(folder: Path, **scripts: str) -> list[set[int]]:
    """The lines of each script that TypeScript refuses, or that use what the floor lacks."""
    files = {name: folder / f"{name}.js" for name in scripts}
    for name, file in files.items():
        file.write_text(scripts[name], "utf-8")
    config, paths = folder / "tsconfig.json", [str(file) for file in files.values()]
    config.write_text(json.dumps({"extends": f"{WEB}/tsconfig.json", "include": paths}))
    told = outcome(TSC, "--project", str(config)) + outcome("floor.mjs", *paths)
    return [{int(line) for line in re.findall(rf"\b{name}\.js[(:](\d+)", told)} for name in files]


def test_a_style_above_the_floor_is_refused():
    assert refused_by_eslint(STYLES, "ui/x.css") == {1, 2, 3, 4, 5, 6}
    assert refused_by_eslint(STYLES_OF_THE_FLOOR, "ui/x.css") == set()


def test_a_script_above_the_floor_is_refused(tmp_path: Path):
    *lines, last = SCRIPT.splitlines()
    refused, refused_of_the_floor = refused_by_types(tmp_path, x=SCRIPT, y=SCRIPT_OF_THE_FLOOR)
    refused |= refused_by_eslint("\n".join(lines), "ui/x.js")
    assert refused | refused_by_eslint(last, "ui/x.js") == {1, 2, 3, 4, 5, 6, 7, 8}
    assert refused_of_the_floor == set()
    assert refused_by_eslint(SCRIPT_OF_THE_FLOOR, "ui/x.js") == set()


def test_the_readme_names_the_browsers_that_are_checked():
    titles = {"chrome": "Chromium", "firefox": "Firefox", "safari": "Safari"}
    checked = json.loads((WEB / "package.json").read_text("utf-8"))["browserslist"]
    floor = dict(line.split(" >= ") for line in checked)
    assert floor["edge"] == floor["chrome"]
    assert floor["ios_saf"] == floor["safari"]
    readme = README.read_text("utf-8")
    assert [name for name in titles if f"{titles[name]} {floor[name]}" not in readme] == []
