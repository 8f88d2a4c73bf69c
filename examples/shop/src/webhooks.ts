import { checkWebhookSecret, isPaymentEvent, TsenaError, verifyWebhook, type WebhookEvent } from '@tsena/node';
import express, { type Router } from 'express';
import type { Orders } from './orders.ts';
import { stateOfPayment } from './payment.ts';

/**
 * Receives the companion's webhooks: `POST /webhooks/tsena`.
 *
 * @throws TsenaError for a webhook secret with which anyone could sign
 * @param environment the companion's OPERATOR_ENVIRONMENT; webhooks of another one are refused
 */
export function webhooks(orders: Orders, secret: string, environment: string): Router {
  checkWebhookSecret(secret);
  const router = express.Router();
  // The signature covers the raw bytes, so the body must not be parsed before it is verified.
  router.post('/webhooks/tsena', express.raw({ type: '*/*', limit: '64kb' }), (request, response) => {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) {
      response.status(400).json({ error: 'The request has no body.' });
      return;
    }
    let event: WebhookEvent;
    try {
      event = verifyWebhook(body, request.headers, secret);
    } catch (error) {
      if (!(error instanceof TsenaError)) throw error;
      response.status(401).json({ error: error.message });
      return;
    }
    if (!isPaymentEvent(event)) {
      response.status(204).end();
      return;
    }
    const payment = event.data;
    // A sandbox payment must not pay a real order.
    if (payment.environment !== environment) {
      response.status(403).json({ error: `This shop takes payments of the ${environment} environment only.` });
      return;
    }
    const order = orders.find(payment.order);
    if (order !== undefined) {
      const updated = orders.recordPayment(
        order,
        payment.id,
        stateOfPayment(payment, order),
        Date.parse(payment.updatedAt),
      );
      if (event.type === 'order.overpaid') orders.recordOverpaid(updated);
    }
    response.status(204).end();
  });
  return router;
}
