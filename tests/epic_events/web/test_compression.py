"""Response compression, with padding against length attacks."""

import gzip

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from epic_events.infra.responses import compressed
from epic_events.web.middleware import SECRETS, CompressionMiddleware

WORDS = b"<p>Table 12: Ann plays against Ben</p>\n" * 200


def sent(path: str = "/events/", accepts: str = "gzip, br", body: bytes = WORDS, **headers: str) -> HttpResponse:
    """Return the response of the middleware to this body and path."""
    request = RequestFactory().get(path, headers={"Accept-Encoding": accepts})
    answer = CompressionMiddleware(lambda _request: HttpResponse(body, headers=headers))(request)
    assert isinstance(answer, HttpResponse)
    return answer


def test_compression_round_trips() -> None:
    answer = sent(ETag='"one"')
    assert gzip.decompress(answer.content) == WORDS
    assert len(answer.content) < len(WORDS) // 10
    assert answer["Content-Length"] == str(len(answer.content))
    assert (answer["Content-Encoding"], answer["Vary"], answer["ETag"]) == ("gzip", "Accept-Encoding", 'W/"one"')


@pytest.mark.parametrize("accepts", ["", "br", "identity", "gzip;q=0", "br, gzip ; q=0.0"])
def test_compression_without_gzip_support_is_skipped(accepts: str) -> None:
    answer = sent(accepts=accepts)
    assert (answer.content, answer.get("Content-Encoding"), answer["Vary"]) == (WORDS, None, "Accept-Encoding")


def test_compression_of_short_or_compressed_body_is_skipped() -> None:
    assert sent(body=b"a" * 199).content == b"a" * 199
    packed = compressed(WORDS)
    assert sent(body=packed, **{"Content-Encoding": "gzip"}).content == packed


@pytest.mark.parametrize("path", SECRETS)
def test_compression_of_pages_with_secrets_is_skipped(path: str) -> None:
    assert sent(path=path).content == WORDS


def test_compression_of_stream_is_skipped() -> None:
    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})
    answer = CompressionMiddleware(lambda _request: StreamingHttpResponse([WORDS]))(request)
    assert isinstance(answer, StreamingHttpResponse)
    assert answer.get("Content-Encoding") is None


def test_compression_length_is_padded_for_pages_and_constant_for_cache() -> None:
    assert len({len(sent().content) for _time in range(60)}) > 20
    assert len({compressed(WORDS) for _time in range(5)}) == 1
    assert all(gzip.decompress(compressed(WORDS, padded=True)) == WORDS for _time in range(60))
