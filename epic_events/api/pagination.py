"""Pagination of lists."""

from typing import Any, Final

from rest_framework.pagination import PageNumberPagination

MAX_NUMBER: Final = 2**31 - 1
"""Maximum page number."""


class Pages(PageNumberPagination):
    """Pagination by ``?page=2&page_size=100``, at most 200 rows per page."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Return the schema of both parameters, with bounds."""
        described = super().get_schema_operation_parameters(view)
        return [{**each, "schema": {**each["schema"], "minimum": 1, "maximum": MAX_NUMBER}} for each in described]
