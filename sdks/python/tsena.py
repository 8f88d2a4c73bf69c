"""Tsena Checkout in one file: sign order tokens, write the payment form, verify webhooks, call the merchant API.

Python 3.8 or later, and nothing else. Copy this file into your shop.
"""

import base64
import hashlib
import hmac
import html
import http.client
import json
import os
import re
import time
import unicodedata
import urllib.error
import urllib.parse
import urllib.request

__all__ = [
    "MerchantClient",
    "TsenaError",
    "check_order_token_secret",
    "check_webhook_secret",
    "checkout_html",
    "sign_order_token",
    "verify_webhook",
]

_TOLERANCE_SECONDS = 300


class TsenaError(Exception):
    """Every error of this file. No message contains a secret, a token or a phone number that you passed in.

    `code` is the `code` of the companion's problem document, or one of these:

    - `order_invalid`, `order_token_secret_invalid`: sign_order_token cannot sign, or checkout_html was given no order token
    - `webhook_secret_invalid`: your own setting is wrong; answer 500
    - `webhook_header_missing`, `webhook_signature_invalid`, `webhook_timestamp_invalid`, `webhook_body_invalid`: refuse the webhook; answer 401
    - `request_invalid`: an address, key or id is malformed. Nothing was sent
    - `companion_unreachable`: no answer. Whether the companion received the request is unknown
    - `answer_invalid`: the answer is not from a companion, for example a proxy's error page
    """

    def __init__(self, code, message, status=0, errors=(), retry_after_seconds=None, request_id=None, problem=None):
        super().__init__(message)
        self.code = code
        self.status = status
        self.errors = list(errors)
        self.retry_after_seconds = retry_after_seconds
        self.request_id = request_id
        self.problem = problem


def _list_secrets(secrets):
    given = secrets if isinstance(secrets, (list, tuple)) else [secrets]
    parts = [part.strip() for one in given if isinstance(one, str) for part in one.split(",")]
    return [part for part in parts if part]


