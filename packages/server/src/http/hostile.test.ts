import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PaymentId } from '@tsena/shared/checkout';
import { readEvents } from '@tsena/testkit/events';
import { closed, openSocket, sendRaw } from '@tsena/testkit/raw';
import { describe, expect, it, vi } from 'vitest';
import { PAYER, startStack } from '../../test/support/stack.ts';
import { useForEach } from '../../test/support/use.ts';
import { findPayment } from '../core/storage/reads.ts';

const stack = useForEach(() => startStack({ env: { TRUST_PROXY: 'loopback', MAX_STREAMS: '1' } }));

const json = (method: string, body: string): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body,
});

describe('a client without an order token, a payment id or a key', () => {
  it('causes no request to the operator and no row', async () => {
    const id = 'pay_AAAAAAAAAAAAAAAAAAAAAA';
    const forged = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJPUkRFUi0xIiwiYW1vdW50IjoiMTAwIiwiZXhwIjo0MTAyNDQ0ODAwfQ.';
    const requests: [string, RequestInit?][] = [
      ['/v1/checkout'],
      ['/v1/payments', json('POST', JSON.stringify({ orderToken: forged, msisdn: PAYER }))],
      [`/v1/payments/${id}/events`],
      [`/v1/payments/${id}/reference`, json('POST', '{"transactionReference":"636042511"}')],
      [`/v1/callbacks/${'a'.repeat(43)}`, json('PUT', '{"transactionStatus":"completed"}')],
      [`/v1/merchant/payments/${id}?operator=1`],
      [`/v1/merchant/payments/${id}/refresh`, { method: 'POST' }],
    ];
    for (const [path, init] of requests) {
      for (let time = 0; time < 5; time += 1) {
        expect([400, 401, 404, 429]).toContain((await fetch(`${stack.served.url}${path}`, init)).status);
      }
    }
    expect(stack.sandbox.requests()).toEqual([]);
    expect(await stack.served.companion.storage.store.db.selectFrom('payments').selectAll().execute()).toEqual([]);
  });
});

describe('event streams', () => {
  it('whose client reads nothing are closed before they fill the memory', async () => {
    const { body } = await stack.pay('ORDER-1');
    const { storage, subscriptions } = stack.served.companion.context;
    const payment = await findPayment(storage.store.db, body.id as PaymentId);
    if (payment === undefined) throw new Error('the payment is gone');
    const socket = await openSocket(stack.served.url);
    socket.pause();
    socket.write(`GET /v1/payments/${body.id}/events HTTP/1.1\r\nHost: x\r\n\r\n`);
    await vi.waitFor(() => expect(subscriptions.orders()).toHaveLength(1));
    const ended = closed(socket);
    const { db } = storage.store;
    for (let version = payment.version + 1; subscriptions.orders().length > 0; version += 1) {
      await db.updateTable('payments').set({ version }).where('id', '=', payment.id).execute();
      subscriptions.publish({ ...payment, version });
      await nextTurn();
    }
    socket.resume();
    await ended;
    const stream = await readEvents(stack.served.url, body.id);
    stream.close();
  });
});

describe('manipulated addresses', () => {
  let asked = 0;
  /** Each time from another address, so that no limit hides an answer. */
  async function askRaw(method: string, path: string): Promise<{ status: number; text: string }> {
    asked += 1;
    const headers = `Host: x\r\nX-Forwarded-For: 192.0.2.${asked}\r\nConnection: close`;
    const text = await sendRaw(stack.served.url, `${method} ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
  }

  it('give no access to /v1/merchant without the key', async () => {
    await stack.pay('ORDER-1');
    const paths = [
      '/v1/merchant/payments',
      '/V1/Merchant/payments',
      '/v1//merchant/payments',
      '/v1/x/../merchant/payments',
      '/v1/merchant/%2e%2e/merchant/payments',
      '/v1/merchant%2fpayments',
      '/v1/%6d%65rchant/payments',
      '/v1/merchant;x=1/payments',
      '/v1/merchant/payments?key=',
      '/v1/merchant/payments.csv',
      '/v1/merchant/payments%00',
      '/v1/merchant/nonsense',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const { status, text } = await askRaw(method, path);
        expect(method === 'OPTIONS' ? [204, 400, 401, 404, 405] : [400, 401, 404, 405], `${method} ${path}`).toContain(
          status,
        );
        expect(text).not.toContain('ORDER-1');
      }
    }
  });

  it('give no access to files that are not served', async () => {
    const paths = [
      '/v1/checkout-..%2f..%2fpackage.json',
      '/dashboard/..%2f..%2fpackage.json',
      '/dashboard/%2e%2e/%2e%2e/etc/passwd',
      '/%c0%ae%c0%ae/etc/passwd',
      '/v1/payments/%E0%A4%A',
    ];
    for (const path of paths) {
      const { status, text } = await askRaw('GET', path);
      expect([400, 404], path).toContain(status);
      expect(text).toContain('application/problem+json');
    }
  });
});
