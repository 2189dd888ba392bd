"""Celery tasks of rulings."""

from celery import shared_task

from epic_events.judging.rulings import services


@shared_task(name="epic_events.judging.rulings.tasks.flag_outdated_rulings")
def flag_outdated_rulings() -> int:
    """Flag rulings of which a cited rule has changed."""
    return services.flag_outdated_rulings()
