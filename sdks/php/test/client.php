<?php
// Sends the same requests as client.test.ts, and prints what each of them returns or throws.

use Tsena\MerchantClient;
use Tsena\TsenaException;

require __DIR__ . '/../Tsena.php';
error_reporting(E_ALL);

[, $url, $nowhere, $key] = $argv;
$outcome = static function (callable $act) {
    try {
        return $act();
    } catch (TsenaException $error) {
        return [$error->code(), $error->status(), $error->getMessage(), $error->errors(), $error->retryAfterSeconds(), $error->requestId()];
    }
};

$client = new MerchantClient($url, $key, 1);
$refund = ['amount' => '500', 'reason' => 'Doré “cassé”'];
$columns = ['date' => 'Date', 'transactionReference' => 'Réf', 'amount' => 'Montant'];
$query = ['status' => 'completed', 'order' => 'A B&c=é', 'needsReview' => true, 'from' => '2026-05-01', 'to' => null];
echo json_encode(array_map($outcome, [
    fn() => $client->listPayments($query),
    fn() => $client->readPayment('pay_1/../x?y', ['operator' => '1']),
    fn() => $client->exportPayments(),
    fn() => $client->refreshPayment('pay_1'),
    fn() => $client->recordRefund('pay_1', $refund, 'refund-7'),
    fn() => $client->searchPayments(['msisdn' => '0343500003']),
    fn() => $client->readMerchant(),
    fn() => $client->readTotals(),
    fn() => $client->listWebhooks(),
    fn() => $client->revokeKey('key_1'),
    fn() => $client->replayWebhook('msg_1'),
    fn() => $client->importStatement("Date;Réf;Montant\r\n", ['columns' => $columns, 'from' => '2026-05-01']),
    fn() => $client->exportStatement("Date;Réf;Montant\r\n", ['separator' => 'semicolon']),
    fn() => $client->exportBooks(['month' => '2026-11']),
    fn() => $client->exportAudit(),
    fn() => $client->refreshPayment('pay_cut'),
    fn() => $client->replayWebhook('msg_hang'),
    fn() => $client->readPayment('..'),
    fn() => $client->recordRefund('pay_1', $refund, "a\r\nX-Other: 1"),
    fn() => (new MerchantClient($nowhere, $key))->readMerchant(),
    fn() => new MerchantClient('pay.example', $key),
    fn() => new MerchantClient('file:///etc/passwd', $key),
    fn() => new MerchantClient($url, ''),
    fn() => new MerchantClient($url, "a key\r\nX-Other: 1"),
]), JSON_THROW_ON_ERROR);
