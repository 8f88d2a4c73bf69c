import type { Ariary } from '@tsena/shared';
import type { OrderReference, PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import { storeCallback } from '../ledger/callbacks.ts';
import { leaseDue, makeAllDue } from '../ledger/leases.ts';
import { attemptsOf } from '../ledger/reads.ts';
import type { StoredPayment } from '../ledger/schema.ts';
import type { Store } from '../ledger/store.ts';
import { type Engine, LEASE, type Step } from '../payments/engine.ts';
import { initiate } from '../payments/initiate.ts';
import { lookAndRelease } from '../payments/reconcile.ts';
import { COOLDOWN, msisdn, testEngine } from '../testing/engine.ts';
import { OperatorSimulator, type SimulatedTransaction } from './operatorSimulator.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
export const HOUR = 3_600_000;
const PAYERS = [msisdn('0343500003'), msisdn('0381234567')];
const AMOUNTS = [25_000, 26_000] as Ariary[];
const MAX_SENT = 5;
const MAX_UNSENT = 20;
const LONGEST_LEASE = 10 * 60_000;

class Crash extends Error {}

/** What the engine is to do, kept in its smallest form. */
interface Expected {
  kind: 'opened' | 'stands' | 'changed' | 'exhausted' | 'limited';
}

/** The real engine on the real store, the simulated operator, and time. */
export class World {
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
      waitForAnswer: (payment, sent) => Promise.race([sent, this.operator.keptBack(payment.reference)]),
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

  /** Waits until every attempt that the running process is sending has its answer written. */
  async idle(): Promise<void> {
    await Promise.all(this.engine.underWay.values());
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
    const attempts = await attemptsOf(this.engine.ledger.store.db, order);
    const [newest] = attempts;
    if (newest === undefined) return { kind: 'opened' };
    const refusedFor = (standing: StoredPayment): Expected => ({ kind: standing.amount === amount ? 'stands' : 'changed' });

    const blocking =
      attempts.find(({ status }) => status === 'completed') ??
      attempts.find(({ decision }) => decision === 'received') ??
      attempts.find(({ mismatch }) => mismatch !== null);
    if (blocking !== undefined) return refusedFor(blocking);
    const held = attempts.find(
      ({ status, lease_until }) =>
        (status === 'created' || status === 'sending') &&
        lease_until !== null &&
        lease_until > this.now &&
        lease_until <= this.now + LONGEST_LEASE,
    );
    if (held !== undefined) return refusedFor(held);

    const hasEnded = newest.status === 'failed' || newest.decision === 'not_received';
    if (attempts.filter(({ sent_at }) => sent_at !== null).length >= MAX_SENT) {
      return hasEnded ? { kind: 'exhausted' } : refusedFor(newest);
    }
    const isFree = hasEnded || newest.status === 'created' || this.now - (newest.sent_at ?? newest.created_at) >= COOLDOWN;
    if (!isFree) return refusedFor(newest);
    const unsent = attempts.filter(({ sent_at, created_at }) => sent_at === null && Math.abs(this.now - created_at) < 10 * 60_000);
    return { kind: unsent.length >= MAX_UNSENT ? 'limited' : 'opened' };
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
    await this.idle();
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
    const received = await db.selectFrom('events').select('payment_id').where('data', 'like', '%"decision":"received"%').execute();
    const everReceived = new Set(received.map(({ payment_id }) => payment_id));
    for (const order of orders) {
      const attempts = payments.filter((payment) => payment.order_reference === order.reference);
      const paid = attempts.filter(({ status, decision }) => status === 'completed' || decision === 'received').length;
      const everPaid = attempts.filter(({ id, status }) => status === 'completed' || everReceived.has(id)).length;
      // A decision that was taken back leaves the flag where it was: a person has to look.
      if (order.overpaid_at === null ? paid > 1 : everPaid <= 1)
        throw new Error(`${paid} paid attempts, and overpaid is ${order.overpaid_at}`);
    }
  }
}
