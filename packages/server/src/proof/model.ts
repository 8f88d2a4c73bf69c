import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ariary } from '@tsena/shared';
import type { OrderReference, PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import fc from 'fast-check';
import { storeCallback } from '../ledger/callbacks.ts';
import { leaseDue, makeAllDue } from '../ledger/leases.ts';
import { currentPayment } from '../ledger/reads.ts';
import type { StoredPayment } from '../ledger/schema.ts';
import { openStore, type Store } from '../ledger/store.ts';
import { claim, decide } from '../payments/claim.ts';
import { type Engine, LEASE, type Step } from '../payments/engine.ts';
import { initiate } from '../payments/initiate.ts';
import { lookAndRelease } from '../payments/reconcile.ts';
import { COOLDOWN, msisdn, testEngine } from '../testing/engine.ts';
import { type Fate, OperatorSimulator, type SimulatedTransaction } from './operatorSimulator.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;
const PAYERS = [msisdn('0343500003'), msisdn('0381234567')];
const AMOUNTS = [25_000, 26_000] as Ariary[];
const MAX_SENT = 5;

class Crash extends Error {}

/** What the engine is to do, kept in its smallest form. */
interface Expected {
  kind: 'opened' | 'stands' | 'changed' | 'exhausted';
}

/** The real engine on the real store, the simulated operator, and time. */
class World {
  readonly operator = new OperatorSimulator();
  readonly acknowledged = new Set<PaymentId>();
  readonly #completed = new Set<PaymentId>();
  readonly #store: Store;
  now = START;
  crashAt: Step | undefined;
  crashes = 0;
  engine: Engine;
  #process = { dead: false };

  constructor(store: Store) {
    this.#store = store;
    this.engine = this.#boot();
  }

  #boot(): Engine {
    const process = { dead: false };
    this.#process = process;
    return testEngine({
      store: this.#store,
      clock: { now: () => this.now },
      operator: this.operator.connect(() => process.dead),
      at: (step) => {
        if (step === this.crashAt) {
          this.crashAt = undefined;
          process.dead = true;
        }
        if (process.dead) throw new Crash(step);
      },
    });
  }

  /** The process is gone; another one starts on the same store. */
  async restart(): Promise<void> {
    this.#process.dead = true;
    this.crashAt = undefined;
    this.crashes += 1;
    this.engine = this.#boot();
    await makeAllDue(this.engine.ledger);
  }

  async pay(order: number, payer: number, amount: number, clicks: number): Promise<void> {
    const sub = `ORDER-${order}` as OrderReference;
    const wanted = AMOUNTS[amount] ?? AMOUNTS[0];
    const msisdnOfPayer = PAYERS[payer] ?? PAYERS[0];
    if (wanted === undefined || msisdnOfPayer === undefined) throw new RangeError('no such payer or amount');
    const expected = await this.#expect(sub, wanted);
    const request = {
      claims: { sub, amount: wanted, exp: 0, currency: 'Ar' as const },
      msisdn: msisdnOfPayer,
      language: 'fr' as const,
      addressHash: null,
    };
    const openings = await Promise.all(Array.from({ length: clicks }, () => initiate(this.engine, request)));
    const kinds = openings.map(({ kind }) => kind);
    const first = kinds.filter((kind) => kind === expected.kind);
    if (first.length === 0) throw new Error(`expected ${expected.kind}, got ${kinds.join(', ')}`);
    if (kinds.filter((kind) => kind === 'opened').length > 1 && !this.#mayHaveFailedBetween())
      throw new Error('two attempts were opened at once');
    for (const opening of openings) if (opening.kind === 'opened' || opening.kind === 'stands') this.acknowledged.add(opening.payment.id);
  }

  /** Clicks side by side may follow one another: the next one opens anew where the first was refused at once. */
  #mayHaveFailedBetween(): boolean {
    return !this.operator.tokens || ['refused', 'throttled', 'never sent'].includes(this.operator.fate);
  }

  async #expect(order: OrderReference, amount: number): Promise<Expected> {
    const { db } = this.engine.ledger.store;
    const current = await currentPayment(db, order);
    if (current === undefined) return { kind: 'opened' };
    const sent = await db
      .selectFrom('payments')
      .select('id')
      .where('order_reference', '=', order)
      .where('sent_at', 'is not', null)
      .execute();
    const spent = current.sent_at !== null && sent.length >= MAX_SENT;
    if (current.status === 'failed') return { kind: spent ? 'exhausted' : 'opened' };
    if (current.amount !== amount) return { kind: 'changed' };
    if (current.status === 'completed' || current.mismatch !== null || spent) return { kind: 'stands' };
    const free = current.decision === null ? this.now - current.created_at >= COOLDOWN : current.decision === 'not_received';
    return { kind: free ? 'opened' : 'stands' };
  }

  async callback(transaction: SimulatedTransaction, serverCorrelationId: string, word: string): Promise<void> {
    const secret = transaction.initiation.callbackUrl?.split('/').at(-1);
    if (secret === undefined) return;
    await storeCallback(this.engine.ledger, secret, { serverCorrelationId, word });
  }

  /** One round of the reconciler. */
  async poll(): Promise<number> {
    const leased = await leaseDue(this.engine.ledger, LEASE, 100);
    for (const payment of leased) {
      if (payment.status === 'sending' && this.engine.underWay.has(payment.id)) continue;
      try {
        await lookAndRelease(this.engine, payment);
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        await this.restart();
        return leased.length;
      }
    }
    return leased.length;
  }

  payments(): Promise<StoredPayment[]> {
    return this.engine.ledger.store.db.selectFrom('payments').selectAll().orderBy('created_at').orderBy('id').execute();
  }

  transactionOf(payment: StoredPayment): SimulatedTransaction | undefined {
    return this.operator.transactions.find(({ initiation }) => initiation.reference === payment.reference);
  }

  /** What must hold at every moment. */
  async check(): Promise<void> {
    const payments = await this.payments();
    const { initiations } = this.operator;
    if (new Set(initiations).size !== initiations.length) throw new Error('an initiation was sent twice');
    for (const id of this.acknowledged) if (!payments.some((payment) => payment.id === id)) throw new Error(`${id} was lost`);
    for (const payment of payments) {
      const transaction = this.transactionOf(payment);
      if (payment.status === 'completed' && transaction?.state !== 'completed') throw new Error('completed without the money');
      if (payment.status === 'failed' && transaction !== undefined && transaction.state === 'pending')
        throw new Error('failed while it is open');
      if (payment.status === 'pending' && transaction === undefined) throw new Error('pending without a transaction');
      if (this.#completed.has(payment.id) && payment.status !== 'completed') throw new Error('completed did not stay');
      const isNew = payment.status === 'completed' && !this.#completed.has(payment.id);
      if (isNew && this.operator.recordsAreWrong && payment.verified === 1) throw new Error('completed on a record that differs');
      if (payment.status === 'completed') this.#completed.add(payment.id);
      const isLive: readonly PaymentStatus[] = ['created', 'sending'];
      if (isLive.includes(payment.status) && payment.next_look_at === null) throw new Error('nobody will come back to it');
    }
    await this.#checkTrail(payments);
  }

  async #checkTrail(payments: readonly StoredPayment[]): Promise<void> {
    const { db } = this.engine.ledger.store;
    const events = await db.selectFrom('events').select(['payment_id', 'version']).orderBy('version').execute();
    const told = await db.selectFrom('outbox').select(['payment_id', 'type']).execute();
    for (const payment of payments) {
      const versions = events.filter((event) => event.payment_id === payment.id).map((event) => event.version);
      if (versions.some((version, index) => version !== index + 1) || versions.length !== payment.version)
        throw new Error('the trail has a gap');
      const completions = told.filter((webhook) => webhook.payment_id === payment.id && webhook.type === 'payment.completed').length;
      if (completions !== (payment.status === 'completed' ? 1 : 0))
        throw new Error(`the shop is told ${completions} times of a completion`);
    }
  }

  /** Everything that was broken is mended, every callback comes, time passes: now each payment must be where the money is. */
  async heal(): Promise<void> {
    Object.assign(this.operator, { tokens: true, lookUps: true, records: true, recordsAreWrong: false });
    this.operator.answerLate();
    await new Promise((resolve) => setImmediate(resolve));
    await this.restart();
    this.operator.transactions.forEach((transaction, index) => {
      if (transaction.state === 'pending') transaction.state = index % 2 === 0 ? 'completed' : 'failed';
    });
    for (const wait of [LEASE + 1, 1000, 5 * 60_000 + 1, HOUR + 1, HOUR * 2]) {
      this.now += wait;
      for (const transaction of this.operator.transactions) {
        await this.callback(transaction, transaction.serverCorrelationId, transaction.state);
      }
      for (let rounds = 0; rounds < 10 && (await this.poll()) > 0; rounds += 1) this.now += 1000;
      await this.check();
    }
    await this.#checkEnd();
  }

  async #checkEnd(): Promise<void> {
    const payments = await this.payments();
    const { db } = this.engine.ledger.store;
    for (const payment of payments) {
      const transaction = this.transactionOf(payment);
      const right: readonly PaymentStatus[] =
        transaction !== undefined
          ? [transaction.state]
          : this.operator.initiations.includes(payment.reference) || this.crashes > 1
            ? ['failed', 'unresolved']
            : ['failed'];
      if (!right.includes(payment.status))
        throw new Error(`it ends ${payment.status} where the operator has ${transaction?.state ?? 'nothing'}`);
      if (payment.status === 'completed' && payment.transaction_id !== transaction?.transactionId)
        throw new Error('completed by another transaction');
      if (payment.status === 'completed' && payment.mismatch !== null) throw new Error('completed and flagged');
    }
    const orders = await db.selectFrom('orders').selectAll().execute();
    for (const order of orders) {
      const completed = payments.filter((payment) => payment.order_reference === order.reference && payment.status === 'completed').length;
      if (completed > 1 !== (order.overpaid_at !== null))
        throw new Error(`${completed} completed attempts, and overpaid is ${order.overpaid_at}`);
    }
  }
}

