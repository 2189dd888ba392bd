"""WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

from rules.call_stack import with_large_stack_chunk

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")

application = with_large_stack_chunk(get_wsgi_application())

from epic_events.api import accepted_fields  # noqa: E402 - the apps have to be ready
from epic_events.infra.processes import freeze  # noqa: E402 - likewise
from epic_events.reference.rules import selectors  # noqa: E402 - likewise

selectors.prepare()
accepted_fields.prepare()
freeze()
