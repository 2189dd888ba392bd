"""How the body of a request is read: JSON, and never at a depth that overflows."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class BoundedJSONParser(JSONParser):
    """Reads JSON as the framework does; what is nested too deep is the sender's mistake and no fault of the site."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return what the body says.

        Raises:
            ParseError: for what is no JSON.
        """
        try:
            parsed: dict[str, Any] = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(_("The JSON is nested too deep.")) from error
        return parsed
