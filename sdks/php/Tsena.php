<?php
/**
 * Tsena Checkout in one file: sign order tokens, write the payment form, verify webhooks, call the merchant API.
 *
 * PHP 7.4 or later, and nothing else. Copy this file into your shop.
 */

namespace Tsena;

/**
 * Every error of this file. No message contains a secret, a token or a phone number that you passed in.
 *
 * `code()` is the `code` of the companion's problem document, or one of these:
 * - `order_invalid`, `order_token_secret_invalid`: signOrderToken cannot sign, or checkoutHtml was given no order token
 * - `webhook_secret_invalid`: your own setting is wrong; answer 500
 * - `webhook_header_missing`, `webhook_signature_invalid`, `webhook_timestamp_invalid`, `webhook_body_invalid`: refuse the webhook; answer 401
 * - `request_invalid`: an address, key or id is malformed. Nothing was sent
 * - `companion_unreachable`: no answer. Whether the companion received the request is unknown
 * - `answer_invalid`: the answer is not from a companion, for example a proxy's error page
 */
final class TsenaException extends \RuntimeException
{
    /** @var string */
    private $problemCode;
    /** @var int */
    private $status;
    /** @var int|null */
    private $retryAfterSeconds;
    /** @var string|null */
    private $requestId;
    /** @var array<string, mixed>|null */
    private $problem;

    /** @param array<string, mixed>|null $problem */
    public function __construct(string $code, string $message, int $status = 0, ?int $retryAfterSeconds = null, ?string $requestId = null, ?array $problem = null)
    {
        parent::__construct($message);
        $this->problemCode = $code;
        $this->status = $status;
        $this->retryAfterSeconds = $retryAfterSeconds;
        $this->requestId = $requestId;
        $this->problem = $problem;
    }

    public function code(): string
    {
        return $this->problemCode;
    }

    /** The HTTP status of the companion's answer; 0 without one. */
    public function status(): int
    {
        return $this->status;
    }

    /** @return list<array{pointer: string, detail: string}> the wrong fields, if the companion names them */
    public function errors(): array
    {
        $errors = $this->problem['errors'] ?? [];
        return is_array($errors) ? $errors : [];
    }

    /** When a retry can help, in seconds from now; null if the companion did not say. */
    public function retryAfterSeconds(): ?int
    {
        return $this->retryAfterSeconds;
    }

    /** The X-Request-Id of the answer, which is also in the companion's log. */
    public function requestId(): ?string
    {
        return $this->requestId;
    }

    /** @return array<string, mixed>|null the whole problem document */
    public function problem(): ?array
    {
        return $this->problem;
    }
}

/** Signs order tokens, writes the payment form and verifies webhooks. */
final class Tsena
{
    private const TOLERANCE_SECONDS = 300;

    /** What nobody sees, as the companion refuses it; U+FE0F apart, which phones write behind emoji. */
    private const INVISIBLE = '/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\x{34f}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180f}\x{2065}\x{2800}'
        . '\x{3164}\x{fe00}-\x{fe0e}\x{ffa0}\x{fff0}-\x{fff8}\x{e0000}-\x{e0fff}]/u';

