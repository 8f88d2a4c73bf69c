<?php
// A complete shop in plain PHP: php -S 127.0.0.1:4020 shop.php

use Tsena\Tsena;
use Tsena\TsenaException;

set_include_path(__DIR__ . '/../../sdks/php'); // in your shop, put Tsena.php beside this file and leave this line out
require_once 'Tsena.php';

$companion = getenv('COMPANION_URL') ?: 'http://127.0.0.1:4000';
$order_token_secret = (string) getenv('ORDER_TOKEN_SECRET'); // PHP-FPM: needs clear_env = no, or an env[] line
$webhook_secret = (string) getenv('WEBHOOK_SECRET');
$environment = getenv('OPERATOR_ENVIRONMENT') ?: 'sandbox'; // the same as the companion's
try {
    Tsena::checkOrderTokenSecret($order_token_secret); // an empty key is a valid HMAC key: anyone could sign
    Tsena::checkWebhookSecret($webhook_secret);
} catch (TsenaException $error) {
    error_log($error->getMessage());
    http_response_code(500);
    return;
}

$orders = ['ORDER-1042' => '44500']; // your database: order reference, whole Ariary
$paid = fn(string $reference): string => sys_get_temp_dir() . "/paid-$reference-" . getmypid(); // your database too: this file is of this process

if ($_SERVER['REQUEST_METHOD'] === 'POST') { // /webhooks/tsena
    $body = (string) file_get_contents('php://input'); // the raw bytes: the signature covers them
    try {
        $event = Tsena::verifyWebhook($body, $_SERVER, $webhook_secret);
    } catch (TsenaException $error) {
        http_response_code(401);
        return;
    }
    $payment = $event['data'];
    http_response_code(204);
    if ($event['type'] !== 'payment.completed') return;
    if (($payment['environment'] ?? '') !== $environment) { // a sandbox payment must not pay a real order
        http_response_code(403);
        return;
    }
    $order = is_string($payment['order'] ?? null) ? $payment['order'] : '';
    $is_paid = isset($orders[$order]) && $orders[$order] === ($payment['amount'] ?? '') && ($payment['currency'] ?? '') === 'MGA';
    if ($is_paid) touch($paid($order)); // the same webhook can arrive twice
    return;
}

$reference = array_key_first($orders);
// Without a doctype and a viewport, phones draw the payment form at half its size.
echo '<!doctype html>', "\n", '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">', "\n";
if (file_exists($paid($reference))) {
    echo "<h1>$reference is paid</h1>";
    return;
}
$order_token = Tsena::signOrderToken(['order' => $reference, 'amount' => $orders[$reference]], $order_token_secret);
?>
<h1><?= $reference ?>: <?= $orders[$reference] ?> Ar</h1>
<?= Tsena::checkoutHtml(['orderToken' => $order_token, 'companionUrl' => $companion]) ?>

<script async src="<?= $companion ?>/v1/checkout.js"></script>
