<?php
// Reads test vectors, and prints what Tsena.php does with each: the token or the event, or the code of the error.

use Tsena\Tsena;
use Tsena\TsenaException;

require __DIR__ . '/../Tsena.php';
error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message): bool {
    throw new ErrorException($message);
});

$outcome = static function (callable $act) {
    try {
        return $act();
    } catch (TsenaException $error) {
        return $error->code();
    }
};

$vectors = json_decode(stream_get_contents(STDIN), true);
$signed = array_map(static function (array $one) use ($outcome) {
    return $outcome(static function () use ($one): string {
        return Tsena::signOrderToken($one['order'], $one['secret'], $one['expiresInSeconds'], $one['now']);
    });
}, $vectors['signOrderToken']);
$verified = array_map(static function (array $one) use ($outcome) {
    return $outcome(static function () use ($one): array {
        $event = Tsena::verifyWebhook($one['body'], $one['headers'], $one['secret'], $one['now']);
        $event['data'] = (object) $event['data'];
        return $event;
    });
}, $vectors['verifyWebhook']);
echo json_encode(['signOrderToken' => $signed, 'verifyWebhook' => $verified], JSON_THROW_ON_ERROR);