def _units(text):
    """The length as the companion counts it, in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _order_token_secrets(secrets):
    # HMAC accepts an empty key, with which anyone could sign.
    found = _list_secrets(secrets)
    if not found:
        raise TsenaError("order_token_secret_invalid", "The order-token secret is missing.")
    if any(_units(one) < 32 for one in found):
        raise TsenaError("order_token_secret_invalid", "The order-token secret needs at least 32 characters.")
    return found


def _webhook_keys(secrets):
    found = _list_secrets(secrets)
    if not found:
        raise TsenaError("webhook_secret_invalid", "The webhook secret is missing.")
    keys = []
    for secret in found:
        digits = re.sub(r"={1,2}\Z", "", secret[len("whsec_"):])
        is_base64 = re.fullmatch(r"[A-Za-z0-9+/]*", digits) is not None and len(digits) % 4 != 1
        key = base64.b64decode(digits + "=" * (-len(digits) % 4)) if is_base64 and secret.startswith("whsec_") else b""
        if not 24 <= len(key) <= 64:
            raise TsenaError("webhook_secret_invalid", "The webhook secret needs whsec_ and 24 to 64 bytes in base64.")
        keys.append(key)
    return keys


def check_order_token_secret(secret):
    """Checks a secret when the shop starts. Raises TsenaError `order_token_secret_invalid`."""
    _order_token_secrets(secret)


def check_webhook_secret(secret):
    """Checks a secret when the shop starts. Raises TsenaError `webhook_secret_invalid`."""
    _webhook_keys(secret)


# What nobody sees, as the companion refuses it: Unicode's default-ignorable characters that are in none of the categories. U+FE0F is apart:
# phones write it behind emoji.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0e\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
_INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")


def _is_text(value, most=50):
    if not isinstance(value, str) or not 1 <= _units(value) <= most or _INVISIBLE.search(value):
        return False
    return all(unicodedata.category(character) not in _INVISIBLE_CATEGORIES for character in value)


def _matches(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


# What each claim must be. `amount` is read apart. The order is that of the claims in the token.
_RULES = (
    ("order", lambda value: _is_text(value) and "\ufe0f" not in value, "must have 1 to 50 characters, none invisible"),
    ("order", lambda value: not value.startswith(("LNK-", "CTR-")), "must not begin with LNK- or CTR-, which the companion uses"),
    ("currency", lambda value: value == "MGA", "must be MGA"),
    ("description", _is_text, "must have 1 to 50 characters, none invisible"),
    (
        "returnUrl",
        lambda value: _is_text(value, 2000) and re.fullmatch(r"https?://[^\s/?#@\\]+([/?#]\S*)?", value, re.IGNORECASE) is not None,
        "must be an http or https address without user and password",
    ),
    ("originalTransactionReference", _is_text, "must have 1 to 50 characters"),
    ("foreignCurrency", _matches(r"[A-Z]{3}"), "must be a currency code of three capital letters"),
    ("foreignAmount", _matches(r"[0-9]{1,12}(\.[0-9]{1,2})?"), "must be digits with at most two decimals"),
)


def _read_amount(amount):
    digits = amount
    if isinstance(amount, (int, float)) and not isinstance(amount, bool) and amount == amount and abs(amount) < 1e15 and int(amount) == amount:
        digits = str(int(amount))
    if not isinstance(digits, str) or not re.fullmatch(r"[1-9][0-9]{0,11}", digits):
        raise TsenaError("order_invalid", "amount must be whole Ariary, as digits without a decimal point.")
    if int(digits) < 100:
        raise TsenaError("order_invalid", "amount must be from 100 to 999999999999 Ariary.")
    return digits


def _shorten_at_word(text):
    """The first words of a text, in at most 50 characters."""
    if _units(text) <= 50:
        return text
    head = ""
    for character in text:
        if _units(head + character) > 50:
            break
        head += character
    end = len(head) if text[len(head)] == " " else head.rfind(" ") + 1
    return head[:end].rstrip(" ") or head  # one long word is cut


def _encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _write_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def sign_order_token(order, secret, expires_in_seconds=7200, now=None, shorten=False):
    """Signs an order, so that the browser cannot change its amount: a JWT with HS256 that the page passes to the companion.

    `order`: a dict with `order` (your order reference, 1 to 50 characters) and `amount` (whole Ariary: "44500" or 44500;
    a fraction is refused, never rounded); optional `currency`, `description`, `returnUrl`, `originalTransactionReference`,
    `foreignCurrency`, `foreignAmount`. `description` has at most 50 characters; with `shorten=True`, a longer one is
    shortened at a word. `secret`: the companion's ORDER_TOKEN_SECRET; of several, the first one signs. `now`: seconds
    since 1970; default: this machine's clock.

    Raises TsenaError `order_invalid`, `order_token_secret_invalid`.
    """
    key = _order_token_secrets(secret)[0]
    names = {"amount"} | {name for name, _, _ in _RULES}
    for name in order:  # a misspelt name would drop a part of the order without a word
        if name not in names:
            raise TsenaError("order_invalid", "%s is not a part of an order." % name)
    amount = _read_amount(order.get("amount"))
    claims = {}
    for name, is_valid, must in _RULES:
        value = order.get(name)
        if name == "description" and shorten and isinstance(value, str):
            value = _shorten_at_word(value)
        if value is None and name != "order":
            continue
        if not is_valid(value):
            raise TsenaError("order_invalid", "%s %s." % (name, must))
        claims["sub" if name == "order" else name] = value
        if name == "order":
            claims["amount"] = amount
    if ("foreignCurrency" in claims) != ("foreignAmount" in claims):
        raise TsenaError("order_invalid", "foreignCurrency and foreignAmount belong together.")
    if not isinstance(expires_in_seconds, int) or isinstance(expires_in_seconds, bool) or expires_in_seconds < 1:
        raise TsenaError("order_invalid", "expires_in_seconds must be a whole number of at least 1.")
    claims["exp"] = int(time.time() if now is None else now) + expires_in_seconds
    unsigned = _encode(_write_json({"alg": "HS256", "typ": "JWT"})) + "." + _encode(_write_json(claims))
    return unsigned + "." + _encode(hmac.new(key.encode(), unsigned.encode(), hashlib.sha256).digest())


def _header_text(value):
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "surrogateescape")
    if isinstance(value, (list, tuple)):
        return ", ".join(_header_text(one) for one in value)  # as HTTP joins a header that is there several times
    return value if isinstance(value, str) else ""


def _read_header(headers, name):
    """Reads a header that every webhook has."""
    written = re.compile(r"(?:(?:redirect_)*http_)?" + name.replace("-", "[-_]"), re.IGNORECASE)
    pairs = headers.items() if hasattr(headers, "items") else headers
    # A caller without headers passes None.
    for key, value in () if pairs is None or isinstance(pairs, (str, bytes)) else pairs:
        text = _header_text(value) if written.fullmatch(_header_text(key)) else ""
        if text:
            return text
    raise TsenaError("webhook_header_missing", "The header %s is missing." % name)


# The widget's words.
_FORM_TEXTS = {
    "mg": ("Laharana mobile money", "Handoa"),
    "fr": ("Numéro mobile money", "Payer"),
    "en": ("Mobile money number", "Pay"),
}


def _amount_of_token(order_token):
    """The amount that an order token names. The companion verifies its signature."""
    token = re.fullmatch(r"[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+", order_token) if isinstance(order_token, str) else None
    try:
        payload = token.group(1) if token else ""
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)).decode("utf-8"))
    except (ValueError, RecursionError):
        claims = None
    amount = claims.get("amount") if isinstance(claims, dict) else None
    if not isinstance(amount, str) or not re.fullmatch(r"[1-9][0-9]{2,11}", amount):
        raise TsenaError("order_invalid", "order_token is not an order token with an amount.")
    return amount


def _companion_url(url):
    """The companion's address without a slash at its end."""
    if not isinstance(url, str) or not re.fullmatch(r"https?://[^\s/?#@<>\"]+(/[^\s?#@<>\"]*)?", url, re.IGNORECASE):
        raise TsenaError("request_invalid", "companion_url must be an http or https address, such as https://pay.example.")
    return url.rstrip("/")