type Command = fc.AsyncCommand<object, World>;

function command(name: string, run: (world: World) => Promise<unknown> | unknown): Command {
  return {
    check: () => true,
    run: async (_model, world) => {
      await run(world);
      await world.check();
    },
    toString: () => name,
  };
}

const fates: readonly Fate[] = [
  'accepted',
  'accepted',
  'accepted',
  'accepted',
  'accepted without an answer',
  'lost',
  'refused',
  'throttled',
  'never sent',
  'accepted and answered late',
];
const sendSteps: readonly Step[] = ['attempt written', 'ready to send', 'sending written', 'answered', 'answer written'];
const lookSteps: readonly Step[] = ['status read', 'details read', 'settled'];
const order = fc.nat(2);
const pick = fc.nat(20);

function transactionAt(world: World, index: number): SimulatedTransaction | undefined {
  const { transactions } = world.operator;
  return transactions[index % Math.max(1, transactions.length)];
}

function settleAs(state: 'completed' | 'failed') {
  return (index: number) =>
    command(`the payer ${state === 'completed' ? 'approves' : 'declines'} ${index}`, (world) => {
      const open = world.operator.transactions.filter((transaction) => transaction.state === 'pending');
      const transaction = open[index % Math.max(1, open.length)];
      if (transaction !== undefined) transaction.state = state;
    });
}