    /**
     * Signs an order, so that the browser cannot change its amount: a JWT with HS256 that the page passes to the companion.
     *
     * @param array<string, mixed> $order `order` (your order reference, 1 to 50 characters) and `amount` (whole Ariary: "44500" or 44500;
     *     a fraction is refused, never rounded); optional `currency`, `description`, `returnUrl`, `originalTransactionReference`,
     *     `foreignCurrency`, `foreignAmount`. `description` has at most 50 characters
     * @param string|string[] $secret the companion's ORDER_TOKEN_SECRET; of several, the first one signs
     * @param int|null $now seconds since 1970; default: this machine's clock
     * @param bool $shorten shortens a description of more than 50 characters, at a word; default: it is refused
     * @throws TsenaException `order_invalid`, `order_token_secret_invalid`
     */
    public static function signOrderToken(array $order, $secret, int $expiresInSeconds = 7200, ?int $now = null, bool $shorten = false): string
    {
        $key = self::orderTokenSecrets($secret)[0];
        $rules = self::rules();
        foreach (array_keys($order) as $name) { // a misspelt name would drop a part of the order without a word
            if ($name !== 'amount' && !isset($rules[$name])) {
                throw new TsenaException('order_invalid', "$name is not a part of an order.");
            }
        }
        $amount = self::readAmount($order['amount'] ?? null);
        $claims = [];
        foreach ($rules as $name => [$isValid, $must]) {
            $value = $order[$name] ?? null;
            if ($name === 'description' && $shorten && is_string($value)) {
                $value = self::shortenAtWord($value);
            }
            if ($value === null && $name !== 'order') {
                continue;
            }
            if (!$isValid($value)) {
                throw new TsenaException('order_invalid', "$name $must.");
            }
            if ($name === 'order') {
                if (strpos($value, 'LNK-') === 0 || strpos($value, 'CTR-') === 0) {
                    throw new TsenaException('order_invalid', 'order must not begin with LNK- or CTR-, which the companion uses.');
                }
                $claims = ['sub' => $value, 'amount' => $amount];
            } else {
                $claims[$name] = $value;
            }
        }
        if (isset($claims['foreignCurrency']) !== isset($claims['foreignAmount'])) {
            throw new TsenaException('order_invalid', 'foreignCurrency and foreignAmount belong together.');
        }
        if ($expiresInSeconds < 1) {
            throw new TsenaException('order_invalid', 'expiresInSeconds must be a whole number of at least 1.');
        }
        $claims['exp'] = ($now ?? time()) + $expiresInSeconds;
        $unsigned = self::encode(self::writeJson(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . self::encode(self::writeJson($claims));
        return $unsigned . '.' . self::encode(hash_hmac('sha256', $unsigned, $key, true));
    }

    /**
     * The HTML of the payment form, for a page of your own: the widget's element with a plain form inside. The form is there at
     * once. It posts to the companion's hosted page, so it needs no script; the companion's script puts the widget in its
     * place. It must not stand inside another form. Everything in it is escaped.
     *
     * @param array{orderToken: string, companionUrl: string, locale?: string} $options `orderToken` by signOrderToken; `companionUrl`:
     *     https://pay.example; `locale`: `mg`, `fr` (default) or `en`, also as fr_MG. Anything else is French
     * @throws TsenaException `order_invalid` for something that is no order token, `request_invalid` for another address
     */
    public static function checkoutHtml(array $options): string
    {
        $token = $options['orderToken'] ?? '';
        $amount = self::amountOfToken($token);
        $action = str_replace('&#039;', '&#39;', htmlspecialchars(self::companionUrl($options['companionUrl'] ?? '') . '/pay', ENT_QUOTES));
        $texts = [ // the widget's words
            'mg' => ['Laharana mobile money', 'Handoa'],
            'fr' => ['Numéro mobile money', 'Payer'],
            'en' => ['Mobile money number', 'Pay'],
        ];
        $language = preg_split('/[-_]/', strtolower($options['locale'] ?? 'fr'))[0];
        $language = isset($texts[$language]) ? $language : 'fr';
        [$number, $pay] = $texts[$language];
        $space = "\u{A0}";
        $grouped = preg_replace('/\B(?=(?:[0-9]{3})+\z)/', $language === 'en' ? ',' : $space, $amount);
        return "<tsena-checkout order-token=\"$token\" locale=\"$language\"><form method=\"post\" action=\"$action\">"
            . "<input type=\"hidden\" name=\"token\" value=\"$token\"><input type=\"hidden\" name=\"lang\" value=\"$language\">"
            . "<label>$number <input name=\"msisdn\" type=\"tel\" autocomplete=\"tel\"></label>"
            . "<button>$pay $grouped{$space}Ar</button></form></tsena-checkout>";
    }

    /**
     * The companion's address without a slash at its end.
     *
     * @internal
     * @param mixed $url
     * @throws TsenaException `request_invalid`
     */
    public static function companionUrl($url): string
    {
        if (!is_string($url) || preg_match('~\Ahttps?://[^\s/?#@<>"]+(/[^\s?#@<>"]*)?\z~i', $url) !== 1) {
            throw new TsenaException('request_invalid', 'companionUrl must be an http or https address, such as https://pay.example.');
        }
        return rtrim($url, '/');
    }

    /**
     * The amount that an order token names. The companion verifies its signature.
     *
     * @param mixed $token
     */
    private static function amountOfToken($token): string
    {
        $isToken = is_string($token) && preg_match('/\A[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+\z/', $token, $match) === 1;
        $claims = $isToken ? json_decode((string) base64_decode(strtr($match[1], '-_', '+/')), true) : null;
        $amount = is_array($claims) ? $claims['amount'] ?? null : null;
        if (!is_string($amount) || preg_match('/\A[1-9][0-9]{2,11}\z/', $amount) !== 1) {
            throw new TsenaException('order_invalid', 'orderToken is not an order token with an amount.');
        }
        return $amount;
    }

    /**
     * Verifies a webhook of the companion (Standard Webhooks): its signature, and that it was sent within the last five minutes.
     * Then compare `environment`, `amount` and `currency` with your own before you mark an order as paid.
     *
     * @param string $body the raw bytes: file_get_contents('php://input')
     * @param iterable<string, mixed>|false|null $headers as any framework hands them out: getallheaders(), $_SERVER, `$request->headers` of
     *     Laravel and Symfony, `$request->getHeaders()` of PSR-7
     * @param string|string[] $secret the companion's WEBHOOK_SECRET; several while rotating, of which one must match
     * @param int|null $now seconds since 1970; default: this machine's clock
     * @return array{id: string, type: string, timestamp: string, data: array<string, mixed>} deduplicate by `id`
     * @throws TsenaException `webhook_secret_invalid`, `webhook_header_missing`, `webhook_timestamp_invalid`, `webhook_signature_invalid`,
     *     `webhook_body_invalid`
     */
    public static function verifyWebhook(string $body, $headers, $secret, ?int $now = null): array
    {
        $keys = self::webhookKeys($secret);
        $id = self::header($headers, 'webhook-id');
        $sentAt = self::header($headers, 'webhook-timestamp');
        $signatures = self::header($headers, 'webhook-signature');
        if (preg_match('/\A[0-9]{1,12}\z/', $sentAt) !== 1 || abs(($now ?? time()) - (int) $sentAt) > self::TOLERANCE_SECONDS) {
            throw new TsenaException('webhook_timestamp_invalid', 'webhook-timestamp is not a time, or more than five minutes away from this clock.');
        }
        $isSigned = false;
        foreach ($keys as $key) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, true));
            foreach (explode(' ', $signatures) as $given) {
                $isSigned = hash_equals($expected, $given) || $isSigned;
            }
        }
        if (!$isSigned) {
            throw new TsenaException('webhook_signature_invalid', 'The signature does not match.');
        }
        $content = json_decode($body); // as objects first: {} and [] are the same array
        if (json_last_error() !== JSON_ERROR_NONE) {
            throw new TsenaException('webhook_body_invalid', 'The body is not JSON.');
        }
        $isEvent = $content instanceof \stdClass
            && is_string($content->type ?? null) && is_string($content->timestamp ?? null) && ($content->data ?? null) instanceof \stdClass;
        if (!$isEvent) {
            throw new TsenaException('webhook_body_invalid', 'The body is not an event: it needs type, timestamp and data.');
        }
        $data = json_decode($body, true)['data'];
        return ['id' => $id, 'type' => $content->type, 'timestamp' => $content->timestamp, 'data' => $data];
    }

    /**
     * Checks a secret when the shop starts.
     *
     * @param string|string[] $secret
     * @throws TsenaException `order_token_secret_invalid`
     */
    public static function checkOrderTokenSecret($secret): void
    {
        self::orderTokenSecrets($secret);
    }

    /**
     * Checks a secret when the shop starts.
     *
     * @param string|string[] $secret
     * @throws TsenaException `webhook_secret_invalid`
     */
    public static function checkWebhookSecret($secret): void
    {
        self::webhookKeys($secret);
    }

    /**
     * @param mixed $secrets
     * @return string[]
     */
    private static function listSecrets($secrets): array
    {
        $parts = [];
        foreach (is_array($secrets) ? $secrets : [$secrets] as $one) {
            foreach (is_string($one) ? explode(',', $one) : [] as $part) {
                if (trim($part) !== '') {
                    $parts[] = trim($part);
                }
            }
        }
        return $parts;
    }

    /**
     * HMAC accepts an empty key, with which anyone could sign.
     *
     * @param mixed $secrets
     * @return non-empty-list<string>
     */
    private static function orderTokenSecrets($secrets): array
    {
        $found = self::listSecrets($secrets);
        if ($found === []) {
            throw new TsenaException('order_token_secret_invalid', 'The order-token secret is missing.');
        }
        foreach ($found as $one) {
            if (self::units($one) < 32) {
                throw new TsenaException('order_token_secret_invalid', 'The order-token secret needs at least 32 characters.');
            }
        }
        return $found;
    }

    /**
     * @param mixed $secrets
     * @return non-empty-list<string>
     */
    private static function webhookKeys($secrets): array
    {
        $found = self::listSecrets($secrets);
        if ($found === []) {
            throw new TsenaException('webhook_secret_invalid', 'The webhook secret is missing.');
        }
        $keys = [];
        foreach ($found as $secret) {
            $digits = preg_replace('/={1,2}\z/', '', (string) substr($secret, strlen('whsec_')));
            $isBase64 = strpos($secret, 'whsec_') === 0 && preg_match('#\A[A-Za-z0-9+/]*\z#', $digits) === 1 && strlen($digits) % 4 !== 1;
            $key = $isBase64 ? (string) base64_decode($digits) : '';
            if (strlen($key) < 24 || strlen($key) > 64) {
                throw new TsenaException('webhook_secret_invalid', 'The webhook secret needs whsec_ and 24 to 64 bytes in base64.');
            }
            $keys[] = $key;
        }
        return $keys;
    }

    /**
     * Reads a header that every webhook has.
     *
     * @param iterable<string, mixed>|false|null $headers
     */
    private static function header($headers, string $name): string
    {
        $written = '/\A(?:(?:redirect_)*http_)?' . str_replace('-', '[-_]', $name) . '\z/i';
        foreach (is_iterable($headers) ? $headers : [] as $key => $value) { // getallheaders() can be false
            if (preg_match($written, (string) $key) === 1) {
                // A list: HTTP joins a header that is there several times like this.
                $text = is_array($value) ? implode(', ', array_filter($value, 'is_string')) : $value;
                if (is_string($text) && $text !== '') {
                    return $text;
                }
            }
        }
        throw new TsenaException('webhook_header_missing', "The header $name is missing.");
    }

    /** The first words of a text, in at most 50 characters. */
    private static function shortenAtWord(string $text): string
    {
        if (self::units($text) <= 50) { // also a text that is not UTF-8, which is refused
            return $text;
        }
        preg_match_all('/./us', $text, $found);
        $head = '';
        foreach ($found[0] as $character) {
            if (self::units($head . $character) > 50) {
                break;
            }
            $head .= $character;
        }
        $end = $text[strlen($head)] === ' ' ? strlen($head) : (int) strrpos($head, ' ');
        $words = rtrim(substr($head, 0, $end), ' ');
        return $words === '' ? $head : $words; // one long word is cut
    }

    /** The length as the companion counts it, in UTF-16 code units; 0 if the text is not UTF-8. */
    private static function units(string $text): int
    {
        return (int) preg_match_all('/./us', $text) + (int) preg_match_all('/[\x{10000}-\x{10FFFF}]/u', $text);
    }

    /**
     * What each claim must be. `amount` is read apart. The order is that of the claims in the token.
     *
     * @return array<string, array{callable(mixed): bool, string}>
     */
    private static function rules(): array
    {
        $text = static function (int $most): callable {
            return static function ($value) use ($most): bool {
                return is_string($value) && self::units($value) >= 1 && self::units($value) <= $most && preg_match(self::INVISIBLE, $value) === 0;
            };
        };
        $matching = static function (string $pattern): callable {
            return static function ($value) use ($pattern): bool {
                return is_string($value) && preg_match($pattern, $value) === 1;
            };
        };
        return [
            'order' => [
                static function ($value) use ($text): bool {
                    return $text(50)($value) && strpos($value, "\u{FE0F}") === false;
                },
                'must have 1 to 50 characters, none invisible',
            ],
            'currency' => [$matching('/\AMGA\z/'), 'must be MGA'],
            'description' => [$text(50), 'must have 1 to 50 characters, none invisible'],
            'returnUrl' => [
                static function ($value) use ($text): bool {
                    return $text(2000)($value) && preg_match('~\Ahttps?://[^\s/?#@\\\\]+([/?#]\S*)?\z~iu', $value) === 1;
                },
                'must be an http or https address without user and password',
            ],
            'originalTransactionReference' => [$text(50), 'must have 1 to 50 characters'],
            'foreignCurrency' => [$matching('/\A[A-Z]{3}\z/'), 'must be a currency code of three capital letters'],
            'foreignAmount' => [$matching('/\A[0-9]{1,12}(\.[0-9]{1,2})?\z/'), 'must be digits with at most two decimals'],
        ];
    }

    /** @param mixed $amount */
    private static function readAmount($amount): string
    {
        $digits = $amount;
        if (is_int($amount) || (is_float($amount) && abs($amount) < 1e15 && floor($amount) === $amount)) {
            $digits = (string) (int) $amount;
        }
        if (!is_string($digits) || preg_match('/\A[1-9][0-9]{0,11}\z/', $digits) !== 1) {
            throw new TsenaException('order_invalid', 'amount must be whole Ariary, as digits without a decimal point.');
        }
        if (strlen($digits) < 3) {
            throw new TsenaException('order_invalid', 'amount must be from 100 to 999999999999 Ariary.');
        }
        return $digits;
    }

    private static function encode(string $data): string
    {
        return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
    }

    /** @param array<string, mixed> $value */
    private static function writeJson(array $value): string
    {
        return (string) json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS);
    }
}