def checkout_html(order_token, companion_url, locale="fr"):
    """The HTML of the payment form, for a page of your own: the widget's element with a plain form inside. The form is there at once.

    It posts to the companion's hosted page, so it needs no script; the companion's script puts the widget in its place.
    It must not stand inside another form. Everything in it is escaped. `order_token`: by sign_order_token. `locale`: `mg`, `fr` or
    `en`, also as fr_MG. Anything else is French.

    Raises TsenaError `order_invalid` for something that is no order token, `request_invalid` for another address.
    """
    amount = _amount_of_token(order_token)
    action = html.escape(_companion_url(companion_url) + "/pay").replace("&#x27;", "&#39;")
    language = re.split("[-_]", locale.lower())[0]
    language = language if language in _FORM_TEXTS else "fr"
    number, pay = _FORM_TEXTS[language]
    grouped = re.sub(r"\B(?=(?:[0-9]{3})+\Z)", "," if language == "en" else "\u00a0", amount)
    return (
        f'<tsena-checkout order-token="{order_token}" locale="{language}"><form method="post" action="{action}">'
        f'<input type="hidden" name="token" value="{order_token}"><input type="hidden" name="lang" value="{language}">'
        f'<label>{number} <input name="msisdn" type="tel" autocomplete="tel"></label>'
        f"<button>{pay} {grouped}\u00a0Ar</button></form></tsena-checkout>"
    )


