"""What other apps may want to hear about accounts, so that accounts need not know them."""

from django.dispatch import Signal

renamed = Signal()
"""`user` has another name, also when the account was deleted; sent inside the transaction that wrote it."""
