import express, { type Router } from 'express';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as z from 'zod/mini';
import type { Orders } from './orders.ts';
import { paymentSchema, stateOfPayment } from './payment.ts';

const eventSchema = z.object({ type: z.string() });
const paymentEventSchema = z.object({ data: paymentSchema });

/**
 * Receives the companion's webhooks: `POST /webhooks/tsena`.
 *
 * @param environment the companion's OPERATOR_ENVIRONMENT; webhooks of another one are refused
 */
export function webhooks(orders: Orders, secret: string, environment: string): Router {
  const signature = new Webhook(secret);
  const router = express.Router();
  // The signature covers the raw bytes, so the body must not be parsed before it is verified.
  router.post('/webhooks/tsena', express.raw({ type: '*/*', limit: '64kb' }), (request, response) => {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) {
      response.status(400).json({ error: 'The request has no body.' });
      return;
    }
    let content: unknown;
    try {
      content = signature.verify(body, {
        'webhook-id': request.get('webhook-id') ?? '',
        'webhook-timestamp': request.get('webhook-timestamp') ?? '',
        'webhook-signature': request.get('webhook-signature') ?? '',
      });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError || error instanceof SyntaxError)) throw error;
      response.status(401).json({ error: 'The signature does not match.' });
      return;
    }
    const event = eventSchema.safeParse(content);
    if (event.success && !/^(payment|order)\./.test(event.data.type)) {
      response.status(204).end();
      return;
    }
    const paymentEvent = paymentEventSchema.safeParse(content);
    if (!event.success || !paymentEvent.success) {
      response.status(400).json({ error: 'The body is not an event about a payment.' });
      return;
    }
    const payment = paymentEvent.data.data;
    // A sandbox payment must not pay a real order.
    if (payment.environment !== environment) {
      response.status(403).json({ error: `This shop takes payments of the ${environment} environment only.` });
      return;
    }
    const order = orders.find(payment.order);
    if (order !== undefined) {
      const updated = orders.recordPayment(order, payment.id, stateOfPayment(payment, order), Date.parse(payment.updatedAt));
      if (event.data.type === 'order.overpaid') orders.recordOverpaid(updated);
    }
    response.status(204).end();
  });
  return router;
}