/**
 * A client of the merchant API. Each method is one route; no request is repeated by itself.
 *
 * Methods throw TsenaException with the problem's `code`, or `companion_unreachable`, `answer_invalid`, `request_invalid`.
 */
final class MerchantClient
{
    /** @var string */
    private $base;
    /** @var string */
    private $key;
    /** @var int */
    private $timeoutSeconds;

    /**
     * @param string $companionUrl the companion's address: https://pay.example
     * @param string $apiKey a merchant key. It never appears in an error
     */
    public function __construct(string $companionUrl, string $apiKey, int $timeoutSeconds = 10)
    {
        $this->base = Tsena::companionUrl($companionUrl);
        if (preg_match('/\A[\x21-\x7e]+\z/', $apiKey) !== 1) {
            throw new TsenaException('request_invalid', 'apiKey is missing, or has characters that no key has.');
        }
        $this->key = $apiKey;
        $this->timeoutSeconds = $timeoutSeconds;
    }

    public function readMerchant(): array
    {
        return $this->json('GET', '/v1/merchant');
    }

    public function listPayments(array $query = []): array
    {
        return $this->json('GET', '/v1/merchant/payments', '', ['query' => $query]);
    }

    /** Takes a payment at the counter. A repeated request with the same key sends no second prompt. */
    public function startPayment(array $body, string $idempotencyKey): array
    {
        return $this->json('POST', '/v1/merchant/payments', '', ['body' => $body, 'idempotencyKey' => $idempotencyKey]);
    }