def verify_webhook(body, headers, secret, now=None):
    """Verifies a webhook of the companion (Standard Webhooks): its signature, and that it was sent within the last five minutes.

    `body`: the raw bytes, as received. `headers`: as any framework hands them out: a mapping, a WSGI environ or a list of
    pairs; texts, bytes or lists of one; names in any letter case. `secret`: the companion's WEBHOOK_SECRET; several while
    rotating, of which one must match. Returns a dict with `id` (deduplicate by it), `type`,
    `timestamp` and `data`. Then compare `environment`, `amount` and `currency` with your own before you mark an order as paid.

    Raises TsenaError `webhook_secret_invalid`, `webhook_header_missing`, `webhook_timestamp_invalid`,
    `webhook_signature_invalid`, `webhook_body_invalid`.
    """
    keys = _webhook_keys(secret)
    raw = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
    if not isinstance(raw, (bytes, bytearray)):
        raise TsenaError("webhook_body_invalid", "Pass the raw body. A body that a parser has read cannot be verified.")
    message_id, sent_at = _read_header(headers, "webhook-id"), _read_header(headers, "webhook-timestamp")
    given = _read_header(headers, "webhook-signature")
    clock = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", sent_at) or abs(clock - int(sent_at)) > _TOLERANCE_SECONDS:
        raise TsenaError("webhook_timestamp_invalid", "webhook-timestamp is not a time, or more than five minutes away from this clock.")
    signed = ("%s.%s." % (message_id, sent_at)).encode("utf-8", "surrogateescape") + bytes(raw)
    signatures = [one.encode("utf-8", "surrogateescape") for one in given.split(" ")]
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    if not any([hmac.compare_digest(one, other) for one in signatures for other in expected]):
        raise TsenaError("webhook_signature_invalid", "The signature does not match.")
    try:
        content = json.loads(bytes(raw).decode("utf-8"))
    except (ValueError, RecursionError):
        raise TsenaError("webhook_body_invalid", "The body is not JSON.") from None
    event = content if isinstance(content, dict) else {}
    if not (isinstance(event.get("type"), str) and isinstance(event.get("timestamp"), str) and isinstance(event.get("data"), dict)):
        raise TsenaError("webhook_body_invalid", "The body is not an event: it needs type, timestamp and data.")
    return {"id": message_id, "type": event["type"], "timestamp": event["timestamp"], "data": event["data"]}


_STATEMENT_FIELDS = ("columns", "dateFormat", "decimal", "from", "to", "separator")


