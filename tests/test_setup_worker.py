"""A worker and its broker."""

from celery.worker import WorkController

from tichu_site.celery import app
from tichu_site.worker import PatientConsumer


class DeadConnection:
    """Its broker has gone while messages were held: Celery's own closing of it raises what it does not catch."""

    connection_errors = channel_errors = (ConnectionError,)

    def collect(self, **_: object) -> None:
        """What Celery does before it closes."""

    def close(self) -> None:
        raise AttributeError("'NoneType' object has no attribute 'hostname'")


def test_a_worker_outlives_a_connection_that_cannot_be_closed() -> None:
    """D16, T10: after a restart of Redis workers come back by themselves, also those that held wake-ups."""
    worker = WorkController(app=app, pool_cls="solo", without_gossip=True, without_mingle=True, without_heartbeat=True)
    consumer = worker.consumer
    assert isinstance(consumer, PatientConsumer)
    consumer.connection = DeadConnection()
    consumer.on_connection_error_after_connected(ConnectionError("gone"))
    assert consumer.connection is None
