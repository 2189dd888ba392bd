"""Signatures of webhooks: HMAC-SHA256 over id, time and body.

Source: https://www.standardwebhooks.com
"""

import hmac
from base64 import b64encode
from hashlib import sha256


def visible_secret(secret: str) -> str:
    """Return a secret in the format of Standard Webhooks.

    >>> told_secret("00" * 24)
    'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return "whsec_" + b64encode(bytes.fromhex(secret)).decode()


def headers_of(secret: str, number: str, moment: int, body: bytes) -> dict[str, str]:
    """Return the headers with which a receiver verifies origin and age of a delivery.

    Args:
        secret: secret of the webhook, in hexadecimal digits.
        number: id of the message; the same for every attempt.
        moment: time of sending, in seconds since 1970.
        body: request body.
    """
    signed = f"{number}.{moment}.".encode() + body
    signature = b64encode(hmac.new(bytes.fromhex(secret), signed, sha256).digest()).decode()
    return {
        "Content-Type": "application/json",
        "webhook-id": number,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{signature}",
    }
