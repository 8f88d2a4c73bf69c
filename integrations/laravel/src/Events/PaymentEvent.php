<?php

namespace Tsena\Laravel\Events;

/** What the companion reported about a payment, in a webhook whose signature and environment are right. */
abstract class PaymentEvent
{
    /**
     * @param string $id the webhook-id, the same in every delivery of this event
     * @param string $timestamp when it happened, RFC 3339 in UTC
     * @param array<string, mixed> $payment the payment as it stood at the event
     */
    final public function __construct(
        public readonly string $id,
        public readonly string $timestamp,
        public readonly array $payment,
    ) {
    }

    /** Your order reference. It can be an order of another shop with the same companion, or of a payment link. */
    public function order(): string
    {
        return $this->payment['order'];
    }

    /** Whether an order of this many whole Ariary is paid by this event. Only {@see PaymentCompleted} pays. */
    public function pays(int|string $amount): bool
    {
        if (preg_match('/\A[1-9][0-9]*\z/', (string) $amount) !== 1) {
            throw new \InvalidArgumentException('The amount must be whole Ariary, as digits without a decimal point.');
        }
        return $this instanceof PaymentCompleted
            && $this->payment['amount'] === (string) $amount
            && $this->payment['currency'] === 'MGA';
    }
}
