import type { Ariary, Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { assemble, type Parts } from '../../src/composition/parts.ts';
import { startWorkers } from '../../src/composition/startWorkers.ts';
import type { Step } from '../../src/core/payments/steps.ts';
import type { AttemptOnceResult, OrderToPay, PageForm } from '../../src/core/storage/attempts.ts';
import type { WebhookEvent } from '../../src/core/webhooks/eventHandler.ts';
import type { DatabaseTime } from '../../src/database/databaseTime.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { isStorageFailure } from '../../src/database/storageFailure.ts';
import { createLog } from '../../src/log.ts';
import { ProblemError } from '../../src/problemError.ts';
import { testSettings, unchanging } from '../support/operatorFixture.ts';
import { hasPaid } from './attemptInvariants.ts';
import { type DueOpening, dueOpening, isDue } from './dueOpening.ts';
import { randomFrom } from './random.ts';
import { addReached, type Fault, type Reached } from './reached.ts';
import { SimulatedCounter } from './simulatedCounter.ts';
import type { SimulatedDatabase } from './simulatedDatabase.ts';
import { SimulatedLinks } from './simulatedLinks.ts';
import { SimulatedNetwork } from './simulatedNetwork.ts';
import { NO_FAULTS, type OperatorFaults, type OperatorTransaction, SimulatedOperator } from './simulatedOperator.ts';
import { SimulatedRefunds } from './simulatedRefunds.ts';
import { SimulatedShop } from './simulatedShop.ts';
import { Subscribers } from './subscribers.ts';
import { type SimulatedProcess, VirtualTime } from './virtualTime.ts';
import { Violation, Witness } from './witness.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PAGE_OPEN_MS = 2 * MINUTE;
/** For almost a minute, a webhook waits for the delivery of the one before it. */
const FRESH_WEBHOOK_MS = 55_000;
/** More than an interval of the renewals. */
const RENEWED_BEFORE_MS = 3500;
const REBOOT_AFTER_FAILED_START_MS = SECOND;
/** Longer than one request to the operator may take, with a slow token before it. */
const IN_FLIGHT_MS = 75 * SECOND;
/** Payers whose numbers begin so answer no prompt by themselves. */
export const LATE_PAYER = '03852';
/** How long before and after the answer to its initiation a callback may come, if it comes at once. */
const AROUND_ANSWER_MS = 50;

const settings = testSettings('https://operator.test', {
  PUBLIC_URL: 'http://companion.test',
  SMTP_URL: 'smtp://127.0.0.1:1?tls=off',
  NOTIFY_EMAIL: 'merchant@shop.test',
});
const log = createLog('silent');

/** What the shop's endpoint does with a webhook. */
type ShopState = 'up' | 'unreachable' | 'refuses' | 'slow' | 'answer lost';

class Crash extends Error {}

/** How a shopper presses. */
interface Press {
  readonly page?: PageForm;
  /** Whether the payment's page opens then. */
  readonly hasPage?: boolean;
  readonly delayMs?: number;
  readonly companion?: Instance;
}

/** A companion: its process, which a crash replaces. */
export interface Instance {
  readonly index: number;
  process: SimulatedProcess;
  parts: Parts | undefined;
  bootedAt: number;
  pages: Subscribers | undefined;
  crashAt: { point: Point; readonly downMs: number } | undefined;
  /** `hidesResults`: meanwhile the operator answers no lookup. */
  hangAt: { point: Point; readonly forMs: number; readonly hidesResults?: boolean } | undefined;
  /** For how long it hangs when it has opened its next payment and does not know yet, ms. */
  hangsOpeningMs: number | undefined;
}

/** A step of a payment, or so many statements later. */
export type Point = Step | number;

/** What a seed decides about its world. */
export interface WorldOptions {
  readonly seed: number;
  /** Companions on the one database. */
  readonly instances: 1 | 2;
  /** How long a transaction's answer takes at most, ms. */
  readonly slowCommitMs: number;
  /** How long a transaction, or a statement outside one, waits for its turn at most, ms. */
  readonly slowStatementMs: number;
  /** Whether payers answer at once, and each callback comes within 50 ms before or after the answer to its initiation. */
  readonly callsBackAtOnce: boolean;
}

/** Companions, operator, shop, network, clocks and database in this thread, on virtual time. */
export class SimulatedWorld {
  readonly time: VirtualTime;
  readonly plan: WorldOptions;
  readonly database: SimulatedDatabase;
  readonly operator: SimulatedOperator;
  readonly #network: SimulatedNetwork;
  readonly witness: Witness;
  readonly random: () => number;
  readonly instances: Instance[];
  readonly #processes = new Map<SimulatedProcess, { readonly owner: string; readonly bootedAt: number }>();
  readonly #clockReadAt = new Map<SimulatedProcess, number>();
  readonly acknowledged = new Set<PaymentId>();
  readonly links = new SimulatedLinks((violation) => this.#violated(violation));
  readonly counter = new SimulatedCounter((violation) => this.#violated(violation));
  readonly refunds: SimulatedRefunds;
  readonly heard = new Set<string>();
  readonly shop: SimulatedShop;
  shopState: ShopState = 'up';
  /** How far the companions' clock is ahead, ms. With several instances it is the database server's. */
  #aheadMs = 0;
  #clockSteppedAt = Number.NEGATIVE_INFINITY;
  violation: string | undefined;
  crashes = 0;
  /** The orders of all rushes, and of all late payers. */
  rushed = 0;
  latePayers = 0;
  #isFair = false;
  readonly reached: Reached = {};
  readonly #nextDueRow;
  readonly #heldSteps;

  constructor(database: SimulatedDatabase, plan: WorldOptions) {
    this.plan = plan;
    this.database = database;
    database.wipe();
    database.clock = () => this.time.now + this.#aheadMs;
    this.refunds = new SimulatedRefunds(database, (violation) => this.#violated(violation));
    this.random = randomFrom(plan.seed ^ 0x165667b1);
    this.time = new VirtualTime(START, plan.seed);
    this.operator = new SimulatedOperator(() => this.time.now, {
      onCreated: (transaction, answeredInMs) => this.#onPrompt(transaction, answeredInMs),
      onState: (transaction) => this.#planCallbacks(transaction),
      violated: (violation) => this.#violated(violation),
    });
    this.#network = new SimulatedNetwork(this.time, plan.seed, this.operator, (violation) => this.#violated(violation));
    this.witness = new Witness({
      sqlite: database.sqlite,
      operator: this.operator,
      links: this.links.known,
      now: () => this.time.now,
      clock: (process) => this.#clockOf(process),
      clockSteppedAt: () => this.#clockSteppedAt,
      // Several instances read the clock of their database every three seconds.
      stepUnknownMs: plan.instances === 1 ? 0 : 5 * SECOND,
      describe: (process) => this.#processes.get(process),
      onEvent: (payment, status, kind) => {
        for (const fault of this.#faultsOf(payment)) addReached(this.reached, status, kind, fault);
      },
    });
    const { sqlite } = database;
    // Leases are renewed before they end.
    const dueAt = (column: string) => `min(case when lease_until is null then ${column} else lease_until - ${RENEWED_BEFORE_MS} end)`;
    this.#nextDueRow = sqlite.prepare<[], { at: number | null }>(`select min(at) as at from (
      select ${dueAt('next_check_at')} as at from payments where next_check_at is not null
      union all select ${dueAt('next_attempt_at')} from outbox as one
        where status = 'pending' and not exists (select 1 from outbox as earlier where earlier.payment_id = one.payment_id
          and earlier.version < one.version and earlier.status = 'pending')
      union all select ${dueAt('next_attempt_at')} from mails where status = 'pending')`);
    this.#heldSteps = sqlite.prepare<[string], { status: string; kind: string }>(
      `select status, kind from payments join events on id = payment_id and payments.version = events.version where lease_owner = ?`,
    );
    this.shop = new SimulatedShop({
      sqlite,
      clock: () => this.time.now + this.#aheadMs,
      // Times that the clock had by mistake are corrected soon after, and not at once.
      isSteady: () => this.time.now - this.#clockSteppedAt > HOUR,
      waitsMs: FRESH_WEBHOOK_MS,
      violated: (violation) => this.#violated(violation),
    });
    this.time.nextDue = () => (this.#nextDueRow.get()?.at ?? Number.POSITIVE_INFINITY) - this.#aheadMs;
    this.time.onStep = (process) => this.#onStep(process);
    this.instances = Array.from({ length: plan.instances }, (_, index) => ({
      index,
      process: { name: `${index}.0`, isDead: true, hangsUntil: 0 },
      parts: undefined,
      bootedAt: START,
      pages: undefined,
      crashAt: undefined,
      hangAt: undefined,
      hangsOpeningMs: undefined,
    }));
  }

  #onStep(process: SimulatedProcess | undefined): void {
    if (this.database.hasChanged) {
      this.database.hasChanged = false;
      const before = this.witness.count;
      this.time.record(this.witness.read(process));
      if (this.witness.count > before) this.#hangOpening(process);
    }
    if (this.violation !== undefined) throw new Violation(this.violation);
  }

  /** One of several instances knows a step of the database's clock once it has read that clock again. */
  #clockOf(process: SimulatedProcess | undefined): number | null {
    const readAt = process === undefined ? undefined : this.#clockReadAt.get(process);
    const isKnown = this.plan.instances === 1 || (readAt !== undefined && readAt > this.#clockSteppedAt);
    return isKnown ? this.time.now + this.#aheadMs : null;
  }

  /** The faults that last at this moment, and those of the payment's initiation. */
  #faultsOf({ reference }: StoredPayment): Fault[] {
    const lasting = (Object.keys(NO_FAULTS) as (keyof OperatorFaults)[]).filter((name) => this.operator.faults[name] !== NO_FAULTS[name]);
    const faults: Fault[] = [
      ...lasting,
      ...((this.operator.fateOf(reference) ?? 'accepted') === 'accepted' ? [] : (['answer'] as const)),
      ...(this.plan.callsBackAtOnce ? (['callback'] as const) : []),
      ...(this.database.state === 'up' ? [] : (['database'] as const)),
      ...(this.shopState === 'up' ? [] : (['shop'] as const)),
      ...(this.#aheadMs === 0 ? [] : (['clock'] as const)),
    ];
    return faults.length === 0 ? ['none'] : faults;
  }

  /** Counts a crash or a hang of a process at each payment that it holds. */
  #struck(process: SimulatedProcess, fault: 'crash' | 'hang'): void {
    const held = this.#heldSteps.all(this.#processes.get(process)?.owner ?? '');
    for (const { status, kind } of held) addReached(this.reached, status, kind, fault);
  }

  #violated(violation: string): void {
    this.violation ??= violation;
  }

  // Companions

  /** Starts the companions that do not run. */
  boot(): void {
    for (const instance of this.instances) this.#boot(instance);
  }

  #boot(instance: Instance): void {
    if (!instance.process.isDead) return;
    const generation = Number(instance.process.name.split('.')[1]) + 1;
    const process: SimulatedProcess = { name: `${instance.index}.${generation}`, isDead: false, hangsUntil: 0 };
    Object.assign(instance, {
      process,
      parts: undefined,
      bootedAt: this.time.now,
      crashAt: undefined,
      hangAt: undefined,
      hangsOpeningMs: undefined,
    });
    this.time.plan(0, () => this.#start(instance, process), process);
  }

  #start(instance: Instance, process: SimulatedProcess): void {
    const delays = {
      statement: () => {
        this.#at(instance, process, 'statement');
        return Math.floor(this.random() * this.plan.slowStatementMs);
      },
      commit: () => {
        const share = this.random();
        return Math.floor(share * share * share * this.plan.slowCommitMs);
      },
    };
    const store = this.database.storeOf(process, this.time, delays, this.plan.instances > 1 ? this.#databaseTime(process) : null);
    const parts = assemble(
      {
        settings,
        wall: () => this.time.now + (this.plan.instances > 1 ? 0 : this.#aheadMs),
        operatorHttp: this.#network.connect(process),
        smtp: { send: async () => ({ kind: 'sent' }), check: async () => ({ kind: 'sent' }) },
        onEvent: (event) => this.#receive(process, event),
        at: (step) => this.#at(instance, process, step),
      },
      log,
      store,
      unchanging(settings),
    );
    instance.parts = parts;
    this.#processes.set(process, { owner: parts.storage.owner, bootedAt: instance.bootedAt });
    startWorkers(parts).started.catch(() => this.crash(process, REBOOT_AFTER_FAILED_START_MS));
    const before = instance.pages?.payments ?? [];
    // While a transaction runs, nothing of it is committed.
    instance.pages = new Subscribers(parts.subscriptions, {
      read: (id) => (this.database.sqlite.inTransaction ? undefined : this.witness.row(id)),
      violated: (violation) => this.#violated(violation),
    });
    for (const id of before) this.#openPage(instance, { id });
  }

  /** The clock of the database server, which each instance reads now and then. */
  #databaseTime(process: SimulatedProcess): DatabaseTime {
    let ahead = this.#aheadMs;
    return {
      now: () => this.time.now + ahead,
      read: async () => {
        ahead = this.#aheadMs;
        this.#clockReadAt.set(process, this.time.now);
      },
    };
  }

  #at(instance: Instance, process: SimulatedProcess, step: Step | 'statement'): void {
    if (instance.process === process && instance.crashAt !== undefined && isReached(instance.crashAt, step))
      this.crash(process, instance.crashAt.downMs);
    if (process.isDead) throw new Crash(step);
    if (instance.process === process && instance.hangAt !== undefined && isReached(instance.hangAt, step)) {
      const { forMs, hidesResults } = instance.hangAt;
      this.hang(process, forMs);
      instance.hangAt = undefined;
      if (hidesResults) this.fail({ lookups: 'down' }, forMs);
    }
  }

  /** The operator has a fault for so long. */
  fail(fault: Partial<OperatorFaults>, forMs: number): void {
    const { faults } = this.operator;
    Object.assign(faults, fault);
    const healed = Object.fromEntries(Object.keys(fault).map((name) => [name, NO_FAULTS[name as keyof OperatorFaults]]));
    this.time.plan(forMs, () => Object.assign(faults, healed));
  }

  disturbLeasesUntil(time: number): void {
    this.#network.leasesDisturbedAt = Math.max(this.#network.leasesDisturbedAt, time);
  }

  /** From its next step on, the process does nothing for so long. */
  hang(process: SimulatedProcess, forMs: number): void {
    this.#struck(process, 'hang');
    process.hangsUntil = Math.max(process.hangsUntil, this.time.now + forMs);
    this.disturbLeasesUntil(process.hangsUntil);
    this.time.plan(forMs, () => undefined);
  }

  crash(process: SimulatedProcess, downMs: number): void {
    const instance = this.instances.find((one) => one.process === process);
    if (process.isDead || instance === undefined) return;
    this.#struck(process, 'crash');
    process.isDead = true;
    this.crashes += 1;
    this.disturbLeasesUntil(this.time.now);
    this.time.plan(downMs, () => this.#boot(instance));
  }

  /** Runs a request in this companion, or in any live one; if it is not live, the request fails on the way. */
  request(work: (context: Parts, instance: Instance) => Promise<unknown>, delayMs = 0, companion?: Instance): void {
    const chosen = companion === undefined ? this.instances : [companion];
    const live = chosen.filter(({ process, parts }) => !process.isDead && parts !== undefined);
    const instance = live[Math.floor(this.random() * live.length)];
    if (instance?.parts === undefined) return;
    const { parts } = instance;
    // A request that fails is answered with a problem document: nothing follows from it.
    const fail = (error: unknown) => {
      if (!isProblem(error)) this.#violated(`a request failed: ${error}`);
    };
    this.time.plan(delayMs, () => void work(parts, instance).catch(fail), instance.process);
  }

  /** Does something after so long, unless the faults have ended by then; null: never. */
  later(afterMs: number | null, act: () => void): void {
    if (afterMs !== null)
      this.time.plan(afterMs, () => {
        if (!this.#isFair) act();
      });
  }

  instanceAt(index: number): Instance {
    const instance = this.instances[index % this.instances.length];
    if (instance === undefined) throw new RangeError('no such instance');
    return instance;
  }

  paymentAt(index: number): StoredPayment | undefined {
    const { payments } = this.witness;
    const id = payments[index % Math.max(1, payments.length)];
    return id === undefined ? undefined : this.witness.row(id);
  }

  paidPaymentAt(index: number): StoredPayment | undefined {
    const paid = this.#payments().filter(hasPaid);
    return paid[index % Math.max(1, paid.length)];
  }

  /** In the order in which they were opened. */
  paymentsOf(order: OrderReference): StoredPayment[] {
    return this.#payments().filter(({ order_reference }) => order_reference === order);
  }

  #payments(): StoredPayment[] {
    return this.witness.payments.flatMap((id) => this.witness.row(id) ?? []);
  }

  /** The merchant records a refund of so many thousandths of a payment. */
  refund({ id: paymentId, amount: paid }: StoredPayment, thousandths: number, key?: string): void {
    const amount = Math.max(1, Math.floor((paid * thousandths) / 1000)) as Ariary;
    this.request((context) => this.refunds.record(context, { paymentId, amount, key }));
  }

  transactionAt(index: number): OperatorTransaction | undefined {
    const { transactions } = this.operator;
    return transactions[index % Math.max(1, transactions.length)];
  }

  setClock(aheadMs: number): void {
    if (this.#aheadMs === aheadMs) return;
    this.#aheadMs = aheadMs;
    this.#clockSteppedAt = this.time.now;
    this.disturbLeasesUntil(this.time.now + MINUTE);
  }

  #hangOpening(process: SimulatedProcess | undefined): void {
    const instance = this.instances.find((one) => one.process === process);
    if (process === undefined || instance?.hangsOpeningMs === undefined) return;
    this.hang(process, instance.hangsOpeningMs);
    instance.hangsOpeningMs = undefined;
  }

  /** A shopper presses "pay", in this companion or in any live one. */
  press(claims: OrderToPay, payer: Msisdn | undefined, how: Press = {}): void {
    if (payer === undefined) return;
    const { page, hasPage = false, delayMs, companion } = how;
    const request = { claims, msisdn: payer, language: 'fr' as const, addressHash: null, ...(page === undefined ? {} : { page }) };
    const initiate = async ({ initiate, storage }: Parts, instance: Instance) => {
      let due: DueOpening | undefined;
      const observe = () => {
        due = dueOpening(this.database.sqlite, request, storage.clock);
      };
      const opening = await this.database.judging(observe, () => initiate(request));
      if (due !== undefined && !isDue(due, opening))
        this.#violated(`a press was answered ${opening.kind}; due was ${due.kind} ${due.payment ?? ''}`);
      this.opened(instance, opening, hasPage);
    };
    this.request(initiate, delayMs, companion);
  }

  opened(instance: Instance, opening: AttemptOnceResult, hasPage: boolean): void {
    if (opening.kind !== 'opened' && opening.kind !== 'exists' && opening.kind !== 'repeated') return;
    this.acknowledged.add(opening.payment.id);
    if (hasPage) this.#openPage(instance, opening.payment);
  }

  /** A page follows its payment: it is never shown what is not committed. */
  #openPage({ pages, process }: Instance, { id }: { readonly id: PaymentId }): void {
    const payment = this.witness.row(id);
    const close = payment && pages?.open(payment);
    this.time.plan(PAGE_OPEN_MS, () => this.#isFair || close?.(), process, true);
  }

  // Operator and payer

  #onPrompt(transaction: OperatorTransaction, answeredInMs: number): void {
    try {
      this.witness.checkPrompt(transaction);
    } catch (error) {
      this.#violated(error instanceof Error ? error.message : String(error));
    }
    const random = randomFrom(this.plan.seed * 1009 + transaction.index);
    const share = random();
    const atOnceMs = Math.max(0, answeredInMs - AROUND_ANSWER_MS + Math.floor(random() * 2 * AROUND_ANSWER_MS));
    const afterMs = this.plan.callsBackAtOnce ? atOnceMs : ([1, 3 * SECOND, 8 * SECOND, 40 * SECOND][Math.floor(random() * 4)] ?? 1);
    if ((share >= 0.85 || transaction.payer.startsWith(LATE_PAYER)) && !this.#isFair) return;
    this.time.plan(afterMs, () => {
      if (transaction.state === 'pending') this.operator.setState(transaction, share < 0.65 ? 'completed' : 'failed');
    });
  }

  #planCallbacks(transaction: OperatorTransaction): void {
    if (this.plan.callsBackAtOnce) {
      this.callBack(transaction, 0);
      return;
    }
    const random = randomFrom(this.plan.seed * 2003 + transaction.index);
    const share = random();
    if (share < 0.3) return;
    this.callBack(transaction, Math.floor(random() * 200));
    if (share > 0.8) this.callBack(transaction, Math.floor(random() * 90 * SECOND));
  }

  callBack(transaction: OperatorTransaction, delayMs: number, status: string = transaction.state, names = transaction): void {
    const secret = transaction.callbackUrl?.split('/').at(-1);
    if (secret === undefined) return;
    const transactionReference = status === 'completed' ? names.transactionId : '';
    const note = { serverCorrelationId: names.serverCorrelationId, transactionReference, status };
    this.request(async (context) => {
      const isAcknowledged = (await context.storeCallback(secret, note)) !== undefined;
      if (isAcknowledged && names === transaction) this.heard.add(`${status} ${transaction.reference}`);
    }, delayMs);
  }

  // Shop

  #receive(process: SimulatedProcess, event: WebhookEvent): Promise<void> {
    this.shop.offer(event.id);
    return new Promise((resolve, reject) => {
      const state = this.shopState;
      const { id, ...webhook } = event;
      const take = () => this.shop.take(id, webhook);
      const settle = (delayMs: number, end: () => void) => this.time.plan(delayMs, end, process);
      const latencyMs = 1 + Math.floor(this.random() * 40);
      if (state === 'unreachable' || state === 'refuses') settle(latencyMs, () => reject(new Error('refused')));
      else {
        this.time.plan(latencyMs, take);
        if (state === 'slow') settle(20 * SECOND, resolve);
        else settle(2 * latencyMs, state === 'up' ? resolve : () => reject(new Error('no answer')));
      }
    });
  }

  /** Ends all faults, starts who is down, and waits until all requests have their answers. */
  async endFaults(): Promise<void> {
    this.#isFair = true;
    this.operator.endFaults();
    this.database.state = 'up';
    this.shopState = 'up';
    this.setClock(0);
    for (const instance of this.instances) {
      instance.crashAt = undefined;
      instance.hangAt = undefined;
      instance.hangsOpeningMs = undefined;
    }
    this.boot();
    const hangUntil = Math.max(this.time.now, ...this.instances.map(({ process }) => process.hangsUntil));
    await this.time.runUntil(hangUntil + IN_FLIGHT_MS);
  }
}

/** Whether the companion answers this error with a problem document, or ends by it. */
function isProblem(error: unknown): boolean {
  return error instanceof ProblemError || error instanceof Crash || isStorageFailure(error);
}

/** Counts the statements down, if the point is a number of them. */
function isReached(at: { point: Point }, step: Step | 'statement'): boolean {
  if (typeof at.point === 'number' && step === 'statement') at.point -= 1;
  return at.point === step || at.point === -1;
}
