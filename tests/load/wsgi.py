"""The site with what measures it, for a web server."""

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
