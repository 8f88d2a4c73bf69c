<?php

namespace Tests;

use Tsena\Laravel\Facades\Tsena;
use Tsena\Laravel\Testing\SignedWebhook;

require_once __DIR__ . '/ShopTestCase.php';

/** The test that docs/platforms/laravel.md shows. */
final class ManualTest extends ShopTestCase
{
    protected function tearDown(): void
    {
        cache()->forget('paid CMD-1042');
        parent::tearDown();
    }

    public function test_a_completed_payment_marks_the_order_as_paid(): void
    {
        Tsena::fake();
        SignedWebhook::of('payment.completed', 'CMD-1042', 44500)->send($this)->assertNoContent();
        $this->get('/orders/CMD-1042')->assertSee('Paid');
    }
}
