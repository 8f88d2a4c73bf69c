<?php

defined('ABSPATH') || exit;

/** What the plugin stores with an order, and how it changes one. */
final class Tsena_Checkout_Order
{
    /** Ids of the webhooks that were acted on. */
    private const WEBHOOKS = '_tsena_webhooks';
    /** The time of the newest event of each payment. */
    private const NEWEST = '_tsena_newest_events';
    /** Payments whose outcome is unknown, or that a person must review. */
    private const HOLDS = '_tsena_holds';
    /** The payment that completed the order. */
    private const PAID_BY = '_tsena_payment_id';
    /** Since when a payment can exist: the payment page was shown. */
    private const SHOWN = '_tsena_shown_at';
    /** Refunds that this shop recorded at the companion. */
    private const REFUNDS = '_tsena_refunds';
    /** The payment of another environment that the order has a note about. */
    private const OTHER_ENVIRONMENT = '_tsena_other_environment';

    private const MAX_WEBHOOKS = 100;
    private const LOCK_SECONDS = 10;

    /**
     * Runs one act on an order at a time.
     *
     * @return mixed what the act returns; null if another one takes long
     */
    public static function locked(int $id, callable $act)
    {
        global $wpdb;
        $name = substr("tsena_{$wpdb->prefix}$id", 0, 64);
        // phpcs:disable WordPress.DB.DirectDatabaseQuery -- WordPress has no named locks, and a lock must not come from a cache.
        if ((string) $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, %d)', $name, self::LOCK_SECONDS)) === '0') {
            return null;
        }
        // Without a result, this database has no named locks. The steps are safe to repeat even so.
        try {
            wp_cache_flush_runtime(); // what another request wrote while this one waited
            return $act();
        } finally {
            $wpdb->get_var($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $name));
        }
        // phpcs:enable
    }

    /** @return array<string, mixed> the order as Tsena_Checkout_Rules::decide() reads it */
    public static function facts(WC_Order $order): array
    {
        return [
            'status' => $order->get_status(),
            'method' => $order->get_payment_method(),
            'amount' => Tsena_Checkout_Rules::amount_of((string) $order->get_total()),
            'currency' => $order->get_currency(),
            'is_paid' => $order->is_paid(),
            'was_paid' => $order->get_date_paid() !== null,
            'paid_by' => array_values(array_filter([(string) $order->get_meta(self::PAID_BY), (string) $order->get_transaction_id()], 'strlen')),
            'holds' => self::list_of($order, self::HOLDS),
            'newest' => self::list_of($order, self::NEWEST),
            'refunds' => self::list_of($order, self::REFUNDS),
        ];
    }

    /** Keeps a refund that this shop recorded, with a note. */
    public static function add_refund(WC_Order $order, string $refund_id, string $digits): void
    {
        $order->update_meta_data(self::REFUNDS, array_merge(self::list_of($order, self::REFUNDS), [$refund_id]));
        $order->save_meta_data();
        $amount = html_entity_decode(wp_strip_all_tags(wc_price((float) $digits, ['currency' => 'MGA'])));
        /* translators: 1: amount, 2: id of the refund */
        $order->add_order_note(sprintf(__('Tsena: the refund of %1$s is recorded at the companion (%2$s). No money has moved: send it by hand from your account at the operator.', 'tsena-checkout'), $amount, $refund_id));
    }

    /** Points out once that a payment belongs to another environment than the shop. */
    public static function point_out_environment(WC_Order $order, array $payment): void
    {
        if ($order->get_meta(self::OTHER_ENVIRONMENT) === $payment['id']) {
            return;
        }
        $order->add_order_note(self::note('other_environment', $payment));
        self::mail($order->get_order_number(), self::note('other_environment', $payment));
        $order->update_meta_data(self::OTHER_ENVIRONMENT, $payment['id']);
        $order->save_meta_data();
    }

    /** Points out a completed payment whose order does not exist any more. */
    public static function point_out_missing(int $id, array $payment): void
    {
        wc_get_logger()->error("Order $id: " . self::note('order_missing', $payment), ['source' => 'tsena-checkout']);
        self::mail((string) $id, self::note('order_missing', $payment));
    }

    public static function has_seen(WC_Order $order, string $webhook_id): bool
    {
        return in_array($webhook_id, self::list_of($order, self::WEBHOOKS), true);
    }

    public static function has_holds(WC_Order $order): bool
    {
        return self::list_of($order, self::HOLDS) !== [];
    }

    public static function was_shown(WC_Order $order): bool
    {
        return (string) $order->get_meta(self::SHOWN) !== '';
    }

    public static function mark_shown(WC_Order $order): void
    {
        if (!self::was_shown($order)) {
            $order->update_meta_data(self::SHOWN, gmdate('Y-m-d\TH:i:s\Z'));
            $order->save_meta_data();
        }
    }

    /**
     * Applies a decision. The webhook counts as handled only at the end: after a crash in between, the companion delivers it again, and
     * the steps that were done change nothing twice.
     *
     * @param array{id: string, type: string, timestamp: string, data: array<string, mixed>} $event
     * @param array{change: string, note: string, mail: bool, holds: string[]} $decision
     */
    public static function apply(WC_Order $order, array $event, array $decision): void
    {
        $payment = $event['data'];
        $payment_id = (string) $payment['id'];
        $note = $decision['note'] === '' ? '' : self::note($decision['note'], $payment);
        $order->update_meta_data(self::HOLDS, $decision['holds']);
        switch ($decision['change']) {
            case 'complete':
                // Saved together with the status.
                $order->update_meta_data(self::PAID_BY, $payment_id);
                if ($order->get_payment_method() !== 'tsena') {
                    $order->set_payment_method('tsena');
                    $order->set_payment_method_title(Tsena_Checkout_Settings::get('title'));
                }
                $order->payment_complete((string) ($payment['transactionReference'] ?? ''));
                if ($order->get_date_paid() === null) { // WooCommerce logs the exception of another plugin, and goes on
                    throw new RuntimeException('WooCommerce could not complete the order.');
                }
                break;
            case 'hold':
                $order->update_status('on-hold', $note);
                $note = '';
                break;
            case 'release':
                $order->update_status('pending', $note);
                $note = '';
                break;
        }
        if ($note !== '') {
            $order->add_order_note($note);
        }
        if ($decision['mail']) {
            self::mail($order->get_order_number(), self::note($decision['note'], $payment));
        }
        $newest = self::list_of($order, self::NEWEST);
        $newest[$payment_id] = max($newest[$payment_id] ?? '', $event['timestamp']);
        $order->update_meta_data(self::NEWEST, $newest);
        $order->update_meta_data(self::WEBHOOKS, array_slice(array_merge(self::list_of($order, self::WEBHOOKS), [$event['id']]), -self::MAX_WEBHOOKS));
        $order->save();
    }

    /** @return array<int|string, string> */
    private static function list_of(WC_Order $order, string $name): array
    {
        $value = $order->get_meta($name);
        return is_array($value) ? array_filter($value, 'is_string') : [];
    }

    /** What happened, what it means for the money, and what to do next. */
    private static function note(string $key, array $payment): string
    {
        $notes = [
            'unresolved' => __('The operator’s answer was lost. The customer may have paid: do not ask for a second payment, and do not cancel this order. Ask the customer for the reference of the operator’s SMS, and enter it in the companion’s dashboard.', 'tsena-checkout'),
            'failed_after_all' => __('The operator reports this payment as failed. The customer can pay again.', 'tsena-checkout'),
            'review_required' => __('This payment needs review. Check it in the companion’s dashboard before you deliver.', 'tsena-checkout'),
            'amount_differs' => __('A payment is completed, but its amount or currency differs from this order. The money has arrived. Check the payment before you deliver, and refund or correct the difference.', 'tsena-checkout'),
            'paid_twice' => __('A second payment of this order is completed. Refund one of the two.', 'tsena-checkout'),
            'overpaid' => __('This order is overpaid. Refund one of its payments.', 'tsena-checkout'),
            'paid_too_late' => __('A payment of this order is completed, but the order can no longer be fulfilled. The money has arrived. Refund it, or create a new order.', 'tsena-checkout'),
            'paid_after_cancellation' => __('The payment completed after this order was cancelled. The money has arrived, so the order is paid and its stock is reduced again. Check that the goods are still there.', 'tsena-checkout'),
            'refunded' => __('A refund of this payment was recorded at the companion. The money itself is sent by hand.', 'tsena-checkout'),
            'refund_voided' => __('A recorded refund of this payment was voided at the companion.', 'tsena-checkout'),
            'order_missing' => __('A payment is completed, but its order does not exist in this shop any more. The money has arrived. Refund it, or create a new order.', 'tsena-checkout'),
            /* translators: %s: sandbox or production */
            'other_environment' => sprintf(__('The companion reports a payment of its environment “%s”, which is not that of this shop. The order was not changed. If the money is real, choose the same environment in the settings of Tsena Checkout: the companion delivers the payment again.', 'tsena-checkout'), $payment['environment']),
        ];
        return sprintf('Tsena: %s (%s)', $notes[$key], (string) $payment['id']);
    }

    private static function mail(string $number, string $text): void
    {
        /* translators: %s: order number */
        $subject = sprintf(__('Order %s: please check its payment', 'tsena-checkout'), $number);
        wp_mail((string) get_option('admin_email'), $subject, $text);
    }
}
