<?php

use Tsena\Tsena;
use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** The endpoint `/?wc-api=tsena`. */
final class Tsena_Checkout_Webhook
{
    private const TIMES = 'tsena_checkout_webhooks';
    private const FIELDS = ['id', 'environment', 'order', 'amount', 'currency'];

    public static function receive(): void
    {
        $status = self::handle((string) file_get_contents('php://input'), $_SERVER);
        status_header($status);
        exit;
    }

    /**
     * @param array<string, mixed> $server
     * @return int the HTTP status of the answer
     */
    public static function handle(string $body, array $server): int
    {
        try {
            $event = Tsena::verifyWebhook($body, $server, Tsena_Checkout_Settings::get('webhook_secret'));
        } catch (TsenaException $error) {
            if ($error->code() === 'webhook_signature_invalid') {
                self::remember('refused');
            }
            return $error->code() === 'webhook_secret_invalid' ? 500 : 401;
        }
        self::remember('verified');
        if (preg_match('/\A(payment|order)\./', $event['type']) !== 1) {
            return 204;
        }
        foreach (self::FIELDS as $name) {
            if (!is_string($event['data'][$name] ?? null)) {
                return 400;
            }
        }
        $id = Tsena_Checkout_Rules::order_id_of($event['data']['order'], Tsena_Checkout_Settings::get('order_prefix'));
        if ($id === null) {
            return 204;
        }
        try {
            $act = static function () use ($id, $event): int {
                return self::apply($id, $event);
            };
            return Tsena_Checkout_Order::locked($id, $act) ?? 503; // the companion delivers it again
        } catch (Throwable $error) {
            wc_get_logger()->error("Order $id: a webhook could not be handled: " . $error->getMessage(), ['source' => 'tsena-checkout']);
            return 500;
        }
    }

    private static function apply(int $id, array $event): int
    {
        $payment = $event['data'];
        $order = wc_get_order($id);
        if ($payment['environment'] !== Tsena_Checkout_Settings::get('environment')) {
            // A sandbox payment must not pay a real order. The companion delivers it again: one side may have been switched first.
            if ($order instanceof WC_Order) {
                Tsena_Checkout_Order::point_out_environment($order, $payment);
            }
            return 403;
        }
        if (!$order instanceof WC_Order) {
            if ($event['type'] === 'payment.completed') {
                Tsena_Checkout_Order::point_out_missing($id, $payment);
            }
            return 204;
        }
        if (!Tsena_Checkout_Order::has_seen($order, $event['id'])) {
            $facts = Tsena_Checkout_Order::facts($order);
            Tsena_Checkout_Order::apply($order, $event, Tsena_Checkout_Rules::decide($event['type'], $payment, $event['timestamp'], $facts));
        }
        return 204;
    }

    /** When a webhook was last `verified`, and when one with a wrong signature was last `refused`: seconds since 1970; 0 for never. */
    public static function times(): array
    {
        $times = get_option(self::TIMES);
        return (is_array($times) ? $times : []) + ['verified' => 0, 'refused' => 0];
    }

    /** Keeps the time, and logs a refusal; once a minute, because anyone can send a webhook. */
    private static function remember(string $result): void
    {
        $times = self::times();
        $is_news = $result === 'verified' && $times['refused'] >= $times['verified'];
        if (time() - $times[$result] < MINUTE_IN_SECONDS && !$is_news) {
            return;
        }
        update_option(self::TIMES, [$result => time()] + $times, false);
        if ($result === 'refused') {
            wc_get_logger()->warning('A webhook was refused: its signature does not match. Compare the webhook secret with the companion’s WEBHOOK_SECRET.', ['source' => 'tsena-checkout']);
        }
    }
}