    public function searchPayments(array $body): array
    {
        return $this->json('POST', '/v1/merchant/payments/search', '', ['body' => $body]);
    }

    public function exportPayments(array $query = []): string
    {
        return $this->text('GET', '/v1/merchant/payments.csv', '', ['query' => $query]);
    }

    public function exportFoundPayments(array $body): string
    {
        return $this->text('POST', '/v1/merchant/payments.csv', '', ['body' => $body]);
    }

    public function readPayment(string $id, array $query = []): array
    {
        return $this->json('GET', '/v1/merchant/payments/{}', $id, ['query' => $query]);
    }

    public function refreshPayment(string $id): array
    {
        return $this->json('POST', '/v1/merchant/payments/{}/refresh', $id);
    }

    public function resolvePayment(string $id, array $body): array
    {
        return $this->json('POST', '/v1/merchant/payments/{}/resolve', $id, ['body' => $body]);
    }

    public function recordRefund(string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->json('POST', '/v1/merchant/payments/{}/refunds', $id, ['body' => $body, 'idempotencyKey' => $idempotencyKey]);
    }

    public function listRefunds(array $query = []): array
    {
        return $this->json('GET', '/v1/merchant/refunds', '', ['query' => $query]);
    }

    public function voidRefund(string $id, array $body): array
    {
        return $this->json('POST', '/v1/merchant/refunds/{}/void', $id, ['body' => $body]);
    }

