<?php

namespace Tsena\Laravel\Events;

/** You voided the record of a refund: `$event->payment['refund']`. */
final class RefundVoided extends PaymentEvent
{
}
