import type { Ariary } from '@tsena/shared';
import type { OrderReference, PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import { webhookSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { LONGEST_MAIL_DELAY_MS } from '../../src/backoffice/mail/mailSchedule.ts';
import { systemClock, unlessClockStepped } from '../../src/clock.ts';
import { afterClockStep } from '../../src/core/live/clockSteps.ts';
import { createSubscriptions } from '../../src/core/live/subscriptions.ts';
import { type InitiateRequest, initiate } from '../../src/core/payments/initiate.ts';
import { receiveCallback } from '../../src/core/payments/receiveCallback.ts';
import type { Step } from '../../src/core/payments/steps.ts';
import { LONGEST_DELAYS_MS } from '../../src/core/rules/deliverySchedule.ts';
import { LEASE_MS, LEASES_SETTLE_MS } from '../../src/core/rules/lease.ts';
import type { AttemptOnceResult, OpenOnce } from '../../src/core/storage/attempts.ts';
import { leaseDue } from '../../src/core/storage/leases.ts';
import { leaseWebhooks, writeDelivery } from '../../src/core/storage/outbox.ts';
import { attemptsOf } from '../../src/core/storage/reads.ts';
import { checkAndRelease } from '../../src/core/workers/poller.ts';
import type { StoredPayment, StoredWebhook } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';
import { COOLDOWN_MS, msisdn, type TestCompanion, testCompanion } from '../support/testCompanion.ts';
import type { CommittedReader } from './committedReader.ts';
import { WEBHOOK_AFTER } from './history.ts';
import { OperatorSimulator, type SimulatedTransaction } from './operatorSimulator.ts';
import { findOverpaidViolations } from './overpaidInvariant.ts';
import { SimulatedCounter } from './simulatedCounter.ts';
import { SimulatedLinks } from './simulatedLinks.ts';
import { SimulatedRefunds } from './simulatedRefunds.ts';
import { readPayments } from './storedPayments.ts';
import { Subscribers } from './subscribers.ts';
import { findWebhookViolations, type ReceivedWebhook } from './webhookInvariants.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
export const HOUR = 3_600_000;
const PAYERS = [msisdn('0343500003'), msisdn('0381234567')];
const AMOUNTS = [25_000, 26_000] as Ariary[];
const MAX_SENT = 5;
const MAX_UNSENT = 20;
const REPORT_WAIT_MS = 10 * 60_000;
const MAX_LEASE_MS = 60_000;
const WEBHOOK_LEASE_MS = 30_000;
const WEBHOOK_RETRY_MS = 5000;
/** How long a webhook waits for an earlier one of its payment. */
const WEBHOOKS_WAIT_MS = 60_000;
const MAX_HOURS_BACK = 50;

class Crash extends Error {}

/** What the shop's endpoint does with a webhook. `lost`: it accepts the webhook, and the companion crashes before it has the answer. */
export type Reception = 'taken' | 'refused' | 'lost';

/** A status check whose answer is delayed. */
interface StalledCheck {
  /** The payment when it was leased. */
  readonly payment: StoredPayment;
  /** The real time, ms since 1970. */
  readonly leasedAt: number;
  release(): void;
  readonly work: Promise<unknown>;
}

/** What the companion is to do, kept in its smallest form. */
interface Expected {
  kind: 'opened' | 'exists' | 'changed' | 'exhausted' | 'limited';
}

/** The real companion on the real store, the simulated operator, and time. */
export class CompanionModel {
  readonly operator = new OperatorSimulator(() => this.now);
  readonly acknowledged = new Set<PaymentId>();
  readonly refunds = new SimulatedRefunds();
  readonly counter = new SimulatedCounter((violation) => {
    throw new Error(violation);
  });
  readonly #links = new SimulatedLinks();
  readonly #completed = new Set<PaymentId>();
  /** The payments that a person had resolved when they were last checked. */
  #resolved: ReadonlySet<PaymentId> = new Set();
  /** How many of the operator's prompts were checked. */
  #checkedPrompts = 0;
  readonly #store: Store;
  readonly #reader: CommittedReader;
  /** The webhooks that the shop received, in order of arrival. */
  readonly #received: (ReceivedWebhook & { readonly version: number })[] = [];
  readonly #receivedVersions = new Map<PaymentId, number>();
  readonly #stalled: StalledCheck[] = [];
  /** Functions that release the tokens for which attempts wait. */
  readonly #tokens: (() => void)[] = [];
  /** The real time. The wall clock shows this time plus `ahead`. */
  now = START;
  #ahead = 0;
  crashAt: Step | undefined;
  crashes = 0;
  companion: TestCompanion;
  #process = { dead: false };
  /** The attempts that wait for a token, and a promise that resolves when the next one waits. */
  readonly #withoutToken = new Set<PaymentId>();
  #holdingToken: Promise<void> | undefined;
  #subscribers: Subscribers | undefined;
  /** The times when this process opened its attempts. */
  #openedAt = new Map<PaymentId, number>();
  /** The work after steps of the clock: the size of the step, and when the work is due. */
  #clockSteps: { readonly by: number; readonly dueAt: number }[] = [];
  #clockWentBack = false;

  get ahead(): number {
    return this.#ahead;
  }

  set ahead(ms: number) {
    if (ms < this.#ahead) this.#clockWentBack = true;
    this.#ahead = ms;
  }

  constructor(store: Store, reader: CommittedReader) {
    this.#store = store;
    this.#reader = reader;
    this.companion = this.#boot();
  }

  #boot(): TestCompanion {
    const process = { dead: false };
    this.#process = process;
    this.#openedAt = new Map();
    this.#clockSteps = [];
    this.#subscribers = new Subscribers(
      createSubscriptions(() => this.now),
      this.#reader,
    );
    return testCompanion({
      subscriptions: this.#subscribers.subscriptions,
      store: this.#store,
      clock: systemClock(
        () => this.now + this.ahead,
        () => this.now,
        (by) => this.#clockSteps.push({ by, dueAt: this.now }, { by: 0, dueAt: this.now + LEASES_SETTLE_MS + 1000 }),
      ),
      // The operator's clock is right.
      wall: () => this.now,
      operator: this.operator.connect(() => process.dead),
      waitForAnswer: (payment, sent) => Promise.race([sent, this.operator.keptBack(payment.reference), this.#tokenHeldUp(payment)]),
      at: (step) => {
        if (step === this.crashAt) {
          this.crashAt = undefined;
          process.dead = true;
        }
        if (process.dead) throw new Crash(step);
      },
    });
  }

  /** Ends the process and starts another one on the same store. */
  async restart(): Promise<void> {
    this.#process.dead = true;
    this.crashAt = undefined;
    this.crashes += 1;
    this.#stalled.length = 0;
    this.#tokens.length = 0;
    this.#withoutToken.clear();
    this.companion = this.#boot();
    for (const payment of await this.payments()) this.#subscribers?.open(payment);
    await afterClockStep({ ...this.companion, longestDelaysMs: LONGEST_DELAYS_MS, longestMailDelayMs: LONGEST_MAIL_DELAY_MS }, 0);
  }

  /** Releases all tokens and answers, and waits until the process has stored the answers of all its attempts. */
  async answerLate(): Promise<void> {
    this.#withoutToken.clear();
    for (const release of this.#tokens.splice(0)) release();
    while (this.companion.sendingIds.size > 0) {
      this.operator.answerLate();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** As {@link pay}, but the token for the attempt is held up until {@link answerLate}. */
  async payWithoutToken(order: number): Promise<void> {
    this.#holdingToken = new Promise<void>((resolve) => {
      this.operator.onToken = (release) => {
        this.#tokens.push(release);
        resolve();
      };
    });
    await this.pay(order, 0, 0, 1);
    this.#holdingToken = undefined;
    this.operator.onToken = undefined;
  }

  /** Resolves when an attempt waits for a token that is held up, so that the caller stops waiting. */
  async #tokenHeldUp({ id }: StoredPayment): Promise<undefined> {
    if (this.#withoutToken.has(id)) return undefined;
    if (this.#holdingToken === undefined) return new Promise(() => undefined);
    await this.#holdingToken;
    this.#withoutToken.add(id);
    return undefined;
  }

  async pay(order: number, payer: number, amount: number, clicks: number): Promise<void> {
    const sub = `ORDER-${order}` as OrderReference;
    const wanted = AMOUNTS[amount] ?? AMOUNTS[0];
    const msisdnOfPayer = PAYERS[payer] ?? PAYERS[0];
    if (wanted === undefined || msisdnOfPayer === undefined) throw new RangeError('no such payer or amount');
    const attempts = await attemptsOf(this.companion.storage.store.db, sub);
    const expected = this.#expect(attempts, await this.#isReportedPaid(attempts), wanted);
    const request = {
      claims: { sub, amount: wanted, exp: 0, currency: 'MGA' as const },
      msisdn: msisdnOfPayer,
      language: 'fr' as const,
      addressHash: null,
    };
    const openings = await Promise.all(Array.from({ length: clicks }, () => initiate(this.companion, request)));
    const kinds = openings.map(({ kind }) => kind);
    const first = kinds.filter((kind) => kind === expected.kind);
    if (first.length === 0) throw new Error(`expected ${expected.kind}, got ${kinds.join(', ')}`);
    if (kinds.filter((kind) => kind === 'opened').length > 1 && !this.#mayHaveFailedBetween())
      throw new Error('two attempts were opened at once');
    if (kinds.includes('opened')) this.#requireCooledDown(attempts[0]);
    this.#acknowledge(openings);
  }

  #acknowledge(openings: readonly AttemptOnceResult[]): void {
    for (const opening of openings) {
      if (opening.kind === 'opened') this.#openedAt.set(opening.payment.id, this.now);
      if (opening.kind === 'opened' || opening.kind === 'exists' || opening.kind === 'repeated') this.acknowledged.add(opening.payment.id);
    }
  }

  /** Creates a payment link; `expiresInMs` null: it never expires. */
  createLink(isReusable: boolean, expiresInMs: number | null): Promise<void> {
    return this.#links.create(this.companion.storage, AMOUNTS[0] ?? (0 as Ariary), isReusable, expiresInMs);
  }

  cancelLink(index: number): Promise<void> {
    return this.#links.cancel(this.companion.storage, index);
  }

  /** Sellers with an Idempotency-Key each tap so often at once; `repeated`: with the key of an earlier request. */
  async takeAtCounter(order: number | null, payer: number, sellers: number, taps: number, repeated?: number): Promise<void> {
    const customer = PAYERS[payer];
    if (customer === undefined) throw new RangeError('no such payer');
    const { storage } = this.companion;
    const reference = order === null ? undefined : (`ORDER-${order}` as OrderReference);
    const requests = Array.from({ length: sellers }, () => this.counter.request(reference, customer, repeated));
    const context = { storage, initiateOnce: (request: InitiateRequest, once: OpenOnce) => initiate(this.companion, request, once) };
    const taken = requests.flatMap((request) => Array.from({ length: taps }, () => this.counter.take(context, request)));
    this.#acknowledge(await Promise.all(taken));
  }

  /** Pays a link like a form of its page. */
  async payLink(index: number, payer: number, isRepeated: boolean, clicks: number): Promise<void> {
    const payerMsisdn = PAYERS[payer];
    if (payerMsisdn === undefined) throw new RangeError('no such payer');
    const press = { msisdn: payerMsisdn, isRepeated, clicks };
    this.#acknowledge(await this.#links.pay(this.companion.storage, index, press, (request) => initiate(this.companion, request)));
  }

  /** Simultaneous clicks can open two attempts if the first one fails at once. */
  #mayHaveFailedBetween(): boolean {
    return !this.operator.tokens || ['refused', 'throttled', 'never sent'].includes(this.operator.fate);
  }

  /** However the clock steps, a running process opens another attempt only after the real cool-down. */
  #requireCooledDown(before: StoredPayment | undefined): void {
    // An attempt that was not sent is fenced by the next one and cannot be sent any more: see #checkPrompts.
    if (before === undefined || before.status === 'created' || before.status === 'failed' || before.resolution !== null) return;
    const openedAt = this.#openedAt.get(before.id);
    if (openedAt !== undefined && this.now - openedAt < COOLDOWN_MS)
      throw new Error('another attempt was opened before the cool-down had passed');
  }

  /** For ten minutes, an order waits for what the operator says about a callback that reports one of its payments as completed. */
  async #isReportedPaid(attempts: readonly StoredPayment[]): Promise<boolean> {
    const { clock, store } = this.companion.storage;
    const reports = await store.db
      .selectFrom('callbacks')
      .selectAll()
      .where('status', '=', 'completed')
      .where('rejected', '=', 0)
      .execute();
    const oldest = clock.now() - unlessClockStepped(clock, REPORT_WAIT_MS);
    return attempts.some(({ id, status, resolution_at, next_check_at }) => {
      const since = Math.max(oldest, (resolution_at ?? Number.NEGATIVE_INFINITY) + 1);
      const isReported = reports.some(({ payment_id, received_at }) => payment_id === id && received_at >= since);
      return status !== 'completed' && next_check_at !== null && isReported;
    });
  }

  #expect(attempts: readonly StoredPayment[], isReportedPaid: boolean, amount: number): Expected {
    const { clock } = this.companion.storage;
    const now = clock.now();
    const [newest] = attempts;
    if (newest === undefined) return { kind: 'opened' };
    const refusedFor = (standing: StoredPayment): Expected => ({ kind: standing.amount === amount ? 'exists' : 'changed' });

    const blocking =
      attempts.find(({ status }) => status === 'completed') ??
      attempts.find(({ resolution }) => resolution === 'received') ??
      // The details differ, or it is reported as paid and they cannot be read yet.
      attempts.find(
        ({ status, differences, details_unavailable_since: since, resolution }) =>
          resolution !== 'not_received' && (differences !== null || (status === 'pending' && since !== null)),
      );
    if (blocking !== undefined) return refusedFor(blocking);
    const held = attempts.find(
      ({ status, lease_until }) =>
        (status === 'created' || status === 'sending') && lease_until !== null && lease_until > now && lease_until <= now + MAX_LEASE_MS,
    );
    if (held !== undefined) return refusedFor(held);

    const hasEnded = newest.status === 'failed' || newest.resolution === 'not_received';
    if (attempts.filter(({ sent_at }) => sent_at !== null).length >= MAX_SENT) {
      return hasEnded ? { kind: 'exhausted' } : refusedFor(newest);
    }
    const isFree =
      hasEnded || newest.status === 'created' || now - (newest.sent_at ?? newest.created_at) >= unlessClockStepped(clock, COOLDOWN_MS);
    if (!isFree) return refusedFor(newest);
    const unsent = attempts.filter(({ sent_at, created_at }) => sent_at === null && Math.abs(now - created_at) < 10 * 60_000);
    return { kind: isReportedPaid || unsent.length >= MAX_UNSENT ? 'limited' : 'opened' };
  }

  async callback(transaction: SimulatedTransaction, serverCorrelationId: string, status: string): Promise<void> {
    const secret = transaction.initiation.callbackUrl?.split('/').at(-1);
    if (secret === undefined) return;
    await receiveCallback(this.companion.storage, secret, { serverCorrelationId, status });
  }

  /**
   * Runs one round of the poller.
   *
   * @param stalls whether the answers to the status checks are held up until {@link finishStalled}
   */
  async poll(stalls = false): Promise<number> {
    this.companion.storage.clock.now();
    const due = this.#clockSteps.filter(({ dueAt }) => dueAt <= this.now);
    this.#clockSteps = this.#clockSteps.filter((step) => !due.includes(step));
    for (const { by } of due)
      await afterClockStep({ ...this.companion, longestDelaysMs: LONGEST_DELAYS_MS, longestMailDelayMs: LONGEST_MAIL_DELAY_MS }, by);
    const leased = await leaseDue(this.companion.storage, LEASE_MS, 100);
    for (const payment of leased) {
      if (payment.status === 'sending' && this.companion.sendingIds.has(payment.id)) continue;
      if (this.#stalled.some((check) => check.payment.id === payment.id && this.now < check.leasedAt + LEASE_MS))
        throw new Error('a payment was leased while another status check holds its lease');
      if (!(await this.#check(payment, stalls))) {
        await this.restart();
        break;
      }
    }
    return leased.length;
  }

  /** Returns false if the process crashed. */
  async #check(payment: StoredPayment, stalls: boolean): Promise<boolean> {
    const leasedAt = this.now;
    const stalled = new Promise<() => void>((resolve) => {
      this.operator.onLookup = stalls ? resolve : undefined;
    });
    const work = this.#survives(checkAndRelease(this.companion, payment));
    const outcome = await Promise.race([work, stalled]);
    this.operator.onLookup = undefined;
    if (typeof outcome === 'boolean') return outcome;
    this.#stalled.push({ payment, leasedAt, release: outcome, work });
    return true;
  }

  async #survives(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof Crash) return false;
      throw error;
    }
  }

  /** Releases the answers that were held up, oldest first. A worker that lost its lease must write nothing. */
  async finishStalled(): Promise<void> {
    for (const { payment, release, work } of this.#stalled.splice(0)) {
      const before = this.#reader.read(payment.id);
      release();
      await work;
      const after = this.#reader.read(payment.id);
      if (before?.fence !== payment.fence && JSON.stringify(before) !== JSON.stringify(after))
        throw new Error('a status check that lost its lease wrote');
    }
  }

  /** Runs one round of webhook deliveries. */
  async deliver(reception: Reception): Promise<number> {
    const leased = await leaseWebhooks(this.companion.storage, WEBHOOK_LEASE_MS, 100);
    for (const webhook of leased) {
      await this.#requireEarlierSent(webhook);
      if (reception !== 'refused') this.#receive(webhook);
      if (reception === 'lost') {
        await this.restart();
        break;
      }
      const refused = {
        status: 'pending',
        nextAttemptAt: this.companion.storage.clock.now() + WEBHOOK_RETRY_MS,
        error: 'simulated',
      } as const;
      await writeDelivery(this.companion.storage, webhook, reception === 'refused' ? refused : { status: 'delivered' });
    }
    return leased.length;
  }

  /** For a minute, a webhook waits for the delivery of each earlier one of its payment. After a step back of the clock nobody knows its age. */
  async #requireEarlierSent({ payment_id, version }: StoredWebhook): Promise<void> {
    if (this.#clockWentBack) return;
    const earlier = await this.companion.storage.store.db
      .selectFrom('outbox')
      .select('id')
      .where('payment_id', '=', payment_id)
      .where('version', '<', version)
      .where('status', '=', 'pending')
      .where('created_at', '>', this.companion.storage.clock.now() - WEBHOOKS_WAIT_MS)
      .executeTakeFirst();
    if (earlier !== undefined) throw new Error('a webhook did not wait for the one before it');
  }

  #receive({ id, payment_id, version, payload, delivery_attempts, created_at }: StoredWebhook): void {
    if (payment_id === null) throw new Error('a simulated shopper gets no samples');
    const isNew = this.#received.every((one) => one.id !== id);
    this.#received.push({ id, version, event: z.parse(webhookSchema, JSON.parse(payload)) });
    if (!isNew) return;
    // Later webhooks wait a minute for one that the shop has refused; after a step back of the clock, they may seem to have waited.
    const hasWaited = this.#clockWentBack || created_at <= this.companion.storage.clock.now() - WEBHOOKS_WAIT_MS;
    const mayComeLate = hasWaited && delivery_attempts > 0;
    if (version < (this.#receivedVersions.get(payment_id) ?? 0) && !mayComeLate)
      throw new Error('the webhooks of a payment arrived out of order');
    this.#receivedVersions.set(payment_id, Math.max(version, this.#receivedVersions.get(payment_id) ?? 0));
  }

  payments(): Promise<StoredPayment[]> {
    return this.companion.storage.store.db
      .selectFrom('payments')
      .selectAll()
      .orderBy('order_reference')
      .orderBy('attempt_number')
      .execute();
  }

  transactionOf(payment: StoredPayment): SimulatedTransaction | undefined {
    return this.operator.transactions.find(({ initiation }) => initiation.reference === payment.reference);
  }

  /** Checks the invariants that hold at every moment. */
  async check(): Promise<void> {
    const payments = await this.payments();
    const { initiations } = this.operator;
    if (new Set(initiations).size !== initiations.length) throw new Error('an initiation was sent twice');
    for (const id of this.acknowledged) if (!payments.some((payment) => payment.id === id)) throw new Error(`${id} was lost`);
    for (const payment of payments) {
      const transaction = this.transactionOf(payment);
      if (payment.status === 'completed' && transaction?.state !== 'completed') throw new Error('a payment is completed without a debit');
      if (payment.status === 'failed' && transaction !== undefined && transaction.state === 'pending')
        throw new Error('a payment is failed while its transaction is pending');
      if (payment.status === 'pending' && transaction === undefined) throw new Error('a payment is pending without a transaction');
      if (this.#completed.has(payment.id) && payment.status !== 'completed') throw new Error('a completed payment changed its status');
      const isNew = payment.status === 'completed' && !this.#completed.has(payment.id);
      if (payment.verified === 1 && transaction?.hasMatchingDetails !== true)
        throw new Error('a payment is verified without matching details');
      if (isNew && payment.differences !== null) throw new Error('a payment with differences became completed');
      if (payment.status === 'completed') this.#completed.add(payment.id);
      const isLive: readonly PaymentStatus[] = ['created', 'sending'];
      if (isLive.includes(payment.status) && payment.next_check_at === null) throw new Error('an open payment has no next status check');
    }
    this.#checkPrompts(payments);
    const [violation] = this.#subscribers?.violations(payments) ?? [];
    if (violation !== undefined) throw new Error(violation);
    await this.#checkHistory(payments);
    await this.refunds.check(this.companion.storage, payments);
    await this.#links.check(this.companion.storage, payments);
    this.counter.check(payments);
  }

  /** A running process opens no second prompt of an order, or for a payer of a link, beside the first before the real cool-down has passed. */
  #checkPrompts(payments: readonly StoredPayment[]): void {
    const byReference = new Map(payments.map((payment) => [payment.reference, payment]));
    const { transactions } = this.operator;
    for (const { initiation, beside, openedAt, openedBy } of transactions.slice(this.#checkedPrompts)) {
      const payment = byReference.get(initiation.reference);
      const other = beside.find((one) => {
        const earlier = byReference.get(one.initiation.reference);
        if (earlier === undefined || payment === undefined) return false;
        const isSamePayer = earlier.link_id !== null && earlier.link_id === payment.link_id && earlier.msisdn === payment.msisdn;
        const isOther = earlier.order_reference !== payment.order_reference && !isSamePayer;
        // `not_received` allows the second one, and ends when the operator reports the first as completed.
        const isResolved = earlier.resolution !== null || this.#resolved.has(earlier.id);
        return !isOther && !isResolved && one.openedBy === openedBy;
      });
      if (other !== undefined && openedAt - other.openedAt < COOLDOWN_MS)
        throw new Error('two prompts of an order or a link were open at once');
    }
    this.#checkedPrompts = transactions.length;
    this.#resolved = new Set(payments.filter(({ resolution }) => resolution !== null).map(({ id }) => id));
  }

  async #checkHistory(payments: readonly StoredPayment[]): Promise<void> {
    const { db } = this.companion.storage.store;
    const events = await db.selectFrom('events').select(['payment_id', 'version', 'kind']).orderBy('version').execute();
    const outbox = await db.selectFrom('outbox').select(['payment_id', 'type']).orderBy('version').execute();
    for (const payment of payments) {
      const history = events.filter((event) => event.payment_id === payment.id);
      if (history.some(({ version }, index) => version !== index + 1) || history.length !== payment.version)
        throw new Error('the history has a gap');
      const due = history.flatMap(({ kind }) => WEBHOOK_AFTER[kind] ?? []);
      const stored = outbox.filter((webhook) => webhook.payment_id === payment.id).map(({ type }) => type);
      if (stored.join() !== due.join()) throw new Error(`the outbox has ${stored.join(', ') || 'nothing'} instead of ${due.join(', ')}`);
    }
  }

  /** Ends all faults, sends all callbacks and lets time pass; then each payment must agree with the operator. */
  async heal(): Promise<void> {
    this.ahead = 0;
    Object.assign(this.operator, { tokens: true, lookups: true, records: true, recordsAreWrong: false, inconclusive: null });
    await this.answerLate();
    await this.finishStalled();
    await this.restart();
    this.operator.transactions.forEach((transaction, index) => {
      if (transaction.state === 'pending') transaction.state = index % 2 === 0 ? 'completed' : 'failed';
    });
    for (const wait of [LEASE_MS + 1, 1000, 5 * 60_000 + 1, HOUR + 1, HOUR * 2]) {
      this.now += wait;
      for (const transaction of this.operator.transactions) {
        await this.callback(transaction, transaction.serverCorrelationId, transaction.state);
      }
      for (let rounds = 0; rounds < 10 && (await this.poll()) > 0; rounds += 1) this.now += 1000;
      await this.check();
    }
    // After the clock was set back, a webhook waits for that time again.
    for (let hours = 0; hours < MAX_HOURS_BACK && (await this.#hasUndelivered()); hours += 1) {
      while ((await this.deliver('taken')) > 0);
      this.now += HOUR;
    }
    await this.#checkEnd();
  }

  async #hasUndelivered(): Promise<boolean> {
    const { db } = this.companion.storage.store;
    return (await db.selectFrom('outbox').select('id').where('status', '!=', 'delivered').executeTakeFirst()) !== undefined;
  }

  async #checkEnd(): Promise<void> {
    const payments = await this.payments();
    for (const payment of payments) {
      const transaction = this.transactionOf(payment);
      const right: readonly PaymentStatus[] =
        transaction !== undefined
          ? [transaction.state]
          : this.operator.initiations.includes(payment.reference) || this.crashes > 1
            ? ['failed', 'unresolved']
            : ['failed'];
      if (!right.includes(payment.status))
        throw new Error(`a payment ends ${payment.status}; the operator has ${transaction?.state ?? 'nothing'}`);
      if (payment.status === 'completed' && payment.transaction_id !== transaction?.transactionId)
        throw new Error('a payment is completed by another transaction');
      if (payment.verified === 1 && payment.differences !== null) throw new Error('a verified payment has differences');
    }
    const inOrder = this.#received.toSorted((one, other) => one.version - other.version);
    const [violation] = findWebhookViolations(await readPayments(this.companion.storage.store), inOrder, 'set back');
    if (violation !== undefined) throw new Error(violation);
    await this.refunds.checkWebhooks(this.companion.storage, inOrder);
    const [overpaid] = await findOverpaidViolations(this.companion.storage.store.db, payments);
    if (overpaid !== undefined) throw new Error(overpaid);
  }
}
