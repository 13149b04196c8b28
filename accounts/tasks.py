"""Mail is sent by a worker, so that a page answers equally fast whether an address is known or not."""

from smtplib import SMTPException
from urllib.parse import urljoin

from celery import shared_task
from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.languages import offered
from accounts.models import User


@shared_task(name="accounts.send_reset_link", autoretry_for=(SMTPException, OSError), retry_backoff=5, max_retries=4)
def send_reset_link(user_id: int, origin: str, language: str = settings.LANGUAGE_CODE) -> None:
    """Late or twice it does no harm: the account is read afresh, and the link works once."""
    user = User.objects.filter(pk=user_id, is_active=True).exclude(email="").first()
    if user is None:
        return
    code = urlsafe_base64_encode(force_bytes(user.pk))
    path = reverse("accounts:reset-confirm", args=[code, default_token_generator.make_token(user)])
    words = {"name": user.display_name, "link": urljoin(origin, path)}
    with override(user.language if user.language in offered() else language):
        send_mail(_("A new password for Tichu"), render_to_string("accounts/reset_mail.txt", words), None, [user.email])
