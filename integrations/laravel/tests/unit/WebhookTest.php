<?php

namespace Tests;

use Illuminate\Auth\Access\AuthorizationException;
use Illuminate\Database\Eloquent\ModelNotFoundException;
use Illuminate\Http\Exceptions\HttpResponseException;
use Illuminate\Support\Facades\Event;
use Illuminate\Validation\ValidationException;
use Symfony\Component\HttpKernel\Exception\HttpException;
use Tsena\Laravel\Events\OrderOverpaid;
use Tsena\Laravel\Events\PaymentCompleted;
use Tsena\Laravel\Events\PaymentEvent;
use Tsena\Laravel\Events\PaymentFailed;
use Tsena\Laravel\Events\PaymentRefunded;
use Tsena\Laravel\Events\PaymentUnresolved;
use Tsena\Laravel\Events\RefundVoided;
use Tsena\Laravel\Events\ReviewRequired;
use Tsena\Laravel\Testing\SignedWebhook;

require_once __DIR__ . '/ShopTestCase.php';

final class WebhookTest extends ShopTestCase
{
    /** @return PaymentEvent[] what is dispatched from now on */
    private function listen(): \ArrayObject
    {
        $events = new \ArrayObject();
        Event::listen('Tsena\*', static function (string $name, array $payload) use ($events): void {
            $events[] = $payload[0];
        });
        return $events;
    }

    public static function types(): array
    {
        return [
            ['payment.completed', PaymentCompleted::class],
            ['payment.failed', PaymentFailed::class],
            ['payment.unresolved', PaymentUnresolved::class],
            ['payment.review_required', ReviewRequired::class],
            ['order.overpaid', OrderOverpaid::class],
            ['payment.refunded', PaymentRefunded::class],
            ['payment.refund_voided', RefundVoided::class],
        ];
    }

    /** @dataProvider types */
    public function testDispatchesAnEventForEachType(string $type, string $class): void
    {
        $events = $this->listen();
        SignedWebhook::of($type, 'CMD-7', 25000, ['id' => 'pay_1'])->send($this)->assertNoContent();
        $this->assertCount(1, $events);
        $this->assertInstanceOf($class, $events[0]);
        $this->assertSame(['CMD-7', 'pay_1', '25000'], [$events[0]->order(), $events[0]->payment['id'], $events[0]->payment['amount']]);
        $this->assertMatchesRegularExpression('/\A20\d\d-.*Z\z/', $events[0]->timestamp);
        $this->assertSame($type === 'payment.completed', $events[0]->pays(25000));
    }

    public function testGivesEachDeliveryOfAnEventTheSameId(): void
    {
        $events = $this->listen();
        $webhook = SignedWebhook::of('payment.completed', 'CMD-7', 25000);
        $webhook->send($this)->assertNoContent();
        $webhook->send($this)->assertNoContent();
        $this->assertStringStartsWith('msg_', $events[0]->id);
        $this->assertSame($events[0]->id, $events[1]->id);
    }

    public function testRefusesAWebhookThatSomeoneElseSigned(): void
    {
        $events = $this->listen();
        $webhook = SignedWebhook::of('payment.completed', 'CMD-7', 25000);
        $right = $webhook->headers();
        $old = (string) (time() - 301);
        $others = [
            [],
            ['webhook-signature' => ''] + $right,
            ['webhook-id' => 'msg_other'] + $right,
            ['webhook-timestamp' => $old] + $right,
            ['webhook-signature' => 'v1,' . base64_encode(str_repeat('x', 32))] + $right,
        ];
        foreach ($others as $headers) {
            $server = [];
            foreach ($headers as $name => $value) {
                $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
            }
            $this->call('POST', '/tsena/webhook', [], [], [], $server, $webhook->body)->assertStatus(401);
        }
        $this->assertCount(0, $events);
    }

    public function testAnswers500AndReportsItWithoutAWebhookSecret(): void
    {
        $events = $this->listen();
        $webhook = SignedWebhook::of('payment.completed', 'CMD-7', 25000);
        foreach ([null, '', 'whsec_', 'whsec_' . base64_encode(str_repeat('x', 23))] as $secret) {
            config(['tsena.webhook_secret' => $secret]);
            $webhook->send($this)->assertStatus(500);
        }
        $this->assertCount(0, $events);
    }

    public function testAnswers403ToAPaymentOfAnotherEnvironment(): void
    {
        $events = $this->listen();
        SignedWebhook::of('payment.completed', 'CMD-7', 25000, ['environment' => 'production'])->send($this)->assertForbidden();
        config(['tsena.environment' => 'production']);
        SignedWebhook::of('payment.completed', 'CMD-7', 25000, ['environment' => 'sandbox'])->send($this)->assertForbidden();
        $this->assertCount(0, $events);
    }

    public static function exceptions(): array
    {
        return [
            'any' => [static fn () => new \RuntimeException('The database is gone.')],
            'a missing model, 404' => [static fn () => new ModelNotFoundException()],
            'abort(410), after which the companion delivers no more' => [static fn () => new HttpException(410)],
            'a failed validation, a redirect' => [static fn () => ValidationException::withMessages(['order' => 'unknown'])],
            'a refusal, 403' => [static fn () => new AuthorizationException()],
            'a response, 200' => [static fn () => new HttpResponseException(response('ok'))],
            'an error of PHP' => [static fn () => new \TypeError('null')],
        ];
    }

    /** @dataProvider exceptions */
    public function testAnswers500IfAListenerThrowsSoThatTheEventComesAgain(callable $create): void
    {
        Event::listen(static function (PaymentCompleted $event) use ($create): void {
            throw $create();
        });
        SignedWebhook::of('payment.completed', 'CMD-7', 25000)->send($this)->assertStatus(500);
    }

    public function testAnswers204ToTypesThatItDoesNotKnow(): void
    {
        $events = $this->listen();
        foreach (['tsena.ping', 'payment.invented'] as $type) {
            SignedWebhook::of($type, 'CMD-7', 25000)->send($this)->assertNoContent();
        }
        $this->assertCount(0, $events);
    }

    public function testAnswers400ToAPaymentWithoutItsFields(): void
    {
        $events = $this->listen();
        SignedWebhook::of('payment.completed', 'CMD-7', 25000, ['amount' => 25000])->send($this)->assertStatus(400);
        SignedWebhook::of('payment.completed', 'CMD-7', 25000, ['order' => null])->send($this)->assertStatus(400);
        $this->assertCount(0, $events);
    }

    public function testStartsNoSessionAndAsksForNoCsrfToken(): void
    {
        $answer = SignedWebhook::of('payment.completed', 'CMD-7', 25000)->send($this)->assertNoContent();
        $this->assertSame([], $answer->headers->getCookies());
        $this->assertNotSame([], $this->get('/orders/CMD-1042')->headers->getCookies()); // the group `web` has one
    }

    public function testMarksTheOrderOfTheExampleAsPaid(): void
    {
        cache()->forget('paid CMD-1042');
        SignedWebhook::of('payment.completed', 'CMD-1042', 100)->send($this)->assertNoContent();
        SignedWebhook::of('payment.failed', 'CMD-1042', 44500)->send($this)->assertNoContent();
        SignedWebhook::of('payment.completed', 'CMD-1042', 44500, ['currency' => 'EUR'])->send($this)->assertNoContent();
        $this->get('/orders/CMD-1042')->assertDontSee('Paid');
        SignedWebhook::of('payment.completed', 'CMD-1042', 44500)->send($this)->assertNoContent();
        $this->get('/orders/CMD-1042')->assertSee('Paid');
        cache()->forget('paid CMD-1042');
    }
}
