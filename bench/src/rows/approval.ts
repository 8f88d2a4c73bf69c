import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Section } from '../figures.ts';
import type { Measured } from '../processes.ts';
import { approve, approveAll, newOrder, pay, startBaseline, startCalledBack, startCompanion, startSandbox } from '../product.ts';
import { median, quantile } from '../statistics.ts';

/** A page that watches a payment: resolves once it has its first state, with the moment when it will know "completed". */
async function watch({ port }: Measured, id: string): Promise<{ readonly knows: Promise<number> }> {
  let onOpen = () => {};
  const opened = new Promise<void>((resolve) => {
    onOpen = resolve;
  });
  const knows = new Promise<number>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: `/v1/payments/${id}/events`, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.includes('event: payment')) onOpen();
        if (text.includes('"status":"completed"')) resolve(performance.now());
      });
      answer.on('end', () => reject(new Error(`the stream of ${id} ended before it was paid`)));
    });
    asked.on('error', reject);
    asked.end();
  });
  await opened;
  return { knows };
}

async function byCallback(sandbox: Measured, companion: Measured, count: number): Promise<number[]> {
  const waits: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const { id } = await pay(companion, newOrder());
    const { knows } = await watch(companion, id);
    const approvedAt = performance.now();
    await approveAll(sandbox);
    waits.push((await knows) - approvedAt);
  }
  return waits;
}

/** Approved at moments spread over four seconds, as shoppers would. */
async function byPolling(sandbox: Measured, companion: Measured, count: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const order = newOrder();
      const { id } = await pay(companion, order);
      const { knows } = await watch(companion, id);
      await sleep((4000 * index) / count);
      const approvedAt = performance.now();
      await approve(sandbox, order);
      return (await knows) - approvedAt;
    }),
  );
}

async function roundTrips(server: Measured, count: number): Promise<number[]> {
  const waits: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const began = performance.now();
    await (await fetch(`${server.url}/v1/payments/any`)).text();
    waits.push(performance.now() - began);
  }
  return waits;
}

/** From the approval at the operator until the page knows. */
export async function measureApproval({ quick, say }: Context): Promise<Section> {
  const [called, polled] = quick ? [20, 10] : [200, 60];
  const sandbox = await startSandbox();
  const bare = await startBaseline('read', { PAYMENT: '{"status":"completed"}' });
  const withCallbacks = await startCalledBack(sandbox.url);
  const withoutCallbacks = await startCompanion(sandbox.url);
  // Half before and half after, for whatever else the machine does.
  await roundTrips(bare, 200);
  const trips = await roundTrips(bare, 200);
  await byCallback(sandbox, withCallbacks, 5);
  const calls = await byCallback(sandbox, withCallbacks, called);
  say(`by callback: half of them within ${median(calls).toFixed(0)} ms`);
  trips.push(...(await roundTrips(bare, 200)));
  const polls = await byPolling(sandbox, withoutCallbacks, polled);
  say(`by polling: half of them within ${median(polls).toFixed(0)} ms`);
  await Promise.all([sandbox, bare, withCallbacks, withoutCallbacks].map((measured) => measured.stop()));

  const beside = (share: number) => ({
    beside: quantile(trips, share),
    besides: 'one round trip to bare Express',
    unit: 'ms',
    better: 'less' as const,
  });
  return {
    title: 'From the approval to "paid" on the page',
    figures: [
      { what: 'by callback, p50', ours: median(calls), ...beside(0.5), aim: { ours: 50 } },
      { what: 'by callback, p95', ours: quantile(calls, 0.95), ...beside(0.95) },
      { what: 'by callback, p99', ours: quantile(calls, 0.99), ...beside(0.99), aim: { ours: 250 } },
      { what: 'by polling, p50', ours: median(polls), ...beside(0.5) },
      { what: 'by polling, p95', ours: quantile(polls, 0.95), ...beside(0.95) },
      { what: 'by polling, p99', ours: quantile(polls, 0.99), ...beside(0.99) },
    ],
    notes: [
      `${called} payments one after the other by callback, ${polled} side by side by polling, approved within their first seconds. Measured from the approval's request to the event in the page's stream. By callback, five steps are in between: approval, callback, status, details and the durable commit.`,
      'By polling, the schedule decides, not the machine: the status of a watched payment is checked about every 2 s at first.',
    ],
  };
}
