import type { Ariary } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { webhookSchema } from '@tsena/shared/merchant';
import { type Deferred, deferred } from '@tsena/testkit/deferred';
import type Sqlite from 'better-sqlite3';
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
import type { StoredPayment } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';
import type { Transact } from '../../src/database/transaction.ts';
import { COOLDOWN_MS, msisdn, type TestCompanion, testCompanion } from '../support/testCompanion.ts';
import { connectDirectly, type HeldAnswers } from './directOperator.ts';
import { findViolations } from './invariants.ts';
import { SimulatedCounter } from './simulatedCounter.ts';
import { SimulatedLinks } from './simulatedLinks.ts';
import { type OperatorTransaction, SimulatedOperator } from './simulatedOperator.ts';
import { SimulatedRefunds } from './simulatedRefunds.ts';
import { SimulatedShop } from './simulatedShop.ts';
import { readStoredIn } from './storedPayments.ts';
import { Subscribers } from './subscribers.ts';
import type { SimulatedProcess } from './virtualTime.ts';
import { Violation, Witness } from './witness.ts';

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
  readonly operator = new SimulatedOperator(() => this.now, {
    onCreated: (transaction) => this.#observe(() => this.#witness.checkPrompt(transaction)),
    violated: (violation) => this.#violated(violation),
  });
  readonly acknowledged = new Set<PaymentId>();
  readonly refunds = new SimulatedRefunds((violation) => this.#violated(violation));
  readonly counter = new SimulatedCounter((violation) => this.#violated(violation));
  readonly #links = new SimulatedLinks((violation) => this.#violated(violation));
  readonly #witness: Witness;
  #violation: string | undefined;
  readonly #store: Store;
  readonly #shop: SimulatedShop;
  readonly #stalled: StalledCheck[] = [];
  readonly #held: HeldAnswers = {
    onLate: (reference, release) => {
      this.#late.push(release);
      this.#heldUp(reference).resolve(undefined);
    },
  };
  /** Functions that release the tokens for which attempts wait, and the late answers. */
  readonly #tokens: (() => void)[] = [];
  readonly #late: (() => void)[] = [];
  /** Resolve when the answer to the initiation with a reference is held up. */
  readonly #heldUps = new Map<string, Deferred<undefined>>();
  /** The real time. The wall clock shows this time plus `ahead`. */
  now = START;
  #ahead = 0;
  crashAt: Step | undefined;
  crashes = 0;
  companion: TestCompanion;
  #process: SimulatedProcess;
  /** What a process is called in leases, and when it began. */
  readonly #processes = new WeakMap<SimulatedProcess, { readonly owner: string; readonly bootedAt: number }>();
  /** The attempts that wait for a token, and a promise that resolves when the next one waits. */
  readonly #withoutToken = new Set<PaymentId>();
  #holdingToken: Promise<void> | undefined;
  #subscribers: Subscribers | undefined;
  /** The times when this process opened its attempts. */
  #openedAt = new Map<PaymentId, number>();
  /** The work after steps of the clock: the size of the step, and when the work is due. */
  #clockSteps: { readonly by: number; readonly dueAt: number }[] = [];
  #clockWentBack = false;
  #clockSteppedAt = Number.NEGATIVE_INFINITY;

  get ahead(): number {
    return this.#ahead;
  }

  set ahead(ms: number) {
    this.counter.clockWas(this.now + this.#ahead);
    this.refunds.forgetKeys(this.now + this.#ahead);
    if (ms < this.#ahead) this.#clockWentBack = true;
    if (ms !== this.#ahead) this.#clockSteppedAt = this.now;
    this.#ahead = ms;
  }

  /** @param committed another connection to the file of `store`, which sees what is committed */
  constructor(store: Store, committed: Sqlite.Database) {
    this.#store = store;
    this.#witness = new Witness({
      sqlite: committed,
      operator: this.operator,
      links: this.#links.known,
      now: () => this.now,
      clock: () => this.now + this.#ahead,
      clockSteppedAt: () => this.#clockSteppedAt,
      stepUnknownMs: 0,
      describe: (process) => this.#processes.get(process),
    });
    this.#shop = new SimulatedShop({
      sqlite: committed,
      clock: () => this.companion.storage.clock.now(),
      isSteady: () => !this.#clockWentBack,
      isInOrder: () => true,
      waitsMs: WEBHOOKS_WAIT_MS,
      violated: (violation) => this.#violated(violation),
    });
    this.#process = { name: '', isDead: true, hangsUntil: 0 };
    this.companion = this.#boot();
  }

  #violated(violation: string): void {
    this.#violation ??= violation;
  }

  /** A violation must not end in code of the companion that expects errors. */
  #observe(look: () => unknown): void {
    try {
      look();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.#violated(error.message);
    }
  }

  #boot(): TestCompanion {
    const process: SimulatedProcess = { name: String(this.crashes), isDead: false, hangsUntil: 0 };
    this.#process = process;
    this.#openedAt = new Map();
    this.#clockSteps = [];
    this.#subscribers = new Subscribers(
      createSubscriptions(() => this.now),
      { read: (id) => this.#witness.row(id), violated: (violation) => this.#violated(violation), isAlone: true },
    );
    const transact: Transact = (work) =>
      this.#store.transact(work).then((result) => {
        this.#observe(() => this.#witness.read(process));
        return result;
      });
    const companion = testCompanion({
      subscriptions: this.#subscribers.subscriptions,
      store: { ...this.#store, transact },
      clock: systemClock(
        () => this.now + this.ahead,
        () => this.now,
        (by) => this.#clockSteps.push({ by, dueAt: this.now }, { by: 0, dueAt: this.now + LEASES_SETTLE_MS + 1000 }),
      ),
      // The operator's clock is right.
      wall: () => this.now,
      operator: connectDirectly(this.operator, process, () => this.now, this.#held),
      waitForAnswer: (payment, sent) => Promise.race([sent, this.#heldUp(payment.reference).promise, this.#tokenHeldUp(payment)]),
      at: (step) => {
        if (step === this.crashAt) {
          this.crashAt = undefined;
          process.isDead = true;
        }
        if (process.isDead) throw new Crash(step);
      },
    });
    this.#processes.set(process, { owner: companion.storage.owner, bootedAt: this.now });
    return companion;
  }

  #heldUp(reference: string): Deferred<undefined> {
    const known = this.#heldUps.get(reference) ?? deferred<undefined>();
    this.#heldUps.set(reference, known);
    return known;
  }

  /** Ends the process and starts another one on the same store. */
  async restart(): Promise<void> {
    this.#process.isDead = true;
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
      for (const release of this.#late.splice(0)) release();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** As {@link pay}, but the token for the attempt is held up until {@link answerLate}. */
  async payWithoutToken(order: number): Promise<void> {
    this.#holdingToken = new Promise<void>((resolve) => {
      this.#held.onToken = (release) => {
        this.#tokens.push(release);
        resolve();
      };
    });
    await this.pay(order, 0, 0, 1);
    this.#holdingToken = undefined;
    this.#held.onToken = undefined;
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
  async createLink(isReusable: boolean, expiresInMs: number | null): Promise<void> {
    const status = await this.#links.create(this.companion.storage, AMOUNTS[0] ?? (0 as Ariary), isReusable, expiresInMs);
    if (status !== 'active') throw new Error(`a new link is ${status}`);
  }

  cancelLink(index: number): Promise<void> {
    return this.#links.cancelAlone(this.companion.storage, index);
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
    const msisdnOfPayer = PAYERS[payer];
    if (msisdnOfPayer === undefined) throw new RangeError('no such payer');
    const form = await this.#links.open(this.companion.storage, index, isRepeated);
    if (form === undefined) return;
    const request = { ...form.order, msisdn: msisdnOfPayer, language: 'fr' as const, addressHash: null };
    const openings = await Promise.all(Array.from({ length: clicks }, () => initiate(this.companion, request)));
    this.#links.checkAnswers(form, openings);
    this.#acknowledge(openings);
  }

  /** Simultaneous clicks can open two attempts if the first one fails at once. */
  #mayHaveFailedBetween(): boolean {
    const { faults, fate } = this.operator;
    return faults.tokens === 'down' || ['402', '429', 'never sent'].includes(fate);
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

  async callback(transaction: OperatorTransaction, serverCorrelationId: string, status: string): Promise<void> {
    const secret = transaction.callbackUrl?.split('/').at(-1);
    if (secret === undefined) return;
    await receiveCallback(this.companion.storage, secret, { serverCorrelationId, status });
  }

  /** The companion does this by itself, at once: before any of its loops does more. */
  async #noticeClockSteps(): Promise<void> {
    this.companion.storage.clock.now();
    const due = this.#clockSteps.filter(({ dueAt }) => dueAt <= this.now);
    this.#clockSteps = this.#clockSteps.filter((step) => !due.includes(step));
    for (const { by } of due)
      await afterClockStep({ ...this.companion, longestDelaysMs: LONGEST_DELAYS_MS, longestMailDelayMs: LONGEST_MAIL_DELAY_MS }, by);
  }

  /**
   * Runs one round of the poller.
   *
   * @param stalls whether the answers to the status checks are held up until {@link finishStalled}
   */
  async poll(stalls = false): Promise<number> {
    await this.#noticeClockSteps();
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
      this.#held.onLookup = stalls ? resolve : undefined;
    });
    const work = this.#survives(checkAndRelease(this.companion, payment));
    const outcome = await Promise.race([work, stalled]);
    this.#held.onLookup = undefined;
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
      const before = this.#witness.row(payment.id);
      release();
      await work;
      const after = this.#witness.row(payment.id);
      if (before?.fence !== payment.fence && JSON.stringify(before) !== JSON.stringify(after))
        throw new Error('a status check that lost its lease wrote');
    }
  }

  /** Runs one round of webhook deliveries. */
  async deliver(reception: Reception): Promise<number> {
    await this.#noticeClockSteps();
    const leased = await leaseWebhooks(this.companion.storage, WEBHOOK_LEASE_MS, 100);
    for (const webhook of leased) {
      this.#shop.offer(webhook.id);
      if (reception !== 'refused') this.#shop.take(webhook.id, z.parse(webhookSchema, JSON.parse(webhook.payload)));
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

  payments(): Promise<StoredPayment[]> {
    return this.companion.storage.store.db
      .selectFrom('payments')
      .selectAll()
      .orderBy('order_reference')
      .orderBy('attempt_number')
      .execute();
  }

  /** Checks the invariants that hold at every moment. */
  async check(): Promise<void> {
    this.#observe(() => {
      this.#witness.read(this.#process);
      this.#witness.checkRows();
    });
    const { store } = this.companion.storage;
    const stored = await readStoredIn(store.db);
    const { payments } = stored;
    for (const id of this.acknowledged) if (!payments.some((payment) => payment.id === id)) this.#violated(`${id} was lost`);
    for (const violation of this.#subscribers?.violations(payments) ?? []) this.#violated(violation);
    await this.refunds.check(stored, store.db);
    await this.#links.check(this.companion.storage, payments);
    this.counter.check(payments);
    if (this.#violation !== undefined) throw new Error(this.#violation);
  }

  /** Ends all faults, sends all callbacks and lets time pass; then each payment must agree with the operator. */
  async heal(): Promise<void> {
    this.ahead = 0;
    this.operator.endFaults();
    await this.answerLate();
    await this.finishStalled();
    await this.restart();
    this.operator.decidePrompts();
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
    const [violation] = findViolations({
      ...(await readStoredIn(this.#store.db)),
      ...this.operator.records(),
      acknowledged: this.acknowledged,
      acknowledgedRefunds: this.refunds.acknowledged,
      isEachRefundAnswered: true,
      webhooks: this.#shop.received,
      clock: 'set back',
      attempts: null,
    });
    if (violation !== undefined) throw new Error(violation);
  }
}
