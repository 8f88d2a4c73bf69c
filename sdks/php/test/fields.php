<?php
// Calls each method as fields.test.ts says, and prints what it returns.

use Tsena\MerchantClient;
use Tsena\Tsena;

require __DIR__ . '/../Tsena.php';
error_reporting(E_ALL);

$client = new MerchantClient($argv[1], 'tsena_test_0123456789');
$asked = json_decode(file_get_contents('php://stdin'), true);
$call = static function (array $one) use ($client) {
    $given = ['query' => $one['query'], 'body' => $one['body'], 'fields' => $one['body'], 'file' => "Date;Montant\r\n", 'idempotencyKey' => 'key-1'];
    $arguments = [];
    foreach ((new ReflectionMethod($client, $one['method']))->getParameters() as $parameter) {
        $arguments[] = $given[$parameter->getName()] ?? 'an-id';
    }
    return $client->{$one['method']}(...$arguments);
};
$order = array_diff_key($asked['order'], ['sub' => 0, 'exp' => 0]);
$order = array_merge($order, ['order' => 'ORDER-1', 'foreignCurrency' => 'EUR', 'foreignAmount' => '5.10']);
echo json_encode(['results' => array_map($call, $asked['calls']), 'token' => Tsena::signOrderToken($order, str_repeat('s', 32))], JSON_THROW_ON_ERROR);
