"""The folder of the host's pages: what is read, when, and what is refused."""

import logging
import os
from pathlib import Path

import pytest

from service.http.page import page_folder
from service.http.page.page_folder import MOST_PAGES, PAGE_BYTES, OwnPage, PageFolder

LANGUAGES = ("de", "en", "nl")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "pages"
    made.mkdir()
    return made


def page(folder: Path, name: str = "imprint") -> OwnPage | None:
    return PageFolder(folder).page(name, LANGUAGES)


@pytest.mark.parametrize(
    ("files", "language"),
    [
        (["imprint.de.md", "imprint.en.md", "imprint.md"], "de"),
        (["imprint.en.md", "imprint.md"], ""),
        (["imprint.nl.md", "imprint.en.md"], "en"),
        (["imprint.nl.md"], "nl"),
    ],
)
def test_a_page_falls_back_to_another_language(
    folder: Path, files: list[str], language: str
) -> None:
    for file in files:
        (folder / file).write_text(f"# {file}")
    shown = page(folder)
    assert shown is not None
    assert shown.language == language


def test_a_page_is_read_again_only_when_it_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    source = page_folder._source

    def noted(folder: Path, path: Path) -> str:
        read.append(path)
        return source(folder, path)

    monkeypatch.setattr(page_folder, "_source", noted)
    pages, file = PageFolder(folder), folder / "imprint.de.md"
    file.write_text("# One")
    shown = [pages.page("imprint", LANGUAGES) for _ in range(3)]
    file.write_text("# Another")
    shown.append(pages.page("imprint", LANGUAGES))
    assert [each and each.title for each in shown] == ["One", "One", "One", "Another"]
    assert len(read) == 2
    file.unlink()
    assert pages.page("imprint", LANGUAGES) is None


def test_a_process_keeps_a_bounded_number_of_pages(folder: Path) -> None:
    pages = PageFolder(folder)
    for n in range(MOST_PAGES + 9):
        (folder / f"page-{n}.de.md").write_text("x")
        assert pages.page(f"page-{n}", LANGUAGES)
    assert len(pages._known) == MOST_PAGES


@pytest.mark.parametrize("name", ["../secret", "a/b", ".hidden", "Imprint", "", "x" * 41, "a.b"])
def test_a_name_leads_nowhere_else(folder: Path, name: str) -> None:
    (folder.parent / "secret.md").write_text("secret")
    assert page(folder, name) is None


def test_files_that_are_no_pages_are_refused_and_logged(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder.parent / "secret.md").write_text("secret")
    (folder / "outside.md").symlink_to(folder.parent / "secret.md")
    (folder / "large.md").write_text("x" * (PAGE_BYTES + 1))
    (folder / "bytes.md").write_bytes(b"\xff\xfe")
    (folder / "folder.md").mkdir()
    (folder / "slow.md").write_text("[" * 5_000)
    os.mkfifo(folder / "pipe.md")
    with caplog.at_level(logging.WARNING):
        for name in ("outside", "large", "bytes", "folder", "slow", "pipe"):
            assert page(folder, name) is None
    reasons = ("outside of the folder", "larger than", "utf-8", "regular", "brackets", "regular")
    for reason, record in zip(reasons, caplog.records, strict=True):
        assert reason in record.getMessage()


def test_a_link_within_the_folder_is_followed(folder: Path) -> None:
    """As Kubernetes mounts the files of a ConfigMap."""
    (folder / "data").mkdir()
    (folder / "data" / "imprint").write_text("# Linked")
    (folder / "imprint.md").symlink_to(folder / "data" / "imprint")
    shown = page(folder)
    assert shown is not None
    assert shown.title == "Linked"
