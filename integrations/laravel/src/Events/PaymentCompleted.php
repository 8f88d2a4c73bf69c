<?php

namespace Tsena\Laravel\Events;

/** The operator confirmed the payment. Compare it with your order: `$event->pays($order->total)`. */
final class PaymentCompleted extends PaymentEvent
{
}
