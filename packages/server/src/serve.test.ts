import type { Payment } from '@tsena/shared/checkout';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './ledger/store.ts';
import { freePort } from './testing/port.ts';
import { type CompanionProcess, startProcess } from './testing/process.ts';
import { type Stack, startStack } from './testing/stack.ts';

describe('SIGTERM', () => {
  let stack: Stack;
  let companion: CompanionProcess;
  let url: string;

  beforeEach(async () => {
    // The stack's own companion makes way for a process of its own.
    stack = await startStack();
    await stack.served.stop();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    companion = startProcess({ ...stack.env, PORT: String(port), PUBLIC_URL: url });
    await companion.ready;
  });
  afterEach(async () => {
    companion.kill('SIGKILL');
    await companion.ended;
    await stack.restart();
    await stack.close();
  });

  async function pay(order: string): Promise<Payment> {
    const response = await fetch(`${url}/v1/payments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ orderToken: await stack.mint({ sub: order, amount: '25000' }), msisdn: '0343500003' }),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as Payment;
  }

  it('ends streams, finishes the request under way, gives the leases back, and exits with 0', async () => {
    const watched = await pay('ORDER-1');
    const stream = await fetch(`${url}/v1/payments/${watched.id}/events`);
    const streamEnds = stream.text();
    stack.sandbox.setFaults([{ on: 'initiate', do: 'delay', value: 700 }]);
    const paying = pay('ORDER-2');
    await expect.poll(() => stack.sandbox.requests().filter((request) => request.on === 'initiate').length).toBe(2);

    companion.kill('SIGTERM');
    expect(await streamEnds).toContain('event: payment');
    expect((await paying).status).toBe('pending');
    expect(await companion.ended).toBe(0);

    const store = await openStore(stack.env.DATABASE_URL ?? '');
    const leased = await store.db.selectFrom('payments').select('id').where('lease_owner', 'is not', null).execute();
    await store.close();
    expect(leased).toEqual([]);
  });

  it('refuses new connections meanwhile', async () => {
    stack.sandbox.setFaults([{ on: 'initiate', do: 'delay', value: 700 }]);
    const paying = pay('ORDER-1');
    await expect.poll(() => stack.sandbox.requests().filter((request) => request.on === 'initiate').length).toBe(1);
    companion.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    expect((await paying).status).toBe('pending');
    expect(await companion.ended).toBe(0);
  });
});
