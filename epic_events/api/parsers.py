"""How the body of a request is read: JSON in UTF-8, of a size and depth that cannot hurt."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooLargeError(APIException):
    """More was sent than any list or record can need."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class BoundedJSONParser(JSONParser):
    """Reads JSON as the framework does, but never more than the site takes anywhere, and at no depth that overflows."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return what the body says.

        Raises:
            TooLargeError: for a body above ``DATA_UPLOAD_MAX_MEMORY_SIZE`` bytes.
            ParseError: for what is no JSON.
        """
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        assert most is not None
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLargeError(_("The request is larger than %(most)d bytes.") % {"most": most})
        try:
            parsed: dict[str, Any] = super().parse(
                BytesIO(body), media_type, {**(parser_context or {}), "encoding": "utf-8"}
            )
        except RecursionError as error:
            raise ParseError(_("The JSON is nested too deep.")) from error
        return parsed