    public function readTransaction(string $transactionReference): array
    {
        return $this->json('GET', '/v1/merchant/transactions/{}', $transactionReference);
    }

    /** Says whether a reference, or the message that has it, is money that nothing was sold for. */
    public function checkReference(array $body): array
    {
        return $this->json('POST', '/v1/merchant/references/check', '', ['body' => $body]);
    }

    /** What this key has checked today, in Madagascar. */
    public function listReferenceChecks(): array
    {
        return $this->json('GET', '/v1/merchant/references/checks');
    }

    /**
     * Compares a statement of the operator with the payments. It changes no payment, and the report is not stored.
     *
     * @param string $file the content of the CSV file
     * @param array<string, mixed> $fields columns (an array), dateFormat, decimal, from, to
     */
    public function importStatement(string $file, array $fields = []): array
    {
        return $this->json('POST', '/v1/merchant/statements', '', ['file' => $file, 'fields' => $fields]);
    }

    /** The same, with every row, as CSV. Its field `separator` is `comma` or `semicolon`. */
    public function exportStatement(string $file, array $fields = []): string
    {
        return $this->text('POST', '/v1/merchant/statements', '', ['file' => $file, 'fields' => $fields, 'accept' => 'text/csv']);
    }

    /** The columns and the first rows of a statement; its beginning is enough. */
    public function previewStatement(string $file): array
    {
        return $this->json('POST', '/v1/merchant/statements/preview', '', ['file' => $file, 'fields' => []]);
    }

