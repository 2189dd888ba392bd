"""Celery tasks of round clocks."""

from celery import shared_task

from epic_events.judging.clock import services


@shared_task(name="epic_events.judging.clock.tasks.call_time_when_due")
def call_time_when_due() -> int:
    """Call time where a clock has reached zero and the event wants that."""
    return services.call_time_when_due()
