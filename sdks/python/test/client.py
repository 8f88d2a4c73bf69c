"""Sends the same requests as client.test.ts, and prints what each of them returns or raises."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tsena import MerchantClient, TsenaError  # noqa: E402

url, nowhere, key = sys.argv[1:]


def outcome(act):
    try:
        return act()
    except TsenaError as error:
        return [error.code, error.status, str(error), error.errors, error.retry_after_seconds, error.request_id]


client = MerchantClient(url, key, 1)
columns = {"date": "Date", "transactionReference": "Réf", "amount": "Montant"}
refund = {"amount": "500", "reason": "Doré “cassé”"}
print(
    json.dumps(
        [
            outcome(lambda: client.list_payments(status="completed", order="A B&c=é", needsReview=True, from_="2026-05-01", to=None)),
            outcome(lambda: client.read_payment("pay_1/../x?y", operator="1")),
            outcome(lambda: client.export_payments()),
            outcome(lambda: client.refresh_payment("pay_1")),
            outcome(lambda: client.record_refund("pay_1", "refund-7", **refund)),
            outcome(lambda: client.search_payments(msisdn="0343500003")),
            outcome(lambda: client.read_merchant()),
            outcome(lambda: client.read_totals()),
            outcome(lambda: client.list_webhooks()),
            outcome(lambda: client.revoke_key("key_1")),
            outcome(lambda: client.replay_webhook("msg_1")),
            outcome(lambda: client.import_statement("Date;Réf;Montant\r\n", columns=columns, from_="2026-05-01")),
            outcome(lambda: client.export_statement("Date;Réf;Montant\r\n", separator="semicolon")),
            outcome(lambda: client.export_books(month="2026-11")),
            outcome(lambda: client.export_audit()),
            outcome(lambda: client.refresh_payment("pay_cut")),
            outcome(lambda: client.replay_webhook("msg_hang")),
            outcome(lambda: client.read_payment("..")),
            outcome(lambda: client.record_refund("pay_1", "a\r\nX-Other: 1", **refund)),
            outcome(lambda: MerchantClient(nowhere, key).read_merchant()),
            outcome(lambda: MerchantClient("pay.example", key)),
            outcome(lambda: MerchantClient("file:///etc/passwd", key)),
            outcome(lambda: MerchantClient(url, "")),
            outcome(lambda: MerchantClient(url, "a key\r\nX-Other: 1")),
        ]
    )
)
