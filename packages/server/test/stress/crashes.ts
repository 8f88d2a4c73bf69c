import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '@tsena/sandbox';
import { linkSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { Step } from '../../src/core/payments/steps.ts';
import { openStore, type Store } from '../../src/database/store.ts';
import { asMerchant } from '../support/merchant.ts';
import { type CompanionProcess, startProcess } from '../support/process.ts';
import { comeToRest } from './comeToRest.ts';
import { countBy } from './countBy.ts';
import { judge, startFaultyWorld } from './faultyWorld.ts';
import { findMerchantViolations, type ShownLink } from './merchantInvariants.ts';
import { createMerchantTraffic } from './merchantTraffic.ts';
import { answerPrompts } from './payers.ts';
import { addFigures, type ProofSize } from './proof.ts';
import { randomFrom } from './random.ts';
import { readStored } from './storedPayments.ts';

/** The steps at which the companion crashes, in the order of a payment's life. */
export const STEPS: readonly Step[] = [
  'attempt written',
  'ready to send',
  'sending written',
  'answered',
  'answer written',
  'callback stored',
  'status read',
  'details read',
  'result written',
  'webhook answered',
];

const ORDERS_PER_ROUND = 3;
const STEP_TIMEOUT_MS = 60_000;
/** The longest life of a companion that crashes at a random moment; the average is half of it. */
const MAX_LIFE_MS = 600;
const DECLINE_SHARE = 0.15;

/** Lost answers, errors, broken connections, and callbacks that come late, twice, too early, forged or not at all. */
const FAULTS: readonly FaultRule[] = [
  { on: 'initiate', do: 'accept-then-reset', probability: 0.05 },
  { on: 'initiate', do: 'accept-then-status', value: 500, probability: 0.05 },
  { on: 'initiate', do: 'accept-then-hang', probability: 0.02 },
  { on: 'initiate', do: 'reset', probability: 0.02 },
  { on: 'initiate', do: 'status', value: 503, probability: 0.02 },
  { on: 'initiate', do: 'status', value: 402, probability: 0.02 },
  { on: 'initiate', do: 'delay', value: 300, probability: 0.05 },
  { on: 'initiate', do: 'expire-token', probability: 0.01 },
  { on: 'token', do: 'status', value: 500, probability: 0.02 },
  { on: 'status', do: 'status', value: 502, probability: 0.03 },
  { on: 'status', do: 'reset', probability: 0.02 },
  { on: 'details', do: 'garbage', probability: 0.03 },
  { on: 'details', do: 'status', value: 500, probability: 0.03 },
  { on: 'callback', do: 'drop', probability: 0.15 },
  { on: 'callback', do: 'duplicate', value: 3, probability: 0.1 },
  { on: 'callback', do: 'forge', probability: 0.1 },
  { on: 'callback', do: 'delay', value: 400, probability: 0.1 },
  { on: 'callback', do: 'early', probability: 0.05 },
];

/**
 * Ends a real companion with SIGKILL again and again, while orders are paid and the operator has faults, and starts it
 * on the same database. Checks the invariants at the end.
 *
 * @param options its size is the number of crashes: in turn at a named step and at a random moment
 */
export async function runCrashTest({ size: crashes, seed, progress }: ProofSize) {
  const random = randomFrom(seed);
  const world = await startFaultyWorld(FAULTS, { seed });
  const { sandbox, url, env } = world;
  const endPayers = answerPrompts(sandbox, DECLINE_SHARE, random);
  const acknowledged: string[] = [];
  const traffic = createMerchantTraffic({ url, random, onPayment: (id) => acknowledged.push(id) });
  const crashesByMoment: Record<string, number> = {};
  const violations: string[] = [];
  let orders = 0;

  async function pay(order: string): Promise<void> {
    const payment = await world.pay(order);
    if (payment !== undefined) acknowledged.push(payment.id);
  }

  function payMore(): Promise<unknown> {
    const fresh = Array.from({ length: ORDERS_PER_ROUND }, () => `ORDER-${++orders}`);
    const again = Array.from({ length: 2 }, () => `ORDER-${1 + Math.floor(random() * orders)}`);
    return Promise.all([
      ...[...fresh, ...fresh, ...again].map(pay),
      traffic.payLinks(),
      traffic.takeAtCounter(),
      traffic.refund(acknowledged),
    ]);
  }

  async function round(n: number): Promise<void> {
    const step = n % 2 === 0 ? STEPS[(n / 2) % STEPS.length] : undefined;
    const on = 1 + Math.floor(random() * ORDERS_PER_ROUND);
    const companion = startProcess({ ...env, ...(step === undefined ? {} : { CRASH_AT: step, CRASH_ON: String(on) }) });
    // It may reach the step before it listens, because payments of the previous round continue at the start.
    await companion.ready.catch(() => undefined);
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = step !== undefined;
        companion.kill('SIGKILL');
      },
      step === undefined ? random() * MAX_LIFE_MS : STEP_TIMEOUT_MS,
    );
    do {
      await payMore();
      if (!companion.hasEnded()) await Promise.race([companion.ended, sleep(200)]);
      // A fault can keep a payment from the step; then others follow.
    } while (!companion.hasEnded() && step !== undefined);
    const how = await companion.ended;
    clearTimeout(timer);
    if (how !== 'SIGKILL') throw new Error(`the companion ended with ${how}: ${companion.stderr()}`);
    const moment = step ?? 'a random moment';
    if (isLate) violations.push(`the companion did not reach “${moment}” within ${STEP_TIMEOUT_MS / 1000} s`);
    else addFigures(crashesByMoment, { [moment]: 1 });
  }

  let companion: CompanionProcess | undefined;
  let store: Store | undefined;
  try {
    for (let n = 0; n < crashes; n += 1) {
      await round(n);
      progress?.(n + 1);
    }
    sandbox.setFaults([]);
    store = await openStore(env.DATABASE_URL ?? '');
    await endLeases(store);
    companion = startProcess(env);
    await companion.ready;
    await traffic.repeatUnanswered();
    // However little the crashes left time for, some links are paid and some payments refunded.
    await traffic.payLinks();
    const rest = await comeToRest(store, sandbox);
    const paid = (await readStored(store)).payments.filter(({ status }) => status === 'completed');
    await traffic.refund(paid.map(({ id }) => id));
    await traffic.repeatUnanswered();
    const last = await comeToRest(store, sandbox);
    const known = { payments: acknowledged, refunds: traffic.refunds };
    const end = await judge(world, store, known, { ...rest, violations: [...rest.violations, ...last.violations] });
    const { payments, refunds } = end;
    const links = [];
    // One by one: thousands at once exceed what a busy machine accepts.
    for (const link of traffic.links) links.push({ ...link, shown: await readLink(url, link.id) });
    const found = findMerchantViolations({ payments, links, counterPayments: traffic.counterPayments });
    const withStatus = (status: string) => payments.filter((payment) => payment.status === status);
    return {
      crashes,
      crashesByMoment,
      orders,
      /** How often each fault occurred. */
      faults: countBy([
        ...sandbox.requests().flatMap(({ on, fault }) => (fault === null ? [] : [`${on} ${fault}`])),
        ...sandbox
          .transactions()
          .flatMap(({ callbacks }) =>
            callbacks.flatMap(({ kind }) => (kind === 'genuine' ? [] : [`callback ${kind}`])),
          ),
      ]),
      debits: end.debits,
      completed: withStatus('completed').length,
      failed: withStatus('failed').length,
      recovered: end.recovered,
      /** Payments that stay unresolved: their request never reached the operator, which the companion cannot know. */
      unresolved: withStatus('unresolved').length,
      /** Completed payments of links. */
      linkPayments: payments.filter(({ link_id, status }) => link_id !== null && status === 'completed').length,
      refunds: refunds.length,
      violations: [...violations, ...end.violations, ...traffic.violations, ...found].slice(0, 50),
    };
  } finally {
    endPayers();
    await store?.close();
    await companion?.end('SIGKILL');
    await world.close();
  }
}

/**
 * As if the last companion started later: the leases of those that crashed end. Between the crashes they end by
 * themselves.
 */
async function endLeases({ db }: Store): Promise<void> {
  const now = Date.now();
  await db
    .updateTable('payments')
    .set({ lease_until: now, next_check_at: now })
    .where('lease_until', '>', now)
    .execute();
  await db.updateTable('outbox').set({ lease_until: now }).where('lease_until', '>', now).execute();
}

/** The link as the merchant sees it. */
async function readLink(url: string, id: string): Promise<ShownLink['shown']> {
  const response = await fetch(`${url}/v1/merchant/links/${id}`, { headers: asMerchant });
  return response.ok ? z.parse(linkSchema, await response.json()) : null;
}
