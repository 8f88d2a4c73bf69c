"""Reads test vectors, and prints what tsena.py does with each: the token or the event, or the code of the error."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tsena import TsenaError, sign_order_token, verify_webhook  # noqa: E402


def outcome(act):
    try:
        return act()
    except TsenaError as error:
        return error.code


vectors = json.load(sys.stdin)
print(
    json.dumps(
        {
            "signOrderToken": [
                outcome(lambda one=one: sign_order_token(one["order"], one["secret"], one["expiresInSeconds"], one["now"]))
                for one in vectors["signOrderToken"]
            ],
            "verifyWebhook": [
                outcome(lambda one=one: verify_webhook(one["body"].encode(), one["headers"], one["secret"], one["now"]))
                for one in vectors["verifyWebhook"]
            ],
        }
    )
)
