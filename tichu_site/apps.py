from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "tichu_site"

    def ready(self) -> None:
        """Load the Celery app wherever Django is set up, so that tasks started by name find their broker."""
        from tichu_site import celery  # noqa: F401
