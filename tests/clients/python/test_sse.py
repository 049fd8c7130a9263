"""Server-sent events are read as the WHATWG standard says, however the bytes are cut."""

import pytest

from clients.python.sse import Message, Parser


def read(text: str, size: int = 1000) -> list[Message]:
    parser, raw = Parser(), text.encode()
    chunks = [raw[at : at + size] for at in range(0, len(raw), size)]
    return [message for chunk in chunks for message in parser.feed(chunk)]


def test_an_event_has_its_id_its_type_and_its_data():
    assert read("id: 7\nevent: move\ndata: {}\n\n") == [Message("move", "{}", "7")]


def test_an_event_without_a_type_is_a_message():
    assert read("data: x\n\n") == [Message("message", "x", "")]


def test_data_lines_are_joined_by_line_feeds():
    assert read("data: YHOO\ndata: +2\ndata: 10\n\n")[0].data == "YHOO\n+2\n10"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_any_line_ending_does_even_cut_in_two(end: str, size: int):
    text = end.join(["id: 1", "data: a", "", "id: 2", "data: b", "", ""])
    assert read(text, size) == [Message("message", "a", "1"), Message("message", "b", "2")]


def test_a_carriage_return_ends_an_event_without_waiting_for_what_follows():
    assert read("data: a\r\r") == [Message("message", "a", "")]


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_letters_of_several_bytes_may_be_cut_in_two(size: int):
    assert read("data: Ἀλέξανδρος 🐘\n\n", size)[0].data == "Ἀλέξανδρος 🐘"


def test_a_byte_order_mark_is_left_out_but_only_at_the_start():
    assert read("\ufeffdata: a\n\n\ufeffdata: b\n\n") == [Message("message", "a", "")]


def test_comments_and_unknown_fields_are_no_events():
    assert read(": still here\n\n:\n\nfoo: bar\n\n") == []


def test_the_standards_example_of_empty_data():
    assert [m.data for m in read("data\n\ndata\ndata\n\ndata:")] == ["", "\n"]


def test_one_space_after_the_colon_belongs_to_the_syntax():
    assert [m.data for m in read("data:test\n\ndata:  test\n\n")] == ["test", " test"]


def test_an_event_cut_off_by_the_end_of_the_stream_is_dropped():
    assert read("data: whole\n\ndata: half\n") == [Message("message", "whole", "")]


def test_the_last_id_stays_until_another_comes_and_an_empty_one_resets_it():
    messages = read("id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n")
    assert [m.id for m in messages] == ["1", "1", ""]


def test_an_id_counts_even_without_data():
    parser = Parser()
    assert list(parser.feed(b"id: 9\n\n")) == []
    assert parser.last_id == "9"


def test_an_id_of_an_event_that_was_cut_off_does_not_count():
    parser = Parser(last_id="3")
    assert list(parser.feed(b"id: 4\ndata: half\n")) == []
    assert parser.last_id == "3"


def test_an_id_with_a_null_is_ignored():
    assert read("id: 1\0\ndata: a\n\n")[0].id == ""


@pytest.mark.parametrize(("line", "retry"), [("2000", 2000), ("2s", None), ("", None), ("²", None)])
def test_a_pause_is_read_where_it_is_digits(line: str, retry: int | None):
    parser = Parser()
    list(parser.feed(f"retry: {line}\n\n".encode()))
    assert parser.retry == retry
