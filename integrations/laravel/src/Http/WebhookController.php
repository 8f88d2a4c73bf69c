<?php

namespace Tsena\Laravel\Http;

use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Tsena\Laravel\Events;
use Tsena\Tsena;
use Tsena\TsenaException;

/** Receives the companion's webhooks, and dispatches an event for each. */
final class WebhookController
{
    private const EVENTS = [
        'payment.completed' => Events\PaymentCompleted::class,
        'payment.failed' => Events\PaymentFailed::class,
        'payment.unresolved' => Events\PaymentUnresolved::class,
        'payment.review_required' => Events\ReviewRequired::class,
        'order.overpaid' => Events\OrderOverpaid::class,
        'payment.refunded' => Events\PaymentRefunded::class,
        'payment.refund_voided' => Events\RefundVoided::class,
    ];

    public function __invoke(Request $request, Dispatcher $events): Response
    {
        try {
            $webhook = Tsena::verifyWebhook($request->getContent(), $request->headers, (string) config('tsena.webhook_secret'));
        } catch (TsenaException $error) {
            if ($error->code() !== 'webhook_secret_invalid') {
                return new Response('', 401);
            }
            report($error); // our own setting is wrong: the companion delivers again
            return new Response('', 500);
        }
        $payment = $webhook['data'];
        if (($payment['environment'] ?? null) !== config('tsena.environment')) {
            return new Response('', 403); // a sandbox payment must not pay a real order, and nothing is lost
        }
        $class = self::EVENTS[$webhook['type']] ?? null;
        if ($class === null) {
            return new Response('', 204); // a ping, or a type of a later companion
        }
        foreach (['id', 'order', 'status', 'amount', 'currency'] as $field) {
            if (!is_string($payment[$field] ?? null)) {
                return new Response('', 400);
            }
        }
        try {
            $events->dispatch(new $class($webhook['id'], $webhook['timestamp'], $payment));
        } catch (\Throwable $error) {
            // Whatever it is: the framework answers 404, 410 or a redirect to some exceptions, and the event would be lost.
            report($error);
            return new Response('', 500);
        }
        return new Response('', 204);
    }
}
