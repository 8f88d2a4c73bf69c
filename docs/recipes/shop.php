<?php
// A complete shop in plain PHP: php -S 127.0.0.1:4020 shop.php

$companion = getenv('COMPANION_URL') ?: 'http://127.0.0.1:4000';
$order_token_secret = (string) getenv('ORDER_TOKEN_SECRET'); // PHP-FPM: needs clear_env = no, or an env[] line
$webhook_secret = (string) getenv('WEBHOOK_SECRET');
$environment = getenv('OPERATOR_ENVIRONMENT') ?: 'sandbox'; // the same as the companion's
$webhook_key = str_starts_with($webhook_secret, 'whsec_') ? (string) base64_decode(substr($webhook_secret, 6), true) : '';
if (strlen($order_token_secret) < 32 || strlen($webhook_key) < 24) { // an empty key is a valid HMAC key: anyone could sign
    error_log('ORDER_TOKEN_SECRET needs at least 32 characters, WEBHOOK_SECRET whsec_ and at least 24 bytes in base64.');
    http_response_code(500);
    return;
}

$orders = ['ORDER-1042' => '44500']; // your database: order reference, whole Ariary
$paid = fn(string $reference): string => sys_get_temp_dir() . "/paid-$reference"; // your database too

function encode(string $data): string {
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

function sign_order_token(string $reference, string $amount, string $secret): string {
    $claims = ['sub' => $reference, 'amount' => $amount, 'exp' => time() + 7200];
    $unsigned = encode(json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . encode(json_encode($claims));
    return $unsigned . '.' . encode(hash_hmac('sha256', $unsigned, $secret, true));
}

function is_signature_valid(string $body, string $key): bool {
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sent_at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($sent_at) || abs(time() - (int) $sent_at) > 300) return false;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent_at.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $one) {
        if (hash_equals($expected, $one)) return true;
    }
    return false;
}

if ($_SERVER['REQUEST_METHOD'] === 'POST') { // /webhooks/tsena
    $body = file_get_contents('php://input'); // the raw bytes: the signature covers them
    if (!is_signature_valid($body, $webhook_key)) {
        http_response_code(401);
        return;
    }
    ['type' => $type, 'data' => $payment] = json_decode($body, true);
    http_response_code(204);
    if ($type !== 'payment.completed') return;
    if ($payment['environment'] !== $environment) { // a sandbox payment must not pay a real order
        http_response_code(403);
        return;
    }
    $is_paid = ($orders[$payment['order']] ?? null) === $payment['amount'] && $payment['currency'] === 'MGA';
    if ($is_paid) touch($paid($payment['order'])); // the same webhook can arrive twice
    return;
}

$reference = array_key_first($orders);
if (file_exists($paid($reference))) {
    echo "<h1>$reference is paid</h1>";
    return;
}
$token = sign_order_token($reference, $orders[$reference], $order_token_secret);
?>
<h1><?= $reference ?>: <?= $orders[$reference] ?> Ar</h1>
<script async src="<?= $companion ?>/v1/checkout.js" data-order-token="<?= $token ?>" data-locale="mg"></script>
