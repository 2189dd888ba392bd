"""How long lists are cut into pages."""

from typing import Any, Final

from rest_framework.pagination import PageNumberPagination

MOST: Final = 2**31 - 1
"""The largest number that is read."""


class Pages(PageNumberPagination):
    """``?page=2&page_size=100``; at most 200 rows a page."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe both numbers with their bounds."""
        described = super().get_schema_operation_parameters(view)
        return [{**each, "schema": {**each["schema"], "minimum": 1, "maximum": MOST}} for each in described]
