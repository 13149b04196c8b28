"""What a worker does beyond Celery: it outlives its broker, whatever is wrong with the connection it had."""

from __future__ import annotations

import logging

from celery.worker.consumer import Consumer

logger = logging.getLogger(__name__)


class PatientConsumer(Consumer):
    """Connects anew after every loss. Celery lets whatever closing the dead connection raises end the worker, and
    giving back the messages it held does raise: a house player's wake-up is nearly always among them (BUGLOG D16)."""

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        try:
            super().on_connection_error_after_connected(exc)
        except Exception:
            self.connection = None
            logger.warning("The lost connection to the broker could not be closed", exc_info=True)
