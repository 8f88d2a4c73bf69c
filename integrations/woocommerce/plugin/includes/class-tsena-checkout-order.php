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

    private const MAX_WEBHOOKS = 100;

    /** @return array<string, mixed> the order as Tsena_Checkout_Rules::decide() reads it */
    public static function facts(WC_Order $order): array
    {
        return [
            'status' => $order->get_status(),
            'amount' => Tsena_Checkout_Rules::amount_of((string) $order->get_total()),
            'currency' => $order->get_currency(),
            'is_paid' => $order->is_paid(),
            'was_paid' => $order->get_date_paid() !== null,
            'paid_by' => array_values(array_filter([(string) $order->get_meta(self::PAID_BY), (string) $order->get_transaction_id()], 'strlen')),
            'holds' => self::list_of($order, self::HOLDS),
            'newest' => self::list_of($order, self::NEWEST),
        ];
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
            self::mail($order, $decision['note'], $payment);
        }
        $newest = self::list_of($order, self::NEWEST);
        if (!isset($newest[$payment_id]) || strcmp($newest[$payment_id], $event['timestamp']) < 0) {
            $newest[$payment_id] = $event['timestamp'];
        }
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
            'unresolved' => __('The operator’s answer was lost. The customer may have paid: do not ask for a second payment, and do not cancel this order. The companion goes on checking.', 'tsena-checkout'),
            'failed_after_all' => __('The operator reports this payment as failed. The customer can pay again.', 'tsena-checkout'),
            'review_required' => __('This payment needs review. Check it in the companion’s dashboard before you deliver.', 'tsena-checkout'),
            'amount_differs' => __('A payment is completed, but its amount or currency differs from this order. The money has arrived. Check the payment before you deliver, and refund or correct the difference.', 'tsena-checkout'),
            'paid_twice' => __('A second payment of this order is completed. Refund one of the two.', 'tsena-checkout'),
            'overpaid' => __('This order is overpaid. Refund one of its payments.', 'tsena-checkout'),
            'paid_too_late' => __('A payment of this order is completed, but the order can no longer be fulfilled. The money has arrived. Refund it, or create a new order.', 'tsena-checkout'),
            'paid_after_cancellation' => __('The payment completed after this order was cancelled. The money has arrived, so the order is paid and its stock is reduced again. Check that the goods are still there.', 'tsena-checkout'),
            'refunded' => __('A refund of this payment was recorded at the companion. The money itself is sent by hand.', 'tsena-checkout'),
            'refund_voided' => __('A recorded refund of this payment was voided at the companion.', 'tsena-checkout'),
        ];
        return sprintf('Tsena: %s (%s)', $notes[$key], (string) $payment['id']);
    }

    private static function mail(WC_Order $order, string $key, array $payment): void
    {
        /* translators: %s: order number */
        $subject = sprintf(__('Order %s: please check its payment', 'tsena-checkout'), $order->get_order_number());
        wp_mail((string) get_option('admin_email'), $subject, self::note($key, $payment));
    }
}
