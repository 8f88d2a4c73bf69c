"""Reads test vectors, and prints what tsena.py does with each: the token, the event or the HTML, or the code of the error."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tsena import TsenaError, checkout_html, sign_order_token, verify_webhook  # noqa: E402


def outcome(act):
    try:
        return act()
    except TsenaError as error:
        return {"code": error.code, "message": str(error)} if error.code == "webhook_header_missing" else error.code


def to_bytes(value):
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value


def pairs_of_bytes(headers):
    return [(to_bytes(name), to_bytes(value)) for name, value in headers.items()]


class OnlyItems:
    """Headers of a framework: no dict, with `items`."""

    def __init__(self, headers):
        self._headers = headers

    def items(self):
        return iter(self._headers.items())


def verify(one, form=dict):
    return outcome(lambda: verify_webhook(one["body"].encode(), form(one["headers"]) if isinstance(one["headers"], dict) else one["headers"], one["secret"], one["now"]))


vectors = json.load(sys.stdin)
print(
    json.dumps(
        {
            "signOrderToken": [
                outcome(
                    lambda one=one: sign_order_token(
                        one["order"], one["secret"], one["expiresInSeconds"], one["now"], **({"shorten": True} if "shorten" in one else {})
                    )
                )
                for one in vectors["signOrderToken"]
            ],
            "verifyWebhook": [verify(one) for one in vectors["verifyWebhook"]],
            # The names of the cases that end otherwise with other forms of headers: none.
            "otherForms": [
                "%s: %s" % (form.__name__, one["name"])
                for one in vectors["verifyWebhook"]
                for form in (pairs_of_bytes, OnlyItems)
                if verify(one, form) != verify(one)
            ],
            "checkoutHtml": [
                outcome(lambda one=one: checkout_html(one["orderToken"], one["companionUrl"], one["locale"]))
                for one in vectors["checkoutHtml"]
            ],
        }
    )
)