    /** A month for the accountant, as CSV. */
    public function exportBooks(array $query): string
    {
        return $this->text('GET', '/v1/merchant/books.csv', '', ['query' => $query]);
    }

    public function createLink(array $body, ?string $idempotencyKey = null): array
    {
        return $this->json('POST', '/v1/merchant/links', '', ['body' => $body, 'idempotencyKey' => $idempotencyKey]);
    }

    public function listLinks(array $query = []): array
    {
        return $this->json('GET', '/v1/merchant/links', '', ['query' => $query]);
    }

    public function readLink(string $id): array
    {
        return $this->json('GET', '/v1/merchant/links/{}', $id);
    }

    /** The QR code of the link's address, as SVG. */
    public function readLinkCode(string $id): string
    {
        return $this->text('GET', '/v1/merchant/links/{}/qr.svg', $id);
    }

    public function cancelLink(string $id): array
    {
        return $this->json('POST', '/v1/merchant/links/{}/cancel', $id);
    }

    public function readTotals(array $query = []): array
    {
        return $this->json('GET', '/v1/merchant/totals', '', ['query' => $query]);
    }

    /** The go-live checklist. */
    public function readSetup(): array
    {
        return $this->json('GET', '/v1/merchant/setup');
    }

    public function listWebhooks(array $query = []): array
    {
        return $this->json('GET', '/v1/merchant/webhooks', '', ['query' => $query]);
    }

    public function readWebhook(string $id): array
    {
        return $this->json('GET', '/v1/merchant/webhooks/{}', $id);
    }

    public function replayWebhook(string $id): array
    {
        return $this->json('POST', '/v1/merchant/webhooks/{}/replay', $id);
    }

    public function sendTestWebhook(array $body): array
    {
        return $this->json('POST', '/v1/merchant/webhooks/test', '', ['body' => $body]);
    }

