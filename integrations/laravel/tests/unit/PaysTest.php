<?php

namespace Tests;

use PHPUnit\Framework\TestCase;
use Tsena\Laravel\Events\PaymentCompleted;
use Tsena\Laravel\Events\PaymentUnresolved;

final class PaysTest extends TestCase
{
    private const PAYMENT = ['order' => 'CMD-7', 'amount' => '25000', 'currency' => 'MGA'];

    public function testACompletedPaymentPaysItsAmountInAriary(): void
    {
        $event = new PaymentCompleted('msg_1', '2026-11-20T12:00:00.000Z', self::PAYMENT);
        $this->assertTrue($event->pays(25000));
        $this->assertTrue($event->pays('25000'));
        foreach ([24999, 25001, 2500000, '250'] as $amount) {
            $this->assertFalse($event->pays($amount));
        }
        $euros = new PaymentCompleted('msg_1', '2026-11-20T12:00:00.000Z', ['currency' => 'EUR'] + self::PAYMENT);
        $this->assertFalse($euros->pays(25000));
    }

    public function testNothingElsePays(): void
    {
        $this->assertFalse((new PaymentUnresolved('msg_1', '2026-11-20T12:00:00.000Z', self::PAYMENT))->pays(25000));
    }

    /** An order with such a total would never be paid, and nobody would know why. */
    public function testAnAmountThatIsNoWholeAriaryIsAnError(): void
    {
        $event = new PaymentCompleted('msg_1', '2026-11-20T12:00:00.000Z', self::PAYMENT);
        foreach (['25000.00', '25 000', '', '-25000', 0, "25000\n"] as $amount) {
            try {
                $event->pays($amount);
                $this->fail("pays($amount) is not refused.");
            } catch (\InvalidArgumentException $error) {
                $this->assertStringContainsString('whole Ariary', $error->getMessage());
            }
        }
    }
}
