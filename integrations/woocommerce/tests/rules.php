<?php
// Calls functions of the plugin's rules: reads [[name, arguments], …] from standard input, and prints their results as JSON.

define('ABSPATH', __DIR__);
error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message): bool {
    throw new ErrorException($message);
});
require __DIR__ . '/../dist/tsena-checkout/includes/class-tsena-checkout-rules.php';

$results = array_map(static function (array $call) {
    return Tsena_Checkout_Rules::{$call[0]}(...$call[1]);
}, json_decode(stream_get_contents(STDIN), true));
echo json_encode($results, JSON_THROW_ON_ERROR);