    public function createKey(array $body): array
    {
        return $this->json('POST', '/v1/merchant/keys', '', ['body' => $body]);
    }

    public function readSettings(): array
    {
        return $this->json('GET', '/v1/merchant/settings');
    }

    public function changeSettings(array $body): array
    {
        return $this->json('PATCH', '/v1/merchant/settings', '', ['body' => $body]);
    }

    public function listAudit(array $query = []): array
    {
        return $this->json('GET', '/v1/merchant/audit', '', ['query' => $query]);
    }

    public function exportAudit(array $query = []): string
    {
        return $this->text('GET', '/v1/merchant/audit.csv', '', ['query' => $query]);
    }

    public function erasePayer(array $body): array
    {
        return $this->json('POST', '/v1/merchant/payers/erase', '', ['body' => $body]);
    }

    public function listKeys(array $query = []): array
    {
        return $this->json('GET', '/v1/merchant/keys', '', ['query' => $query]);
    }

    public function revokeKey(string $id): void
    {
        $this->text('DELETE', '/v1/merchant/keys/{}', $id);
    }

    private function json(string $method, string $route, string $part = '', array $parts = []): array
    {
        $content = $this->text($method, $route, $part, $parts);
        if (!(json_decode($content) instanceof \stdClass)) {
            throw new TsenaException('answer_invalid', 'The answer is not a JSON object: is this the address of a companion?');
        }
        return json_decode($content, true);
    }

