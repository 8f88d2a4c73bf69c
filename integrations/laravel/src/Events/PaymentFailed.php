<?php

namespace Tsena\Laravel\Events;

/** The payment failed; `$event->payment['failure']` says why. The shopper can try again. */
final class PaymentFailed extends PaymentEvent
{
}
