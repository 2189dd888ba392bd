"""Celery remote control command that reports the state of a worker."""

from typing import Any

from celery.worker.control import inspect_command

from epic_events.infra.versions import site_version


@inspect_command()
def epic_facts(state: Any) -> dict[str, Any]:
    """Return the worker's version, queues and number of processes."""
    consumer = state.consumer
    return {
        "version": site_version(),
        "queues": sorted(queue.name for queue in consumer.task_consumer.queues),
        "processes": int(getattr(consumer.pool, "num_processes", 1)),
        "doing": len(list(state.active_requests)) if hasattr(state, "active_requests") else 0,
    }
