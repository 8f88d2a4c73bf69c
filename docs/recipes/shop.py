# A complete shop in plain Python: python3 shop.py
import os, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# In your shop, put tsena.py beside this file and leave this line out.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../sdks/python"))
from tsena import (TsenaError, check_order_token_secret, check_webhook_secret, checkout_html,
                   sign_order_token, verify_webhook)

ORDER_TOKEN_SECRET = os.environ.get("ORDER_TOKEN_SECRET", "")
WEBHOOK_SECRET = os.environ.get("WEBHOOK_SECRET", "")
COMPANION_URL = os.environ.get("COMPANION_URL", "http://127.0.0.1:4000")
ENVIRONMENT = os.environ.get("OPERATOR_ENVIRONMENT", "sandbox")  # the same as the companion's
PORT = int(os.environ.get("PORT", "4020"))
# An empty key is a valid HMAC key: without secrets, anyone could sign.
check_order_token_secret(ORDER_TOKEN_SECRET)
check_webhook_secret(WEBHOOK_SECRET)

# Without a doctype and a viewport, phones draw the payment form at half its size.
HEAD = '<!doctype html>\n<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\n'
orders = {"ORDER-1042": {"amount": "44500", "paid": False}}  # your database


class Shop(BaseHTTPRequestHandler):
    def do_POST(self):  # /webhooks/tsena
        body = self.rfile.read(int(self.headers.get("content-length", 0)))  # the raw bytes: the signature covers them
        try:
            event = verify_webhook(body, self.headers, WEBHOOK_SECRET)
        except TsenaError:
            return self.answer(401)
        if event["type"] != "payment.completed":
            return self.answer(204)
        payment = event["data"]
        if payment.get("environment") != ENVIRONMENT:  # a sandbox payment must not pay a real order
            return self.answer(403)
        order = orders.get(str(payment.get("order")))  # whatever its type
        if order and order["amount"] == payment.get("amount") and payment.get("currency") == "MGA":
            order["paid"] = True  # the same webhook can arrive twice
        self.answer(204)

    def do_GET(self):
        reference, order = next(iter(orders.items()))
        if order["paid"]:
            return self.answer(200, f"{HEAD}<h1>{reference} is paid</h1>")
        token = sign_order_token({"order": reference, "amount": order["amount"]}, ORDER_TOKEN_SECRET)
        self.answer(200, f"""{HEAD}<h1>{reference}: {order["amount"]} Ar</h1>
{checkout_html(token, COMPANION_URL)}
<script async src="{COMPANION_URL}/v1/checkout.js"></script>""")

    def answer(self, status: int, page: str = ""):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())


print(f"listening on http://127.0.0.1:{PORT}", flush=True)
ThreadingHTTPServer(("127.0.0.1", PORT), Shop).serve_forever()
