<?php
// Reads test vectors, and prints what Tsena.php does with each: the token, the event or the HTML, or the code of the error.

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
        return $error->code() === 'webhook_header_missing' ? ['code' => $error->code(), 'message' => $error->getMessage()] : $error->code();
    }
};

$vectors = json_decode(stream_get_contents(STDIN), true);
$signed = array_map(static function (array $one) use ($outcome) {
    return $outcome(static function () use ($one): string {
        return Tsena::signOrderToken($one['order'], $one['secret'], $one['expiresInSeconds'], $one['now'], ...(isset($one['shorten']) ? [true] : []));
    });
}, $vectors['signOrderToken']);
$verify = static function (array $one, $headers) use ($outcome) {
    return $outcome(static function () use ($one, $headers): array {
        $event = Tsena::verifyWebhook($one['body'], $headers, $one['secret'], $one['now']);
        $event['data'] = (object) $event['data'];
        return $event;
    });
};
$verified = [];
$other_forms = []; // the names of the cases that end otherwise with a HeaderBag of Symfony, which is Traversable: none
foreach ($vectors['verifyWebhook'] as $one) {
    $verified[] = $verify($one, $one['headers']);
    if ($verify($one, is_array($one['headers']) ? new ArrayIterator($one['headers']) : $one['headers']) != end($verified)) {
        $other_forms[] = $one['name'];
    }
}
$written = array_map(static function (array $one) use ($outcome) {
    return $outcome(static function () use ($one): string {
        return Tsena::checkoutHtml($one);
    });
}, $vectors['checkoutHtml']);
echo json_encode(['signOrderToken' => $signed, 'verifyWebhook' => $verified, 'otherForms' => $other_forms, 'checkoutHtml' => $written], JSON_THROW_ON_ERROR);
