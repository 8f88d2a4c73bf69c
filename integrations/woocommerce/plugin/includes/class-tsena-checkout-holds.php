<?php

use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** Keeps orders from being cancelled while their payment may still complete. */
final class Tsena_Checkout_Holds
{
    /** After one request without an answer, the others of this run are not sent. */
    private static $is_silent = false;

    public static function register(): void
    {
        add_filter('woocommerce_cancel_unpaid_order', [self::class, 'filter_cancel_unpaid'], 20, 2);
        add_filter('woocommerce_valid_order_statuses_for_cancel', [self::class, 'filter_statuses_for_cancel'], 20, 2);
    }

    /** The cron job that cancels unpaid orders. */
    public static function filter_cancel_unpaid($is_cancelled, $order)
    {
        return $is_cancelled && self::may_cancel($order);
    }

    /** The shopper's "Cancel" in the account and in the cart. */
    public static function filter_statuses_for_cancel($statuses, $order = null)
    {
        return self::may_cancel($order) ? $statuses : [];
    }

    /** @param mixed $order */
    private static function may_cancel($order): bool
    {
        // No payment can exist before its page was shown.
        if (!$order instanceof WC_Order || !Tsena_Checkout_Order::was_shown($order)) {
            return true;
        }
        if (Tsena_Checkout_Order::has_holds($order) || self::$is_silent) {
            return false;
        }
        try {
            $answer = Tsena_Checkout_Companion::read_checkout(Tsena_Checkout_Companion::order_token($order));
        } catch (TsenaException $error) {
            return false; // an order whose total changed: its payment is not known
        }
        self::$is_silent = $answer === null;
        return $answer !== null && Tsena_Checkout_Rules::is_cancellable($answer['status'], json_decode($answer['body'], true));
    }
}
