<?php

defined('ABSPATH') || exit;

/** What a webhook means for an order. Pure: no WordPress, no database, no clock. */
final class Tsena_Checkout_Rules
{
    /** An order that the money can still complete. A cancelled one too: the shopper has paid. */
    private const COMPLETABLE = ['pending', 'on-hold', 'failed', 'cancelled', 'checkout-draft'];

    /** An order that waits for its payment. */
    private const WAITING = ['pending', 'failed'];

    /** Reasons for which a payment does not count as paid. */
    private const DOUBTFUL = ['details_mismatch', 'polling_stopped'];

    /** Whole Ariary, as digits: "44500" and "44500.00" are whole; null for a fraction, which is never rounded. */
    public static function amount_of(string $total): ?string
    {
        if (preg_match('/\A([1-9][0-9]{2,11})(?:\.0+)?\z/', $total, $match) !== 1) {
            return null;
        }
        return $match[1];
    }

    /** A refund as whole Ariary, from 1: a person sends it. Null for a fraction, which is never rounded. */
    public static function refund_amount_of(string $amount): ?string
    {
        return preg_match('/\A([1-9][0-9]{0,11})(?:\.0+)?\z/', $amount, $match) === 1 ? $match[1] : null;
    }

    /**
     * The id of the shop's refund that is recorded. WooCommerce deletes its refund after an error, and pressing again makes a new one: after
     * a lost answer it continues the recording of the first, also if others were recorded meanwhile.
     *
     * @param array<string, array<string, string>> $begun the bodies of recordings whose answer is missing, by the id of the shop's refund
     * @param array<string, string> $body
     */
    public static function refund_to_record(array $begun, array $body, string $refund): string
    {
        $found = array_search($body, $begun, true);
        return $found === false ? $refund : (string) $found;
    }

    /**
     * The code of an answer that is no refund; null if it is one.
     *
     * @param mixed $content the parsed answer; null for a page, which a hoster that checks browsers sends with 200
     */
    public static function fault_of_refund($content): ?string
    {
        if (is_string($content['id'] ?? null) && is_string($content['status'] ?? null)) {
            return null;
        }
        return is_string($content['code'] ?? null) ? $content['code'] : 'companion_unreachable';
    }

    /** The id of the order that a reference names; null if it is not `{prefix}{id}`, whole. */
    public static function order_id_of(string $reference, string $prefix): ?int
    {
        if ($prefix === '' || strpos($reference, $prefix) !== 0) {
            return null;
        }
        $id = substr($reference, strlen($prefix));
        return preg_match('/\A[1-9][0-9]{0,17}\z/', $id) === 1 ? (int) $id : null;
    }

    /** Says why a prefix cannot be used; null if it can. */
    public static function fault_of_prefix(string $prefix): ?string
    {
        if (preg_match('/\A[A-Za-z0-9._-]{0,29}[A-Za-z._-]\z/', $prefix) !== 1) {
            return 'characters';
        }
        return strpos($prefix, 'LNK-') === 0 || strpos($prefix, 'CTR-') === 0 ? 'reserved' : null;
    }

    /** Whether a host is this machine, or in a private network: only there, the companion may speak http. */
    public static function is_private_host(string $host): bool
    {
        return preg_match('/\A(localhost|.+\.(localhost|local|internal)|\[::1\]|(127|10)(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})\z/', $host) === 1;
    }

