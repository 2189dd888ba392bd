"""Signing what is sent, as https://www.standardwebhooks.com describes it: HMAC-SHA256 over id, time and body."""

import hmac
from base64 import b64encode
from hashlib import sha256


def told_secret(secret: str) -> str:
    """Return a secret as its owner is told it, and libraries for webhooks take it.

    >>> told_secret("00" * 24)
    'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return "whsec_" + b64encode(bytes.fromhex(secret)).decode()


def headers_of(secret: str, number: str, moment: int, body: bytes) -> dict[str, str]:
    """Return the headers by which a receiver knows that a body comes from here, and is no old one sent again.

    Args:
        secret: of the webhook, in hexadecimal digits.
        number: of what is sent; the same with every try.
        moment: when it is sent, in seconds since 1970.
        body: what is sent.
    """
    signed = f"{number}.{moment}.".encode() + body
    signature = b64encode(hmac.new(bytes.fromhex(secret), signed, sha256).digest()).decode()
    return {
        "Content-Type": "application/json",
        "webhook-id": number,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{signature}",
    }
