"""Time zone names."""

import pytest
from django.core.exceptions import ValidationError

from epic_events.infra import time_zones
from epic_events.infra.time_zones import check_time_zone


def test_check_time_zone_accepts_zones_of_database() -> None:
    for name in ("UTC", "Europe/Berlin", "America/Argentina/Ushuaia", "Etc/GMT+5", "CET"):
        check_time_zone(name)


@pytest.mark.parametrize(
    "name", ["localtime", "Factory", "posixrules", "Europe", "europe/berlin", "", "../UTC", "tzdata.zi"]
)
def test_check_time_zone_rejects_names_of_no_zone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = {"UTC", "Europe/Berlin", "localtime", "Factory", "posixrules"}
    monkeypatch.setattr(time_zones, "available_timezones", lambda: machine)
    time_zones._names.cache_clear()
    try:
        with pytest.raises(ValidationError, match="is not a valid time zone"):
            check_time_zone(name)
        check_time_zone("Europe/Berlin")
    finally:
        time_zones._names.cache_clear()
