<?php

namespace Tsena\Laravel\Console;

use Illuminate\Console\Command;
use Tsena\Laravel\Checkout;
use Tsena\Tsena;
use Tsena\TsenaException;

/** Checks the settings of config/tsena.php, and the companion. It creates no payment. */
final class CheckCommand extends Command
{
    /** The order that the check asks about. The companion keeps nothing of it. */
    private const ORDER = 'TSENA-CHECK';
    /** Webhooks are refused if the clocks differ by more than five minutes. */
    private const MOST_SECONDS_APART = 60;

    protected $signature = 'tsena:check';
    protected $description = 'Check the settings of Tsena Checkout and the connection to the companion';

    public function handle(Checkout $checkout): int
    {
        $faults = $this->faultsOfSettings($checkout);
        if ($faults === []) {
            $faults = $this->faultsOfCompanion($checkout);
        }
        foreach ($faults as $fault) {
            $this->error($fault);
        }
        if ($faults !== []) {
            return 1;
        }
        $this->info('The settings are right: the companion knows the order-token secret, and takes ' . config('tsena.environment') . ' payments.');
        if (config('tsena.webhook_path') !== null) {
            $this->line('On the companion, set WEBHOOK_URL=' . route('tsena.webhook') . ', and run `tsena doctor`: it tests the webhook and its secret.');
        }
        return 0;
    }

    /** @return string[] */
    private function faultsOfSettings(Checkout $checkout): array
    {
        $checks = [
            'TSENA_COMPANION_URL' => fn () => $checkout->companionUrl(),
            'TSENA_ORDER_TOKEN_SECRET' => fn () => Tsena::checkOrderTokenSecret((string) config('tsena.order_token_secret')),
            'TSENA_WEBHOOK_SECRET' => fn () => Tsena::checkWebhookSecret((string) config('tsena.webhook_secret')),
        ];
        $faults = [];
        foreach ($checks as $name => $check) {
            try {
                $check();
            } catch (TsenaException $error) {
                $faults[] = "$name: {$error->getMessage()}";
            }
        }
        if (!in_array(config('tsena.environment'), ['sandbox', 'production'], true)) {
            $faults[] = 'TSENA_ENVIRONMENT: must be sandbox or production, as OPERATOR_ENVIRONMENT of the companion.';
        }
        return $faults;
    }

    /** @return string[] */
    private function faultsOfCompanion(Checkout $checkout): array
    {
        $url = $checkout->companionUrl();
        $answer = self::read("$url/v1/checkout", $checkout->orderToken(['order' => self::ORDER, 'amount' => 100]));
        if ($answer === null) {
            return ["TSENA_COMPANION_URL: $url does not answer. Check the address, and that the companion runs."];
        }
        $body = json_decode($answer['body'], true);
        $code = $body['code'] ?? null;
        if ($code === 'order_token_invalid') {
            return ['TSENA_ORDER_TOKEN_SECRET: is not the ORDER_TOKEN_SECRET of the companion.'];
        }
        $apart = $answer['date'] === null ? 0 : abs($answer['date'] - time());
        if ($code === 'order_token_expired' || $apart > self::MOST_SECONDS_APART) {
            return ["The clocks of this server and of the companion are $apart s apart. Correct the one that is wrong."];
        }
        $environment = $body['environment'] ?? null;
        if ($answer['status'] !== 200 || !is_string($environment)) {
            return ["TSENA_COMPANION_URL: $url does not answer as a companion: HTTP {$answer['status']}. Check the address."];
        }
        if ($environment !== config('tsena.environment')) {
            return ["TSENA_ENVIRONMENT: is " . config('tsena.environment') . ", but the companion's OPERATOR_ENVIRONMENT is $environment."];
        }
        return [];
    }

    /** @return array{status: int, date: int|null, body: string}|null null without an answer */
    private static function read(string $url, string $token): ?array
    {
        $options = ['header' => ["Authorization: Bearer $token", 'Connection: close'], 'timeout' => 10, 'ignore_errors' => true, 'follow_location' => 0];
        // The warning of a failed connection names the address only; the caller names it too.
        $stream = @fopen($url, 'rb', false, stream_context_create(['http' => $options]));
        if ($stream === false) {
            return null;
        }
        $body = (string) stream_get_contents($stream);
        $status = 0;
        $date = null;
        foreach (stream_get_meta_data($stream)['wrapper_data'] ?? [] as $line) {
            if (preg_match('~\AHTTP/[0-9.]+ ([0-9]{3})~', $line, $match) === 1) {
                $status = (int) $match[1];
            } elseif (stripos($line, 'date:') === 0) {
                $date = strtotime(trim(substr($line, strlen('date:')))) ?: null;
            }
        }
        fclose($stream);
        return ['status' => $status, 'date' => $date, 'body' => $body];
    }
}
