<?php

use Tsena\Tsena;
use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** The endpoint `/?wc-api=tsena`. */
final class Tsena_Checkout_Webhook
{
    private const LOCK_SECONDS = 10;
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
            return $error->code() === 'webhook_secret_invalid' ? 500 : 401;
        }
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
        if ($event['data']['environment'] !== Tsena_Checkout_Settings::get('environment')) {
            wc_get_logger()->warning("Order $id: a webhook of another environment was ignored.", ['source' => 'tsena-checkout']);
            return 204; // a sandbox payment must not pay a real order
        }
        return self::locked($id, static function () use ($id, $event): int {
            $order = wc_get_order($id);
            if (!$order instanceof WC_Order || Tsena_Checkout_Order::has_seen($order, $event['id'])) {
                return 204;
            }
            $facts = Tsena_Checkout_Order::facts($order);
            Tsena_Checkout_Order::apply($order, $event, Tsena_Checkout_Rules::decide($event['type'], $event['data'], $event['timestamp'], $facts));
            return 204;
        });
    }

    /** Runs one webhook of an order at a time. If another one takes long, the companion delivers this one again. */
    private static function locked(int $id, callable $act): int
    {
        global $wpdb;
        $name = substr("tsena_{$wpdb->prefix}$id", 0, 64);
        $got = $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, %d)', $name, self::LOCK_SECONDS));
        if ((string) $got === '0') {
            return 503;
        }
        // Null: this database has no named locks. The steps are safe to repeat even so.
        try {
            wp_cache_flush_runtime(); // what another request wrote while this one waited
            return $act();
        } catch (Throwable $error) {
            wc_get_logger()->error("Order $id: a webhook could not be handled: " . $error->getMessage(), ['source' => 'tsena-checkout']);
            return 500;
        } finally {
            $wpdb->get_var($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $name));
        }
    }
}