    private function text(string $method, string $route, string $part = '', array $parts = []): string
    {
        // `.` and `..` would lead to another route, even when they are encoded.
        if (strpos($route, '{}') !== false && in_array($part, ['', '.', '..'], true)) {
            throw new TsenaException('request_invalid', 'The id is missing or malformed.');
        }
        $query = [];
        foreach ($parts['query'] ?? [] as $name => $value) {
            if ($value !== null) {
                $query[$name] = $value === true ? 'true' : (string) $value;
            }
        }
        $url = $this->base . str_replace('{}', rawurlencode($part), $route) . ($query === [] ? '' : '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986));
        $headers = ['Authorization' => 'Bearer ' . $this->key];
        if (isset($parts['accept'])) {
            $headers['Accept'] = $parts['accept'];
        }
        $body = null;
        if (isset($parts['body'])) {
            $headers['Content-Type'] = 'application/json';
            $body = json_encode((object) $parts['body'], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
            if ($body === false) {
                throw new TsenaException('request_invalid', 'The body cannot be written as JSON. Its texts must be UTF-8.');
            }
        }
        if (isset($parts['file'])) {
            $boundary = bin2hex(random_bytes(16));
            $headers['Content-Type'] = 'multipart/form-data; boundary=' . $boundary;
            $body = self::writeForm($parts['file'], $parts['fields'], $boundary);
        }
        if (isset($parts['idempotencyKey'])) {
            if (preg_match('/\A[\x21-\x7e]{1,255}\z/', $parts['idempotencyKey']) !== 1) {
                throw new TsenaException('request_invalid', 'The idempotency key must have 1 to 255 printable characters.');
            }
            $headers['Idempotency-Key'] = $parts['idempotencyKey'];
        }
        $answer = self::sendByStream($method, $url, $headers, $body, $this->timeoutSeconds);
        if ($answer === null) {
            throw new TsenaException('companion_unreachable', 'The companion did not answer. Whether it received the request is unknown.');
        }
        // A page is no answer of a companion: a hoster that checks browsers, or a proxy, sends one with 200 too.
        $isPage = stripos($answer['headers']['content-type'] ?? '', 'text/html') === 0;
        if ($answer['status'] < 200 || $answer['status'] > 299 || $isPage) {
            throw self::errorOf($answer);
        }
        return $answer['body'];
    }

    /** A form with a file. Only names that the API knows may be fields, so that no name breaks out of its header. */
    private static function writeForm(string $file, array $fields, string $boundary): string
    {
        $form = '';
        foreach ($fields as $name => $value) {
            if (!in_array($name, ['columns', 'dateFormat', 'decimal', 'from', 'to', 'separator'], true)) {
                throw new TsenaException('request_invalid', "$name is not a field of a statement.");
            }
            if ($value === null) {
                continue;
            }
            $text = is_array($value) ? json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE) : (string) $value;
            $form .= "--$boundary\r\nContent-Disposition: form-data; name=\"$name\"\r\n\r\n$text\r\n";
        }
        $head = 'Content-Disposition: form-data; name="file"; filename="statement.csv"' . "\r\nContent-Type: text/csv";
        return "$form--$boundary\r\n$head\r\n\r\n$file\r\n--$boundary--\r\n";
    }

    /** @param array{status: int, headers: array<string, string>, body: string} $answer */
    private static function errorOf(array $answer): TsenaException
    {
        $problem = json_decode($answer['body'], true);
        $retryAfter = $answer['headers']['retry-after'] ?? '';
        $seconds = preg_match('/\A[0-9]{1,9}\z/', $retryAfter) === 1 ? (int) $retryAfter : null;
        $requestId = $answer['headers']['x-request-id'] ?? null;
        if (!is_array($problem) || !is_string($problem['code'] ?? null)) {
            $what = "The companion's address answered {$answer['status']} without a problem document.";
            return new TsenaException('answer_invalid', $what, $answer['status'], $seconds, $requestId);
        }
        $detail = is_string($problem['detail'] ?? null) ? $problem['detail'] : $problem['code'];
        return new TsenaException($problem['code'], $detail, $answer['status'], $seconds, $requestId, $problem);
    }

    /** @return array{status: int, headers: array<string, string>, body: string}|null */
    private static function sendByStream(string $method, string $url, array $headers, ?string $body, int $timeoutSeconds): ?array
    {
        if (filter_var(ini_get('allow_url_fopen'), FILTER_VALIDATE_BOOLEAN) === false) { // some hosters switch it off
            throw new TsenaException('request_invalid', 'PHP’s setting allow_url_fopen is off. Nothing was sent.');
        }
        $lines = ['Connection: close'];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $options = [
            'method' => $method,
            'header' => $lines,
            'content' => (string) $body,
            'timeout' => $timeoutSeconds,
            'ignore_errors' => true,
            'follow_location' => 0, // a redirect would take the key to another address
            'protocol_version' => 1.1,
            'auto_decode' => false, // PHP takes what came before a broken connection for the whole
        ];
        // The warning of a failed connection names the address only; the caller gets an exception instead.
        $stream = @fopen($url, 'rb', false, stream_context_create(['http' => $options]));
        if ($stream === false) {
            return null;
        }
        $content = stream_get_contents($stream);
        $meta = stream_get_meta_data($stream);
        fclose($stream);
        if ($content === false || $meta['timed_out']) {
            return null;
        }
        $status = 0;
        $received = [];
        foreach ($meta['wrapper_data'] ?? [] as $line) {
            if (preg_match('~\AHTTP/[0-9.]+ ([0-9]{3})~', $line, $match) === 1) {
                $status = (int) $match[1];
                $received = [];
            } elseif (strpos($line, ':') !== false) {
                [$name, $value] = explode(':', $line, 2);
                $received[strtolower($name)] = trim($value);
            }
        }
        $whole = self::readWhole($content, $received);
        return $status === 0 || $whole === null ? null : ['status' => $status, 'headers' => $received, 'body' => $whole];
    }

    /** @param array<string, string> $headers */
    private static function readWhole(string $content, array $headers): ?string
    {
        if (!isset($headers['transfer-encoding'])) {
            return strlen($content) < (int) ($headers['content-length'] ?? 0) ? null : $content;
        }
        $whole = '';
        for ($at = 0; preg_match('/\G([0-9a-f]{1,7})[^\r\n]*\r\n/i', $content, $match, 0, $at) === 1; $at += strlen($match[0]) + $length + 2) {
            $length = (int) hexdec($match[1]);
            if ($length === 0) {
                return $whole;
            }
            $whole .= substr($content, $at + strlen($match[0]), $length);
        }
        return null; // the last chunk is missing
    }
}
