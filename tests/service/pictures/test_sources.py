"""Linking: modules become one script, each after those that it imports."""

from pathlib import Path

from quickjs import Context

from service.pictures.sources import link_modules


def written(folder: Path, **modules: str) -> Path:
    for name, source in modules.items():
        (folder / f"{name}.js").write_text(source)
    return folder


def test_modules_share_their_exports_and_nothing_else(tmp_path: Path):
    root = written(
        tmp_path,
        main='import { two, three as third } from "./more.js";\n'
        "const own = 1;\nexport const sum = () => own + two + third();\n",
        more='import "./side.js";\nconst own = 5;\nexport const two = 2;\n'
        "export function three() {\n  return own - two;\n}\n",
        side="globalThis.ran = (globalThis.ran ?? 0) + 1;\n",
    )
    made = link_modules(root, {"main": "main.js"}, {})
    assert made.paths == ("side.js", "more.js", "main.js")
    assert Context().eval(f"{made.script}\nmain.sum() * 10 + globalThis.ran") == 61


def test_another_module_can_stand_in(tmp_path: Path):
    root = written(
        tmp_path,
        main='import { word } from "./real.js";\nexport const said = word;\n',
        real='throw new Error("of a browser");\n',
        double='export const word = "stood in";\n',
    )
    made = link_modules(root, {"main": "main.js"}, {"real.js": "double.js"})
    assert Context().eval(f"{made.script}\nmain.said") == "stood in"
    assert "real.js" not in made.paths