async function forge(world: World, index: number, other: number): Promise<void> {
  const transaction = transactionAt(world, index);
  if (transaction === undefined) return;
  // Another payment's id is known to whoever forges only if that payment is bound to it; else a random one.
  const bound = (await world.payments()).filter(
    (payment) => payment.server_correlation_id !== null && payment.reference !== transaction.initiation.reference,
  );
  const id = bound[other % Math.max(1, bound.length)]?.server_correlation_id ?? `forged-${other}`;
  await world.callback(transaction, id, other % 2 === 0 ? 'completed' : 'failed');
}

const pay = fc
  .tuple(order, fc.nat(1), fc.constantFrom(0, 0, 0, 1), fc.constantFrom(1, 1, 5), fc.constantFrom(...fates))
  .map(([o, p, a, clicks, fate]) =>
    command(`pay ${o} by ${p}, amount ${a}, ${clicks} clicks, ${fate}`, (world) => {
      world.operator.fate = fate;
      return world.pay(o, p, a, clicks);
    }),
  );

const commands = [
  // Most of what happens to a shop.
  pay,
  pay,
  pay,
  pay,
  fc.tuple(order, fc.constantFrom(...fates), fc.constantFrom(...sendSteps)).map(([o, fate, step]) =>
    command(`pay ${o}, ${fate}, crash at: ${step}`, async (world) => {
      world.operator.fate = fate;
      world.crashAt = step;
      await world.pay(o, 0, 0, 1);
      await world.restart();
    }),
  ),
  pick.map(settleAs('completed')),
  pick.map(settleAs('failed')),
  fc.tuple(pick, fc.integer({ min: 1, max: 3 })).map(([index, times]) =>
    command(`callback of ${index}, ${times} times`, async (world) => {
      const transaction = transactionAt(world, index);
      for (let n = 0; n < times && transaction !== undefined; n += 1) {
        await world.callback(transaction, transaction.serverCorrelationId, transaction.state);
      }
    }),
  ),
  fc.tuple(pick, pick).map(([index, other]) => command(`forged callback to ${index} with ${other}`, (world) => forge(world, index, other))),
  fc.constant(command('poll', (world) => world.poll())),
  fc.constantFrom(...lookSteps).map((step) =>
    command(`poll, crash at: ${step}`, async (world) => {
      world.crashAt = step;
      await world.poll();
      world.crashAt = undefined;
    }),
  ),
  fc.constantFrom(1000, 15_000, 95_000, 11 * 60_000, 2 * HOUR).map((ms) =>
    command(`${ms} ms pass`, (world) => {
      world.now += ms;
    }),
  ),
  fc.constant(command('crash, restart', (world) => world.restart())),
  fc.constant(
    command('the clock is set back by an hour, restart', (world) => {
      world.now -= HOUR;
      return world.restart();
    }),
  ),
  fc.constantFrom('tokens', 'lookUps', 'records', 'recordsAreWrong' as const).map((what) =>
    command(`the operator’s ${what} turn`, (world) => {
      const { operator } = world;
      operator[what as 'tokens'] = !operator[what as 'tokens'];
    }),
  ),
  fc.constant(
    command('late answers come', async (world) => {
      world.operator.answerLate();
      await Promise.all(world.engine.underWay.values());
    }),
  ),
  fc.tuple(pick, pick).map(([index, other]) =>
    command(`claim of ${index} with ${other}`, async (world) => {
      const payments = await world.payments();
      const payment = payments[index % Math.max(1, payments.length)];
      const transaction = transactionAt(world, other);
      if (payment !== undefined && transaction !== undefined) await claim(world.engine, payment.id, transaction.transactionId);
    }),
  ),
  fc.tuple(pick, fc.constantFrom('received' as const, 'not_received' as const)).map(([index, decision]) =>
    command(`the merchant decides of ${index}: ${decision}`, async (world) => {
      const payments = await world.payments();
      const payment = payments[index % Math.max(1, payments.length)];
      if (payment !== undefined) await decide(world.engine, payment.id, { decision, reason: 'simulated' });
    }),
  ),
];

