<?php

namespace Tsena\Laravel\Events;

/** A person must review the payment; `$event->payment['reviewReasons']` says why. */
final class ReviewRequired extends PaymentEvent
{
}
