"""The page's modules as blocks of a larger script."""

from pathlib import Path

import pytest

from service.clients.page_modules import block, read, without_comments


def test_a_module_becomes_a_block(tmp_path: Path):
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui" / "a.js").write_text(
        '/** A module. */\nimport { B as Bee } from "./b.js";\n'
        "const inner = new Bee();\n"
        'export const late = () => import("./b.js");\nexport {\n  inner,\n};\n'
    )
    assert block(read(tmp_path, "ui/a.js"), lambda _: "b-file.js") == (
        '{\nconst { B: Bee } = modules["ui/b.js"];\n'
        "const inner = new Bee();\n"
        'const late = () => import("./b-file.js").then(({ modules }) => modules["ui/b.js"]);\n'
        'modules["ui/a.js"] = { inner, late };\n}\n'
    )


def test_a_text_of_several_lines_is_refused_since_indents_are_removed(tmp_path: Path):
    lines = ["const one = `a ${`b`} c`;", "const two = `first", "  second`;"]
    (tmp_path / "main.js").write_text("\n".join([*lines, ""]))
    with pytest.raises(ValueError, match=r"main\.js has a text of several lines: const two"):
        read(tmp_path, "main.js")


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export let changing = 1;",
        "export { own as other };",
        "export * from './x.js';",
        'import all from "x";',
    ],
)
def test_a_form_that_is_not_understood_is_refused(tmp_path: Path, line: str):
    (tmp_path / "main.js").write_text(f"{line}\n")
    with pytest.raises(ValueError, match=r"main\.js cannot be linked"):
        read(tmp_path, "main.js")


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("/** Of a file. */\n  // Of a line.\none();\n", "one();\n"),
        ("/**\n * @param {X} x **/\none(/** @type {X} */ (x));\n", "one((x));\n"),
        ("  /** @type {X} */ (x).one();\n  two();\n  /* Of two. */\n", "  (x).one();\n  two();\n"),
        ('one("/* no comment */");\n', 'one("/* no comment */");\n'),
    ],
    ids=["of lines", "of a parameter", "a cast that begins a line", "in a string"],
)
def test_comments_are_left_out_and_no_code(source: str, left: str):
    assert without_comments(source) == left