async function wipe(store: Store): Promise<void> {
  for (const table of ['outbox', 'events', 'callbacks', 'payments', 'orders'] as const) await store.db.deleteFrom(table).execute();
}

/** How the model is run. */
export interface ModelOptions {
  readonly runs: number;
  readonly seed?: number;
  /** A database to use and wipe; a SQLite file of its own where it is left out. */
  readonly databaseUrl?: string;
  progress?(runs: number): void;
}

/** What the model's run came to. */
export interface ModelReport {
  readonly runs: number;
  readonly initiations: number;
  readonly debits: number;
  readonly crashes: number;
  /** None: the first one is thrown, in the shortest form that shows it. */
  readonly breaches: readonly string[];
}

/**
 * Drives the real engine on the real store with random commands, and holds it against the simulated operator after each.
 *
 * @throws with the shortest sequence of commands that breaks a promise
 */
export async function proveModel({ runs, seed, databaseUrl, progress }: ModelOptions): Promise<ModelReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-model-'));
  const store = await openStore(databaseUrl ?? `file:${join(folder, 'model.db')}`);
  const report = { runs: 0, initiations: 0, debits: 0, crashes: 0, breaches: [] };
  try {
    const property = fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (sequence) => {
      await wipe(store);
      const world = new World(store);
      await fc.asyncModelRun(() => ({ model: {}, real: world }), sequence);
      await world.heal();
      report.runs += 1;
      report.initiations += world.operator.initiations.length;
      report.debits += world.operator.transactions.filter(({ state }) => state === 'completed').length;
      report.crashes += world.crashes;
      progress?.(report.runs);
    });
    await fc.assert(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) });
    return report;
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
