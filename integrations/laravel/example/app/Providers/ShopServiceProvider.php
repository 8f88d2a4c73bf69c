<?php

namespace App\Providers;

use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Event;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\ServiceProvider;
use Tsena\Laravel\Events\PaymentCompleted;

class ShopServiceProvider extends ServiceProvider
{
    /** Your database: order reference, whole Ariary. */
    public const ORDERS = ['CMD-1042' => 44500, 'CMD-1043' => 25000];

    public function boot(): void
    {
        Event::listen(function (PaymentCompleted $event): void {
            $amount = self::ORDERS[$event->order()] ?? null;
            if ($amount === null) {
                return; // not an order of this shop
            }
            if ($event->pays($amount)) {
                Cache::forever("paid {$event->order()}", true); // the same event can come twice
            } else {
                Log::error("A payment of {$event->order()} has another amount.", ['payment' => $event->payment['id']]);
            }
        });
    }
}
