<?php

namespace Tsena\Laravel\Events;

/** You recorded a refund that you made outside: `$event->payment['refund']`. */
final class PaymentRefunded extends PaymentEvent
{
}
