<?php

namespace Tsena\Laravel\Events;

/** Two payments of this order are paid. Refund one of the two. */
final class OrderOverpaid extends PaymentEvent
{
}
