<?php

namespace Tsena\Laravel\Events;

/** The operator's answer was lost, and the payer may have paid. Hold the order; do not ask for a second payment. */
final class PaymentUnresolved extends PaymentEvent
{
}
