import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Figure, Section } from '../figures.ts';
import type { Measured } from '../processes.ts';
import { newOrder, pay, payPlainly, readRequestLog, readTransactions, startBaseline, startCompanion, startSandbox } from '../product.ts';

const PAYMENTS = 50;
const VIEWERS = [1, 50, 100, 1000] as const;
/** What the companion tells a young payment's pages; the others' pages keep the same pace. */
const POLL_EVERY_MS = 2000;
const SANDBOX_KEEPS = 20_000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function poll({ port }: Measured, id: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: `/v1/payments/${id}`, agent }, (answer) => {
      answer
        .resume()
        .on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`a poll was answered ${answer.statusCode}`))));
    }).on('error', reject);
  });
}

/** One page that asks every two seconds, beginning at a moment of its own. */
async function view(server: Measured, id: string, phase: number, until: number): Promise<void> {
  await sleep(phase * POLL_EVERY_MS);
  for (let next = performance.now(); next < until; next += POLL_EVERY_MS) {
    await sleep(Math.max(0, next - performance.now()));
    await poll(server, id);
  }
}

/** Payments that are watched by so many in all. Their orders tell their transactions at the operator. */
interface Group {
  readonly viewers: number;
  readonly ids: string[];
  readonly orders: string[];
}

const emptyGroup = (viewers: number): Group => ({ viewers, ids: [], orders: [] });

function watch(server: Measured, { viewers, ids }: Group, until: number): Promise<void>[] {
  return Array.from({ length: viewers }, (_, index) => view(server, ids[index % PAYMENTS] ?? '', ((index * 7) % 100) / 100, until));
}

/** Status calls at the operator as more and more pages watch the same payments. */
export async function measureViewers({ quick, say }: Context): Promise<Section> {
  const seconds = quick ? 6 : 24;
  const sandbox = await startSandbox();
  const companion = await startCompanion(sandbox.url);
  const initiator = await startBaseline('initiate', { OPERATOR: sandbox.url });
  const proxy = await startBaseline('passOn', { OPERATOR: sandbox.url });
  const ours = VIEWERS.map(emptyGroup);
  const theirs = VIEWERS.map(emptyGroup);
  const open = async ({ ids, orders }: Group, start: (order: string) => Promise<string>) => {
    const order = newOrder();
    orders.push(order);
    ids.push(await start(order));
  };
  // One for each group in turn, for the younger a payment is, the more often it is looked at.
  for (let count = 0; count < PAYMENTS; count += 1) {
    for (const group of ours) await open(group, async (order) => (await pay(companion, order)).id);
    for (const group of theirs) await open(group, (order) => payPlainly(initiator, order));
  }
  const seenBefore = new Set((await readRequestLog(sandbox)).map(({ sequence }) => sequence));
  say(`${VIEWERS.length * PAYMENTS} payments on each side are pending; watching them for ${seconds} s`);
  const until = performance.now() + seconds * 1000;
  await Promise.all([
    ...ours.flatMap((group) => watch(companion, group, until)),
    ...theirs.flatMap((group) => watch(proxy, group, until)),
    sleep(seconds * 1000),
  ]);
  const journal = await readRequestLog(sandbox);
  if (journal.length >= SANDBOX_KEEPS) throw new Error('the sandbox keeps no more requests; watch for a shorter time');
  const transactions = await readTransactions(sandbox);
  const orderOf = new Map(
    transactions.map(({ serverCorrelationId, description }) => [serverCorrelationId, description.replace('Order ', '')]),
  );
  await Promise.all([companion, proxy, initiator, sandbox].map((measured) => measured.stop()));
  agent.destroy();

  const asked = journal.filter(({ on, sequence }) => on === 'status' && !seenBefore.has(sequence));
  const callsFor = (group: Group): number => {
    const orders = new Set(group.orders);
    const calls = asked.filter(({ serverCorrelationId }) => orders.has(orderOf.get(serverCorrelationId ?? '') ?? ''));
    return (calls.length * 60) / seconds;
  };
  const ofOurs = new Map(ours.map((group) => [group.viewers, callsFor(group)]));
  const ofTheirs = new Map(theirs.map((group) => [group.viewers, callsFor(group)]));
  const besideProxy = VIEWERS.map(
    (viewers): Figure => ({
      what: `status calls a minute, ${viewers.toLocaleString('en')} ${viewers === 1 ? 'viewer' : 'viewers'}`,
      ours: ofOurs.get(viewers) ?? Number.NaN,
      beside: ofTheirs.get(viewers) ?? Number.NaN,
      besides: 'a proxy that forwards polls',
      unit: '/min',
      better: 'less',
    }),
  );
  return {
    title: `${PAYMENTS} payments and their viewers`,
    figures: [
      ...besideProxy,
      {
        what: 'status calls a minute, 1,000 viewers',
        ours: ofOurs.get(1000) ?? Number.NaN,
        beside: ofOurs.get(50) ?? Number.NaN,
        besides: 'ours with one viewer each',
        unit: '/min',
        better: 'less',
        aim: { ratio: 1.1 },
      },
    ],
    notes: [
      `Counted in the sandbox's list of requests for ${seconds} s of real time and given per minute. Each group has ${PAYMENTS} pending payments of its own, all recent, and its viewers are spread over them. Every page polls every 2 s, as the companion asks (event streams would need less).`,
      'With one viewer in all, 49 payments have no viewer and are checked less often: this explains the step from 1 to 50. More viewers cost nothing more.',
    ],
  };
}