def _write_form(file, fields, boundary):
    """A form with a file. Only names that the API knows may be fields, so that no name breaks out of its header."""
    parts = []
    for name, value in fields.items():
        name = name.rstrip("_")
        if name not in _STATEMENT_FIELDS:
            raise TsenaError("request_invalid", "%s is not a field of a statement." % name)
        if value is not None:
            text = json.dumps(value) if isinstance(value, dict) else str(value)
            parts.append(('--%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (boundary, name, text)).encode())
    head = 'Content-Disposition: form-data; name="file"; filename="statement.csv"\r\nContent-Type: text/csv'
    content = file.encode() if isinstance(file, str) else bytes(file)
    parts += [("--%s\r\n%s\r\n\r\n" % (boundary, head)).encode(), content, ("\r\n--%s--\r\n" % boundary).encode()]
    return b"".join(parts)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):  # a redirect would take the key to another address
        return None


class MerchantClient:
    """A client of the merchant API. Each method is one route; no request is repeated by itself.

    Methods raise TsenaError with the problem's `code`, or `companion_unreachable`, `answer_invalid`, `request_invalid`.
    """

    def __init__(self, companion_url, api_key, timeout_seconds=10):
        self._base = _companion_url(companion_url)
        if not isinstance(api_key, str) or not re.fullmatch(r"[\x21-\x7e]+", api_key):
            raise TsenaError("request_invalid", "api_key is missing, or has characters that no key has.")
        self._key = api_key
        self._timeout = timeout_seconds
        self._opener = urllib.request.build_opener(_NoRedirect)

    def read_merchant(self):
        return self._json("GET", "/v1/merchant")

    def list_payments(self, **query):
        return self._json("GET", "/v1/merchant/payments", query=query)

    def search_payments(self, **body):
        return self._json("POST", "/v1/merchant/payments/search", body=body)

    def export_payments(self, **query):
        return self._text("GET", "/v1/merchant/payments.csv", query=query)

    def export_found_payments(self, **body):
        return self._text("POST", "/v1/merchant/payments.csv", body=body)

    def read_payment(self, payment_id, **query):
        return self._json("GET", "/v1/merchant/payments/{}", payment_id, query=query)

    def refresh_payment(self, payment_id):
        return self._json("POST", "/v1/merchant/payments/{}/refresh", payment_id)

    def resolve_payment(self, payment_id, **body):
        return self._json("POST", "/v1/merchant/payments/{}/resolve", payment_id, body=body)

    def start_payment(self, idempotency_key, **body):
        """Takes a payment at the counter. A repeated request with the same key sends no second prompt."""
        return self._json("POST", "/v1/merchant/payments", body=body, idempotency_key=idempotency_key)

    def record_refund(self, payment_id, idempotency_key=None, **body):
        return self._json("POST", "/v1/merchant/payments/{}/refunds", payment_id, body=body, idempotency_key=idempotency_key)

    def list_refunds(self, **query):
        return self._json("GET", "/v1/merchant/refunds", query=query)

    def void_refund(self, refund_id, **body):
        return self._json("POST", "/v1/merchant/refunds/{}/void", refund_id, body=body)

    def read_transaction(self, transaction_reference):
        return self._json("GET", "/v1/merchant/transactions/{}", transaction_reference)

    def check_reference(self, **body):
        """Says whether a reference, or the message that has it (`text`), is money that nothing was sold for."""
        return self._json("POST", "/v1/merchant/references/check", body=body)

    def list_reference_checks(self):
        """What this key has checked today, in Madagascar."""
        return self._json("GET", "/v1/merchant/references/checks")

    def import_statement(self, file, **fields):
        """Compares a statement of the operator with the payments. It changes no payment, and the report is not stored.

        `file`: the content of a CSV file. `fields`: `columns` (a dict), `dateFormat`, `decimal`, `from_`, `to`.
        """
        return self._json("POST", "/v1/merchant/statements", file=file, fields=fields)

    def export_statement(self, file, **fields):
        """The same, with every row, as CSV. `separator`: `comma` or `semicolon`."""
        return self._text("POST", "/v1/merchant/statements", file=file, fields=fields, accept="text/csv")

    def preview_statement(self, file):
        """The columns and the first rows of a statement; its beginning is enough."""
        return self._json("POST", "/v1/merchant/statements/preview", file=file, fields={})

    def export_books(self, **query):
        """A month for the accountant, as CSV."""
        return self._text("GET", "/v1/merchant/books.csv", query=query)

    def create_link(self, idempotency_key=None, **body):
        return self._json("POST", "/v1/merchant/links", body=body, idempotency_key=idempotency_key)

    def list_links(self, **query):
        return self._json("GET", "/v1/merchant/links", query=query)

    def read_link(self, link_id):
        return self._json("GET", "/v1/merchant/links/{}", link_id)

    def read_link_code(self, link_id):
        """The QR code of the link's address, as SVG."""
        return self._text("GET", "/v1/merchant/links/{}/qr.svg", link_id)

    def cancel_link(self, link_id):
        return self._json("POST", "/v1/merchant/links/{}/cancel", link_id)

    def read_totals(self, **query):
        return self._json("GET", "/v1/merchant/totals", query=query)

    def read_setup(self):
        """The go-live checklist."""
        return self._json("GET", "/v1/merchant/setup")

    def list_webhooks(self, **query):
        return self._json("GET", "/v1/merchant/webhooks", query=query)

    def read_webhook(self, webhook_id):
        return self._json("GET", "/v1/merchant/webhooks/{}", webhook_id)

    def replay_webhook(self, webhook_id):
        return self._json("POST", "/v1/merchant/webhooks/{}/replay", webhook_id)

    def send_test_webhook(self, **body):
        return self._json("POST", "/v1/merchant/webhooks/test", body=body)

    def create_key(self, **body):
        return self._json("POST", "/v1/merchant/keys", body=body)

    def read_settings(self):
        return self._json("GET", "/v1/merchant/settings")

    def change_settings(self, **body):
        return self._json("PATCH", "/v1/merchant/settings", body=body)

    def list_audit(self, **query):
        return self._json("GET", "/v1/merchant/audit", query=query)

    def export_audit(self, **query):
        return self._text("GET", "/v1/merchant/audit.csv", query=query)

    def erase_payer(self, **body):
        return self._json("POST", "/v1/merchant/payers/erase", body=body)

    def list_keys(self, **query):
        return self._json("GET", "/v1/merchant/keys", query=query)

    def revoke_key(self, key_id):
        self._text("DELETE", "/v1/merchant/keys/{}", key_id)

    def _json(self, method, route, *path, **parts):
        try:
            answer = json.loads(self._text(method, route, *path, **parts))
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise TsenaError("answer_invalid", "The answer is not a JSON object: is this the address of a companion?")
        return answer

    def _text(self, method, route, part=None, query=None, body=None, idempotency_key=None, file=None, fields=None, accept=None):
        # `.` and `..` would lead to another route, even when they are encoded.
        if "{}" in route and (not isinstance(part, str) or part in ("", ".", "..")):
            raise TsenaError("request_invalid", "The id is missing or malformed.")
        pairs = [(name.rstrip("_"), "true" if value is True else str(value)) for name, value in (query or {}).items() if value is not None]
        target = route.replace("{}", urllib.parse.quote(part or "", safe="")) + ("?" + urllib.parse.urlencode(pairs) if pairs else "")
        headers = {"Authorization": "Bearer " + self._key}
        if accept is not None:
            headers["Accept"] = accept
        if body is not None:
            headers["Content-Type"] = "application/json"
        if idempotency_key is not None:
            if not isinstance(idempotency_key, str) or not re.fullmatch(r"[\x21-\x7e]{1,255}", idempotency_key):
                raise TsenaError("request_invalid", "The idempotency key must have 1 to 255 printable characters.")
            headers["Idempotency-Key"] = idempotency_key
        values = {name.rstrip("_"): value for name, value in (body or {}).items()}
        data = None if method == "GET" else _write_json(values) if body is not None else b""
        if file is not None:
            boundary = os.urandom(16).hex()
            headers["Content-Type"] = "multipart/form-data; boundary=" + boundary
            data = _write_form(file, fields or {}, boundary)
        request = urllib.request.Request(self._base + target, data, headers, method=method)
        try:
            try:
                response = self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                content = response.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException) as error:
            unknown = TsenaError("companion_unreachable", "The companion did not answer. Whether it received the request is unknown.")
            raise unknown from error
        # A page is no answer of a companion: a hoster that checks browsers, or a proxy, sends one with 200 too.
        if isinstance(response, urllib.error.HTTPError) or response.headers.get_content_type() == "text/html":
            raise self._error_of(response, content)
        return content

    @staticmethod
    def _error_of(response, content):
        try:
            problem = json.loads(content)
        except ValueError:
            problem = None
        retry_after = response.headers.get("retry-after", "")
        seconds = int(retry_after) if re.fullmatch(r"[0-9]{1,9}", retry_after) else None
        request_id = response.headers.get("x-request-id")
        if not isinstance(problem, dict) or not isinstance(problem.get("code"), str):
            what = "The companion's address answered %d without a problem document." % response.code
            return TsenaError("answer_invalid", what, response.code, (), seconds, request_id)
        detail = problem["detail"] if isinstance(problem.get("detail"), str) else problem["code"]
        errors = problem["errors"] if isinstance(problem.get("errors"), list) else []
        return TsenaError(problem["code"], detail, response.code, errors, seconds, request_id, problem)
