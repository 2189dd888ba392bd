"""Where Celery enters: each task calls a service."""

from celery import shared_task

from epic_events.judging.clock import services


@shared_task(name="epic_events.judging.clock.tasks.call_time_when_due")
def call_time_when_due() -> int:
    """Call time where a clock is at zero and the organisers wish so."""
    return services.call_time_when_due()
