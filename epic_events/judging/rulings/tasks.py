"""Where Celery enters: each task calls a service."""

from celery import shared_task

from epic_events.judging.rulings import services


@shared_task(name="epic_events.judging.rulings.tasks.flag_outdated_rulings")
def flag_outdated_rulings() -> int:
    """Mark the rulings whose rules read otherwise by now, as on the day an official text comes into force."""
    return services.flag_outdated_rulings()
