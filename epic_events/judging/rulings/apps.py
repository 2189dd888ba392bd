"""App configuration of rulings."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """App configuration of rulings."""

    name = "epic_events.judging.rulings"
    label = "rulings"

    def ready(self) -> None:
        """Register the extensions of rulings and the check for outdated rulings."""
        from epic_events.judging.rulings import extensions, services  # noqa: PLC0415 - as above
        from epic_events.reference.documents import editions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
        if services.flag_outdated_rulings not in editions.in_force_changed:
            editions.in_force_changed.append(services.flag_outdated_rulings)
