<?php

namespace Tsena\Laravel\Testing;

use Illuminate\Foundation\Testing\TestCase;
use Illuminate\Testing\TestResponse;

/**
 * A webhook as the companion sends it, signed with the secret of the settings. In a test of your shop:
 *
 *     Tsena::fake();
 *     SignedWebhook::of('payment.completed', 'CMD-1042', 44500)->send($this)->assertNoContent();
 */
final class SignedWebhook
{
    private function __construct(public readonly string $body)
    {
    }

    /** @param array<string, mixed> $payment further fields of the payment, or other values of them */
    public static function of(string $type, string $order, int|string $amount, array $payment = []): self
    {
        $statuses = ['payment.failed' => 'failed', 'payment.unresolved' => 'unresolved'];
        $now = gmdate('Y-m-d\TH:i:s.000\Z');
        $data = $payment + [
            'id' => 'pay_' . bin2hex(random_bytes(11)),
            'environment' => config('tsena.environment'),
            'order' => $order,
            'status' => $statuses[$type] ?? 'completed',
            'amount' => (string) $amount,
            'currency' => 'MGA',
            'transactionReference' => '636042511',
            'verified' => true,
            'reviewReasons' => [],
            'failure' => null,
            'updatedAt' => $now,
        ];
        return new self((string) json_encode(['type' => $type, 'timestamp' => $now, 'data' => $data]));
    }

    /** Posts it to the package's route. Each call is a delivery with the same `webhook-id`. */
    public function send(TestCase $test): TestResponse
    {
        $server = ['CONTENT_TYPE' => 'application/json'];
        foreach ($this->headers() as $name => $value) {
            $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
        }
        return $test->call('POST', route('tsena.webhook'), [], [], [], $server, $this->body);
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        $id = 'msg_' . substr(hash('sha256', $this->body), 0, 22);
        $sentAt = (string) time();
        $secret = trim(explode(',', (string) config('tsena.webhook_secret'))[0]);
        $key = (string) base64_decode(substr($secret, strlen('whsec_')));
        $signature = base64_encode(hash_hmac('sha256', "$id.$sentAt.$this->body", $key, true));
        return ['webhook-id' => $id, 'webhook-timestamp' => $sentAt, 'webhook-signature' => "v1,$signature"];
    }
}
