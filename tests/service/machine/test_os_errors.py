"""Errors of the operating system are shown with the file and without numbers."""

import shutil
from pathlib import Path

import pytest

from service.machine.os_errors import plain


def test_an_error_has_its_words_and_its_file(tmp_path: Path):
    with pytest.raises(FileNotFoundError) as raised:
        (tmp_path / "none").read_bytes()
    assert plain(raised.value) == f"No such file or directory: '{tmp_path / 'none'}'"


def test_of_several_the_first_is_reported(tmp_path: Path):
    (tmp_path / "from").mkdir()
    (tmp_path / "from" / "link").symlink_to(tmp_path / "none")
    with pytest.raises(shutil.Error) as raised:
        shutil.copytree(tmp_path / "from", tmp_path / "to")
    assert plain(raised.value) == f"No such file or directory: '{tmp_path / 'from' / 'link'}'"
