"""Decoding of files: common encodings and data that is not text."""

from pathlib import Path

import pytest

from rules.decks import UnreadableDeckError, decode, read_file
from rules.decks.files import MAX_BYTES


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_decode_common_encodings_returns_text(encoding: str) -> None:
    assert decode("3 \u00c9tang\r\n1 Wolf\u2019s Call\n".encode(encoding)) == "3 \u00c9tang\r\n1 Wolf\u2019s Call\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the list is empty; write one card a line, like 3 Name"),
        (b" \r\n\t\n", "the list is empty; write one card a line, like 3 Name"),
        (b"\xef\xbb\xbf", "the list is empty; write one card a line, like 3 Name"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "this is not a text file; save the list as plain text (UTF-8), one card a line"),
        (b"PK\x03\x04 3 Kong", "this is not a text file; save the list as plain text (UTF-8), one card a line"),
        (b"\x81\x8d\x8f", "this is not a text file; save the list as plain text (UTF-8), one card a line"),
        (b"\xff\xfe3", "this is not a text file; save the list as plain text (UTF-8), one card a line"),
        (b"3 Kong\n" * 100_000, "700000 bytes are too many for a decklist; give one list, one card a line"),
    ],
    ids=["empty", "blank", "mark", "picture", "archive", "no-encoding", "half-utf-16", "too-large"],
)
def test_decode_other_data_raises(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableDeckError) as caught:
        decode(data)
    assert str(caught.value) == message
    assert MAX_BYTES < 700_000


def test_read_file_missing_or_too_large_raises(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(b"3 Kong\n")
    assert read_file(str(path)) == "3 Kong\n"
    path.write_bytes(b"")
    for wrong, why in [
        (str(tmp_path / "none.txt"), "no such file or directory"),
        (str(tmp_path), "is a directory"),
        (str(path), "the list is empty"),
    ]:
        with pytest.raises(UnreadableDeckError) as caught:
            read_file(wrong)
        assert str(caught.value).startswith(f"{wrong}: {why}")
    with pytest.raises(UnreadableDeckError, match="is no file name"):
        read_file("a\x00b")
