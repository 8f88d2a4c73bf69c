# A complete shop in plain Python: python3 shop.py
import base64, hashlib, hmac, json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ORDER_TOKEN_SECRET = os.environ.get("ORDER_TOKEN_SECRET", "").encode()
PREFIX, _, SECRET = os.environ.get("WEBHOOK_SECRET", "").partition("_")
WEBHOOK_KEY = base64.b64decode(SECRET) if PREFIX == "whsec" else b""
COMPANION_URL = os.environ.get("COMPANION_URL", "http://127.0.0.1:4000")
ENVIRONMENT = os.environ.get("OPERATOR_ENVIRONMENT", "sandbox")  # the same as the companion's
PORT = int(os.environ.get("PORT", "4020"))
# An empty key is a valid HMAC key: without secrets, anyone could sign.
if len(ORDER_TOKEN_SECRET) < 32:
    sys.exit("ORDER_TOKEN_SECRET needs at least 32 characters.")
if len(WEBHOOK_KEY) < 24:
    sys.exit("WEBHOOK_SECRET needs whsec_ and at least 24 bytes in base64.")

orders = {"ORDER-1042": {"amount": "44500", "paid": False}}  # your database


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sign_order_token(reference: str, amount: str) -> str:
    claims = {"sub": reference, "amount": amount, "exp": int(time.time()) + 7200}
    unsigned = ".".join(encode(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, claims))
    return unsigned + "." + encode(hmac.digest(ORDER_TOKEN_SECRET, unsigned.encode(), "sha256"))


def is_signature_valid(headers, body: bytes) -> bool:
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(WEBHOOK_KEY, signed, hashlib.sha256))
    return any(hmac.compare_digest(one.encode(), expected) for one in headers.get("webhook-signature", "").split())


class Shop(BaseHTTPRequestHandler):
    def do_POST(self):  # /webhooks/tsena
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_signature_valid(self.headers, body):
            return self.answer(401)
        event = json.loads(body)
        if event["type"] != "payment.completed":
            return self.answer(204)
        payment = event["data"]
        if payment["environment"] != ENVIRONMENT:  # a sandbox payment must not pay a real order
            return self.answer(403)
        order = orders.get(payment["order"])
        if order and order["amount"] == payment["amount"] and payment["currency"] == "MGA":
            order["paid"] = True  # the same webhook can arrive twice
        self.answer(204)

    def do_GET(self):
        reference, order = next(iter(orders.items()))
        if order["paid"]:
            return self.answer(200, f"<h1>{reference} is paid</h1>")
        token = sign_order_token(reference, order["amount"])
        self.answer(200, f"""<h1>{reference}: {order["amount"]} Ar</h1>
<script async src="{COMPANION_URL}/v1/checkout.js" data-order-token="{token}" data-locale="mg"></script>""")

    def answer(self, status: int, page: str = ""):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())


print(f"listening on http://127.0.0.1:{PORT}", flush=True)
ThreadingHTTPServer(("127.0.0.1", PORT), Shop).serve_forever()