    /**
     * Decides what an event changes.
     *
     * @param string $type such as `payment.completed`
     * @param array<string, mixed> $payment the event's `data`
     * @param string $timestamp when the event happened
     * @param array{status: string, method: string, amount: ?string, currency: string, is_paid: bool, was_paid: bool, paid_by: string[], holds: string[], newest: array<string, string>, refunds: string[]} $order
     *     `was_paid`: a payment completed it once; `paid_by`: payment id and transaction reference of the payment that completed it; `holds`: payments whose outcome is unknown;
     *     `newest`: the time of the newest event of each payment; `refunds`: ids of the refunds that this shop recorded
     * @return array{change: string, note: string, mail: bool, holds: string[]} `change`: `none`, `complete`, `hold` or `release`;
     *     `note`: a key of Tsena_Checkout_Order::notes(), or ''
     */
    public static function decide(string $type, array $payment, string $timestamp, array $order): array
    {
        $id = (string) ($payment['id'] ?? '');
        $holds = $order['holds'];
        $without = array_values(array_diff($holds, [$id]));
        $nothing = ['change' => 'none', 'note' => '', 'mail' => false, 'holds' => $holds];

        if ($type === 'payment.completed') {
            return self::decide_completed($payment, $order, $without);
        }
        // An older event must not replace what is known. "completed" counts whenever it arrives. The companion writes all times in one form.
        if (strcmp($timestamp, $order['newest'][$id] ?? '') < 0) {
            return $nothing;
        }
        switch ($type) {
            case 'payment.unresolved':
                $held = array_values(array_unique(array_merge($holds, [$id])));
                return self::hold($order, $held, 'unresolved', false);
            case 'payment.failed':
                if (!in_array($id, $holds, true)) {
                    return $nothing;
                }
                // An order that changed to another method, such as a bank transfer, waits for that one; the owner may have put a paid one on hold.
                $is_ours = $order['method'] === 'tsena' && !$order['was_paid'];
                $is_released = $without === [] && $order['status'] === 'on-hold' && $is_ours;
                return ['change' => $is_released ? 'release' : 'none', 'note' => 'failed_after_all', 'mail' => false, 'holds' => $without];
            case 'payment.review_required':
                $reasons = is_array($payment['reviewReasons'] ?? null) ? $payment['reviewReasons'] : [];
                if (array_intersect(self::DOUBTFUL, $reasons) === []) {
                    return ['change' => 'none', 'note' => 'review_required', 'mail' => true, 'holds' => $holds];
                }
                return self::hold($order, array_values(array_unique(array_merge($holds, [$id]))), 'review_required', true);
            case 'order.overpaid':
                return ['change' => 'none', 'note' => 'overpaid', 'mail' => true, 'holds' => $holds];
            case 'payment.refunded':
                if (in_array($payment['refund']['id'] ?? null, $order['refunds'], true)) {
                    return $nothing; // the owner pressed the button
                }
                return ['change' => 'none', 'note' => 'refunded', 'mail' => true, 'holds' => $holds];
            case 'payment.refund_voided':
                return ['change' => 'none', 'note' => 'refund_voided', 'mail' => true, 'holds' => $holds];
            default:
                return $nothing;
        }
    }

    /** @return array{change: string, note: string, mail: bool, holds: string[]} */
    private static function decide_completed(array $payment, array $order, array $holds): array
    {
        $names = [(string) ($payment['id'] ?? ''), (string) ($payment['transactionReference'] ?? '')];
        $is_same = array_intersect(array_filter($names, 'strlen'), $order['paid_by']) !== [];
        if ($order['is_paid'] || $order['was_paid']) {
            // The same payment again, or a second one of an order that is paid, or was paid and then refunded or cancelled.
            return ['change' => 'none', 'note' => $is_same ? '' : 'paid_twice', 'mail' => !$is_same, 'holds' => $holds];
        }
        $matches = $order['amount'] !== null && ($payment['amount'] ?? null) === $order['amount']
            && ($payment['currency'] ?? null) === 'MGA' && $order['currency'] === 'MGA';
        if (!$matches) {
            $id = (string) ($payment['id'] ?? '');
            return self::hold($order, array_values(array_unique(array_merge($holds, [$id]))), 'amount_differs', true);
        }
        if (!in_array($order['status'], self::COMPLETABLE, true)) {
            return ['change' => 'none', 'note' => 'paid_too_late', 'mail' => true, 'holds' => $holds];
        }
        $is_cancelled = $order['status'] === 'cancelled';
        return ['change' => 'complete', 'note' => $is_cancelled ? 'paid_after_cancellation' : '', 'mail' => $is_cancelled, 'holds' => $holds];
    }

    /** @return array{change: string, note: string, mail: bool, holds: string[]} */
    private static function hold(array $order, array $holds, string $note, bool $mail): array
    {
        $is_new = $holds !== $order['holds'];
        $change = in_array($order['status'], self::WAITING, true) ? 'hold' : 'none';
        // A cancelled order has given its stock back: the owner must know that the money may have moved.
        $is_surprise = $order['status'] === 'cancelled' && $is_new;
        return ['change' => $change, 'note' => $is_new || $change === 'hold' || $mail ? $note : '', 'mail' => $mail || $is_surprise, 'holds' => $holds];
    }

    /**
     * Whether an unpaid order can be cancelled, by what the companion answers to `GET /v1/checkout`.
     *
     * @param int $http_status 0 without an answer
     * @param mixed $body the parsed answer
     */
    public static function is_cancellable(int $http_status, $body): bool
    {
        if ($http_status !== 200 || !is_array($body) || !array_key_exists('payment', $body)) {
            return false; // unknown: the money may have moved
        }
        // A completed payment's webhook is on its way.
        return $body['payment'] === null || ($body['payment']['status'] ?? null) === 'failed';
    }
}
