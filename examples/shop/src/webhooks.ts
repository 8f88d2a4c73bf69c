import express, { type Router } from 'express';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as z from 'zod/mini';
import type { Orders } from './orders.ts';
import { newsOf, paymentSchema } from './payment.ts';

const eventSchema = z.object({ type: z.string(), data: paymentSchema });

/** Where the companion tells the shop, signed, what became of a payment: `POST /webhooks/tsena`. */
export function webhooks(orders: Orders, secret: string): Router {
  const signature = new Webhook(secret);
  const router = express.Router();
  // The signature covers the bytes, so the body must not be parsed before it is checked.
  router.post('/webhooks/tsena', express.raw({ type: '*/*', limit: '64kb' }), (request, response) => {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) {
      response.status(400).json({ error: 'no body' });
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
      response.status(401).json({ error: 'the signature does not match' });
      return;
    }
    const event = eventSchema.safeParse(content);
    if (!event.success) {
      response.status(400).json({ error: 'not a payment event' });
      return;
    }
    const payment = event.data.data;
    const order = orders.find(payment.order);
    if (order === undefined) {
      response.status(404).json({ error: 'no such order' });
      return;
    }
    const noted = orders.note(order, payment.id, newsOf(payment, order), Date.parse(payment.updatedAt));
    if (event.data.type === 'order.overpaid') orders.noteOverpaid(noted);
    response.status(204).end();
  });
  return router;
}
