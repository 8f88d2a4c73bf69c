import type { Ariary, Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { assemble, type Parts } from '../../src/composition/parts.ts';
import { startWorkers } from '../../src/composition/startWorkers.ts';
import type { Step } from '../../src/core/payments/steps.ts';
import type { AttemptOnceResult, OrderToPay, PageForm } from '../../src/core/storage/attempts.ts';
import type { WebhookEvent } from '../../src/core/webhooks/eventHandler.ts';
import type { DatabaseTime } from '../../src/database/databaseTime.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { createLog } from '../../src/log.ts';
import { testSettings, unchanging } from '../support/operatorFixture.ts';
import { msisdn } from '../support/testCompanion.ts';
import { findViolations } from './invariants.ts';
import { randomFrom } from './random.ts';
import { addReached, type Fault, type Reached } from './reached.ts';
import { SimulatedCounter } from './simulatedCounter.ts';
import type { SimulatedDatabase } from './simulatedDatabase.ts';
import { SimulatedLinks } from './simulatedLinks.ts';
import { SimulatedNetwork } from './simulatedNetwork.ts';
import { NO_FAULTS, type OperatorFaults, type OperatorTransaction, SimulatedOperator } from './simulatedOperator.ts';
import { SimulatedRefunds } from './simulatedRefunds.ts';
import type { Event, Plan, Point, ShopState } from './simulationPlan.ts';
import { readStoredIn, type StoredFacts } from './storedPayments.ts';
import { type SimulatedProcess, VirtualTime } from './virtualTime.ts';
import type { ReceivedWebhook } from './webhookInvariants.ts';
import { Violation, Witness } from './witness.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PAYERS = ['0343500003', '0381234567', '0341111111', '0342222222', '0343333333', '0344444444'].map(msisdn);
const AMOUNTS = [25_000, 26_000] as Ariary[];
const PAGE_OPEN_MS = 2 * MINUTE;
/** For almost a minute, a webhook waits for the delivery of the one before it. */
const FRESH_WEBHOOK_MS = 55_000;
/** More than an interval of the renewals. */
const RENEWED_BEFORE_MS = 3500;
const REBOOT_AFTER_FAILED_START_MS = SECOND;
/** Longer than one request to the operator may take, with a slow token before it. */
const IN_FLIGHT_MS = 75 * SECOND;
/** After the faults, a payment has its result by then, if its callbacks come. */
const SETTLED_WITHIN_MS: readonly number[] = [13 * SECOND, MINUTE, 5 * MINUTE, 11 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR];
/** What follows only from an answer of the operator that contradicts its transaction. */
const DENIALS = `'failed', 'callback_rejected', 'details_mismatch'`;
/** How long before and after the answer to its initiation a callback may come, if it comes at once. */
const AROUND_ANSWER_MS = 50;
/** The last delays between delivery attempts are ten hours. */
const DELIVERED_WITHIN_HOURS = 60;

const settings = testSettings('https://operator.test', {
  PUBLIC_URL: 'http://companion.test',
  SMTP_URL: 'smtp://127.0.0.1:1?tls=off',
  NOTIFY_EMAIL: 'merchant@shop.test',
});
const log = createLog('silent');

class Crash extends Error {}

/** A page that shows one payment. */
interface Page {
  readonly payment: PaymentId;
  shown: string;
}

/** A companion: its process, which a crash replaces. */
interface Instance {
  readonly index: number;
  process: SimulatedProcess;
  parts: Parts | undefined;
  bootedAt: number;
  pages: Page[];
  crashAt: { point: Point; readonly downMs: number } | undefined;
  hangAt: { point: Point; readonly forMs: number } | undefined;
  /** For how long it hangs when it has opened its next payment and does not know yet, ms. */
  hangsOpeningMs: number | undefined;
}

/** What one seed did. */
export interface SeedResult {
  readonly payments: number;
  readonly debits: number;
  readonly crashes: number;
  /** Payments that sellers took at the counter. */
  readonly counterPayments: number;
  /** Refunds that were recorded, and how many of them were voided. */
  readonly refunds: number;
  readonly refundsVoided: number;
  readonly steps: number;
  /** Of all steps and committed events. */
  readonly hash: number;
  readonly reached: Reached;
}

/**
 * Runs a plan: companions, operator, shop, network, clocks and database in this thread, on virtual time.
 *
 * @throws Violation the first one
 */
export async function simulate(database: SimulatedDatabase, plan: Plan): Promise<SeedResult> {
  const simulation = new Simulation(database, plan);
  const uninstall = simulation.time.install();
  try {
    return await simulation.run();
  } finally {
    uninstall();
  }
}

class Simulation {
  readonly time: VirtualTime;
  readonly #plan: Plan;
  readonly #database: SimulatedDatabase;
  readonly #operator: SimulatedOperator;
  readonly #network: SimulatedNetwork;
  readonly #witness: Witness;
  readonly #random: () => number;
  readonly #instances: Instance[];
  readonly #processes = new Map<SimulatedProcess, { readonly owner: string; readonly bootedAt: number }>();
  readonly #clockReadAt = new Map<SimulatedProcess, number>();
  readonly #acknowledged = new Set<PaymentId>();
  readonly #links = new SimulatedLinks((violation) => this.#violated(violation));
  readonly #counter = new SimulatedCounter((violation) => this.#violated(violation));
  readonly #refunds = new SimulatedRefunds();
  readonly #heard = new Set<string>();
  readonly #received: ReceivedWebhook[] = [];
  readonly #receivedIds = new Map<string, number>();
  readonly #offered = new Map<string, { readonly ids: Set<string>; version: number }>();
  #shop: ShopState = 'up';
  /** How far the companions' clock is ahead, ms. With several instances it is the database server's. */
  #aheadMs = 0;
  #clockSteppedAt = Number.NEGATIVE_INFINITY;
  #violation: string | undefined;
  #crashes = 0;
  /** The orders of all rushes. */
  #rushed = 0;
  #isFair = false;
  readonly #reached: Reached = {};
  readonly #nextDueRow;
  readonly #heldSteps;
  readonly #version;
  readonly #webhookVersion;
  readonly #earlierWebhook;

  constructor(database: SimulatedDatabase, plan: Plan) {
    this.#plan = plan;
    this.#database = database;
    database.wipe();
    this.#random = randomFrom(plan.seed ^ 0x165667b1);
    this.time = new VirtualTime(START, plan.seed);
    this.#operator = new SimulatedOperator(() => this.time.now, {
      onCreated: (transaction, answeredInMs) => this.#onPrompt(transaction, answeredInMs),
      onState: (transaction) => this.#planCallbacks(transaction),
      violated: (violation) => this.#violated(violation),
    });
    this.#network = new SimulatedNetwork(this.time, plan.seed, this.#operator, (violation) => this.#violated(violation));
    this.#witness = new Witness({
      sqlite: database.sqlite,
      operator: this.#operator,
      links: this.#links.known,
      now: () => this.time.now,
      clock: (process) => this.#clockOf(process),
      clockSteppedAt: () => this.#clockSteppedAt,
      // Several instances read the clock of their database every three seconds.
      stepUnknownMs: plan.instances === 1 ? 0 : 5 * SECOND,
      describe: (process) => this.#processes.get(process),
      onEvent: (payment, status, kind) => {
        for (const fault of this.#faultsOf(payment)) addReached(this.#reached, status, kind, fault);
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
    this.#version = sqlite.prepare<[string], { version: number; status: string }>('select version, status from payments where id = ?');
    this.#webhookVersion = sqlite.prepare<[string], { payment_id: string; version: number; created_at: number }>(
      'select payment_id, version, created_at from outbox where id = ?',
    );
    this.#earlierWebhook = sqlite.prepare<[string, number], unknown>(
      `select 1 from outbox where payment_id = ? and version < ? and status = 'pending'`,
    );
    this.time.nextDue = () => (this.#nextDueRow.get()?.at ?? Number.POSITIVE_INFINITY) - this.#aheadMs;
    this.time.onStep = (process) => this.#onStep(process);
    this.#instances = Array.from({ length: plan.instances }, (_, index) => ({
      index,
      process: { name: `${index}.0`, isDead: true, hangsUntil: 0 },
      parts: undefined,
      bootedAt: START,
      pages: [],
      crashAt: undefined,
      hangAt: undefined,
      hangsOpeningMs: undefined,
    }));
  }

  async run(): Promise<SeedResult> {
    for (const instance of this.#instances) this.#boot(instance);
    await this.time.runUntil(this.time.now + SECOND);
    for (const { afterMs, event } of this.#plan.actions) {
      await this.time.runUntil(this.time.now + afterMs);
      this.#happen(event);
    }
    await this.#endFaults();
    await this.#settle();
    const { refunds } = await this.#checkEnd();
    const { transactions } = this.#operator;
    return {
      payments: this.#witness.payments.length,
      debits: transactions.filter(({ state }) => state === 'completed').length,
      crashes: this.#crashes,
      counterPayments: this.#counter.payments,
      refunds: refunds.length,
      refundsVoided: refunds.filter(({ status }) => status === 'voided').length,
      steps: this.time.steps,
      hash: this.time.hash,
      reached: this.#reached,
    };
  }

  #onStep(process: SimulatedProcess | undefined): void {
    if (this.#database.hasChanged) {
      this.#database.hasChanged = false;
      const before = this.#witness.count;
      this.time.record(this.#witness.read(process));
      if (this.#witness.count > before) this.#hangOpening(process);
    }
    if (this.#violation !== undefined) throw new Violation(this.#violation);
  }

  /** One of several instances knows a step of the database's clock once it has read that clock again. */
  #clockOf(process: SimulatedProcess | undefined): number | null {
    const readAt = process === undefined ? undefined : this.#clockReadAt.get(process);
    const isKnown = this.#plan.instances === 1 || (readAt !== undefined && readAt > this.#clockSteppedAt);
    return isKnown ? this.time.now + this.#aheadMs : null;
  }

  /** The faults that last at this moment, and those of the payment's initiation. */
  #faultsOf({ reference }: StoredPayment): Fault[] {
    const lasting = (Object.keys(NO_FAULTS) as (keyof OperatorFaults)[]).filter((name) => this.#operator.faults[name] !== NO_FAULTS[name]);
    const faults: Fault[] = [
      ...lasting,
      ...((this.#operator.fateOf(reference) ?? 'accepted') === 'accepted' ? [] : (['answer'] as const)),
      ...(this.#plan.callsBackAtOnce ? (['callback'] as const) : []),
      ...(this.#database.state === 'up' ? [] : (['database'] as const)),
      ...(this.#shop === 'up' ? [] : (['shop'] as const)),
      ...(this.#aheadMs === 0 ? [] : (['clock'] as const)),
    ];
    return faults.length === 0 ? ['none'] : faults;
  }

  /** Counts a crash or a hang of a process at each payment that it holds. */
  #struck(process: SimulatedProcess, fault: 'crash' | 'hang'): void {
    const held = this.#heldSteps.all(this.#processes.get(process)?.owner ?? '');
    for (const { status, kind } of held) addReached(this.#reached, status, kind, fault);
  }

  #violated(violation: string): void {
    this.#violation ??= violation;
  }

  // Companions

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
        return Math.floor(this.#random() * this.#plan.slowStatementMs);
      },
      commit: () => {
        const share = this.#random();
        return Math.floor(share * share * share * this.#plan.slowCommitMs);
      },
    };
    const store = this.#database.storeOf(process, this.time, delays, this.#plan.instances > 1 ? this.#databaseTime(process) : null);
    const parts = assemble(
      {
        settings,
        wall: () => this.time.now + (this.#plan.instances > 1 ? 0 : this.#aheadMs),
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
    startWorkers(parts).started.catch(() => this.#crash(instance, process, REBOOT_AFTER_FAILED_START_MS));
    for (const page of instance.pages.splice(0)) {
      const payment = this.#witness.row(page.payment);
      if (payment !== undefined) this.#openPage(instance, payment);
    }
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
      this.#crash(instance, process, instance.crashAt.downMs);
    if (process.isDead) throw new Crash(step);
    if (instance.process === process && instance.hangAt !== undefined && isReached(instance.hangAt, step)) {
      this.#hang(process, instance.hangAt.forMs);
      instance.hangAt = undefined;
    }
  }

  #disturbLeasesUntil(time: number): void {
    this.#network.leasesDisturbedAt = Math.max(this.#network.leasesDisturbedAt, time);
  }

  /** From its next step on, the process does nothing for so long. */
  #hang(process: SimulatedProcess, forMs: number): void {
    this.#struck(process, 'hang');
    process.hangsUntil = Math.max(process.hangsUntil, this.time.now + forMs);
    this.#disturbLeasesUntil(process.hangsUntil);
    this.time.plan(forMs, () => undefined);
  }

  #crash(instance: Instance, process: SimulatedProcess, downMs: number): void {
    if (process.isDead || instance.process !== process) return;
    this.#struck(process, 'crash');
    process.isDead = true;
    this.#crashes += 1;
    this.#disturbLeasesUntil(this.time.now);
    this.time.plan(downMs, () => this.#boot(instance));
  }

  /** Runs a request in this companion, or in any live one; if it is not live, the request fails on the way. */
  #request(work: (context: Parts, instance: Instance) => Promise<unknown>, delayMs = 0, companion?: Instance): void {
    const chosen = companion === undefined ? this.#instances : [companion];
    const live = chosen.filter(({ process, parts }) => !process.isDead && parts !== undefined);
    const instance = live[Math.floor(this.#random() * live.length)];
    if (instance?.parts === undefined) return;
    const { parts } = instance;
    // A request that fails is answered with a problem document: nothing follows from it.
    this.time.plan(delayMs, () => void work(parts, instance).catch(() => undefined), instance.process);
  }

  // What happens

  #happen(event: Event): void {
    switch (event.kind) {
      case 'press':
        this.#pressOrder(event);
        return;
      case 'stalled press':
        this.#pressStalled(event);
        return;
      case 'rush':
        this.#rush(event.orders, event.withinMs);
        return;
      case 'create link': {
        const { isReusable, expiresInMs } = event;
        this.#request(({ storage }) => this.#links.create(storage, AMOUNTS[0] as Ariary, isReusable, expiresInMs));
        return;
      }
      case 'press link':
        this.#pressLink(event);
        return;
      case 'cancel link':
        this.#request(({ storage }) => this.#links.cancel(storage, event.link));
        return;
      case 'counter':
        this.#takeAtCounter(event);
        return;
      case 'initiations':
        for (let count = 0; count < event.count; count += 1) this.#operator.fates.push(event.fate);
        return;
      case 'operator': {
        Object.assign(this.#operator.faults, event.fault);
        this.time.plan(event.forMs, () => {
          for (const name of Object.keys(event.fault)) Object.assign(this.#operator.faults, { [name]: NO_FAULTS[name as 'network'] });
        });
        return;
      }
      case 'forged callback':
        this.#forge(event.transaction, event.names, event.status);
        return;
      case 'correction': {
        const failed = this.#operator.transactions.filter(({ state }) => state === 'failed');
        const transaction = failed[event.transaction % Math.max(1, failed.length)];
        if (transaction === undefined) return;
        Object.assign(transaction, { state: 'completed', completedAt: this.time.now });
        if (event.isCalledBack) this.#callBack(transaction, 100);
        return;
      }
      case 'crash': {
        const instance = this.#instanceAt(event.instance);
        this.#crash(instance, instance.process, event.downMs);
        return;
      }
      case 'crash at':
        this.#instanceAt(event.instance).crashAt = { point: event.point, downMs: event.downMs };
        return;
      case 'hang': {
        const { process } = this.#instanceAt(event.instance);
        this.#hang(process, event.forMs);
        return;
      }
      case 'hang at':
        this.#instanceAt(event.instance).hangAt = { point: event.point, forMs: event.forMs };
        return;
      case 'database':
        if (event.state === 'answer lost' && this.#plan.instances === 1) return;
        this.#database.state = event.state;
        this.#disturbLeasesUntil(this.time.now + event.forMs);
        this.time.plan(event.forMs, () => {
          this.#database.state = 'up';
        });
        return;
      case 'clock':
        this.#setClock(event.byMs);
        this.time.plan(event.forMs, () => this.#setClock(0));
        return;
      case 'shop':
        this.#shop = event.state;
        this.time.plan(event.forMs, () => {
          this.#shop = 'up';
        });
        return;
      case 'submit reference': {
        const payment = this.#paymentAt(event.payment);
        const transaction = this.#transactionAt(event.transaction);
        if (payment === undefined || transaction === undefined) return;
        this.#request((context) => context.submitReference(payment.id, transaction.transactionId));
        return;
      }
      case 'resolve': {
        const payment = this.#paymentAt(event.payment);
        if (payment === undefined) return;
        const body = { resolution: event.resolution, reason: 'simulated' };
        this.#request((context) => context.resolvePayment(payment.id, body, 'Hanta'));
        return;
      }
      case 'refund': {
        const payment = this.#paymentAt(event.payment);
        if (payment === undefined) return;
        const press = { thousandths: event.thousandths, times: 1, sharesKey: false };
        for (let count = 0; count < event.times; count += 1)
          this.#request((context) => this.#refunds.recordBeside(context, payment, press));
        return;
      }
      case 'void refund':
        this.#request((context) => this.#refunds.void(context, event.refund, 1));
    }
  }

  #instanceAt(index: number): Instance {
    const instance = this.#instances[index % this.#instances.length];
    if (instance === undefined) throw new RangeError('no such instance');
    return instance;
  }

  #paymentAt(index: number): StoredPayment | undefined {
    const { payments } = this.#witness;
    const id = payments[index % Math.max(1, payments.length)];
    return id === undefined ? undefined : this.#witness.row(id);
  }

  #transactionAt(index: number): OperatorTransaction | undefined {
    const { transactions } = this.#operator;
    return transactions[index % Math.max(1, transactions.length)];
  }

  #setClock(aheadMs: number): void {
    if (this.#aheadMs === aheadMs) return;
    this.#aheadMs = aheadMs;
    this.#clockSteppedAt = this.time.now;
    this.#disturbLeasesUntil(this.time.now + MINUTE);
  }

  #pressOrder({ order, payer, amount, clicks, page, againAfterMs }: Extract<Event, { kind: 'press' }>): void {
    const claims = { sub: `ORDER-${order}` as OrderReference, amount: AMOUNTS[amount] as Ariary, currency: 'MGA' as const };
    const shopper = PAYERS[payer < 0 ? order : payer];
    for (let click = 0; click < clicks; click += 1) this.#press(claims, shopper, page > 0);
    if (againAfterMs === null) return;
    this.time.plan(againAfterMs, () => {
      if (!this.#isFair) this.#press(claims, shopper, page > 0);
    });
  }

  #hangOpening(process: SimulatedProcess | undefined): void {
    const instance = this.#instances.find((one) => one.process === process);
    if (process === undefined || instance?.hangsOpeningMs === undefined) return;
    this.#hang(process, instance.hangsOpeningMs);
    instance.hangsOpeningMs = undefined;
  }

  #pressStalled({ order, instance, forMs, againAfterMs }: Extract<Event, { kind: 'stalled press' }>): void {
    const claims = { sub: `ORDER-${order}` as OrderReference, amount: AMOUNTS[0] as Ariary, currency: 'MGA' as const };
    const first = this.#instanceAt(instance);
    first.hangsOpeningMs = forMs;
    this.#press(claims, PAYERS[order], false, { companion: first });
    this.time.plan(againAfterMs, () => {
      if (!this.#isFair) this.#press(claims, PAYERS[order], true, { companion: this.#instanceAt(instance + 1) });
    });
  }

  #press(
    order: OrderToPay,
    payer: Msisdn | undefined,
    hasPage: boolean,
    how: { readonly page?: PageForm; readonly delayMs?: number; readonly companion?: Instance } = {},
  ): void {
    if (payer === undefined) return;
    const { page, delayMs, companion } = how;
    this.#request(
      async (context, instance) => {
        const request = { claims: order, msisdn: payer, language: 'fr' as const, addressHash: null };
        const opening = await context.initiate(page === undefined ? request : { ...request, page });
        this.#opened(instance, opening, hasPage);
      },
      delayMs,
      companion,
    );
  }

  #rush(orders: number, withinMs: number): void {
    for (let count = 0; count < orders; count += 1) {
      this.#rushed += 1;
      const order = { sub: `RUSH-${this.#rushed}` as OrderReference, amount: AMOUNTS[0] as Ariary, currency: 'MGA' as const };
      const payer = msisdn(`03851${String(this.#rushed).padStart(5, '0')}`);
      this.#press(order, payer, false, { delayMs: Math.floor(this.#random() * withinMs) });
    }
  }

  #opened(instance: Instance, opening: AttemptOnceResult, hasPage: boolean): void {
    if (opening.kind !== 'opened' && opening.kind !== 'exists' && opening.kind !== 'repeated') return;
    this.#acknowledged.add(opening.payment.id);
    if (hasPage) this.#openPage(instance, opening.payment);
  }

  /** A page follows its payment: it is never shown what is not committed. */
  #openPage(instance: Instance, payment: StoredPayment): void {
    const { parts, process } = instance;
    if (parts === undefined || instance.pages.some((page) => page.payment === payment.id)) return;
    const page: Page = { payment: payment.id, shown: this.#version.get(payment.id)?.status ?? payment.status };
    instance.pages.push(page);
    const close = parts.subscriptions.subscribe(payment, (changed) => {
      const committed = this.#version.get(changed.id);
      if (this.#database.sqlite.inTransaction || committed === undefined || committed.version < changed.version)
        this.#violated(`a page was shown ${changed.status} before the commit`);
      if (changed.id === page.payment) page.shown = changed.status;
    });
    this.time.plan(
      PAGE_OPEN_MS,
      () => {
        if (this.#isFair) return;
        close();
        instance.pages = instance.pages.filter((one) => one !== page);
      },
      process,
      true,
    );
  }

  #pressLink({ link, payer, isRepeated, clicks }: Extract<Event, { kind: 'press link' }>): void {
    this.#request(async ({ storage }) => {
      const form = await this.#links.open(storage, link, isRepeated);
      if (form === undefined) return;
      const { claims, page } = form.order;
      for (let click = 0; click < clicks; click += 1) this.#press(claims, PAYERS[payer], false, { page });
    });
  }

  #takeAtCounter({ order, payer, sellers, taps, againAfterMs }: Extract<Event, { kind: 'counter' }>): void {
    const customer = PAYERS[payer];
    if (customer === undefined) return;
    const reference = order < 0 ? undefined : (`ORDER-${order}` as OrderReference);
    const requests = Array.from({ length: sellers }, () => this.#counter.request(reference, customer));
    const tap = (times: number) => {
      for (const request of requests)
        for (let count = 0; count < times; count += 1)
          this.#request(async (context, instance) => this.#opened(instance, await this.#counter.take(context, request), false));
    };
    tap(taps);
    if (againAfterMs === null) return;
    this.time.plan(againAfterMs, () => {
      if (!this.#isFair) tap(1);
    });
  }

  // Operator and payer

  #onPrompt(transaction: OperatorTransaction, answeredInMs: number): void {
    try {
      this.#witness.checkPrompt(transaction);
    } catch (error) {
      this.#violated(error instanceof Error ? error.message : String(error));
    }
    const random = randomFrom(this.#plan.seed * 1009 + transaction.index);
    const share = random();
    const atOnceMs = Math.max(0, answeredInMs - AROUND_ANSWER_MS + Math.floor(random() * 2 * AROUND_ANSWER_MS));
    const afterMs = this.#plan.callsBackAtOnce ? atOnceMs : ([1, 3 * SECOND, 8 * SECOND, 40 * SECOND][Math.floor(random() * 4)] ?? 1);
    if (share >= 0.85 && !this.#isFair) return;
    this.time.plan(afterMs, () => {
      if (transaction.state === 'pending') this.#operator.setState(transaction, share < 0.65 ? 'completed' : 'failed');
    });
  }

  #planCallbacks(transaction: OperatorTransaction): void {
    if (this.#plan.callsBackAtOnce) {
      this.#callBack(transaction, 0);
      return;
    }
    const random = randomFrom(this.#plan.seed * 2003 + transaction.index);
    const share = random();
    if (share < 0.3) return;
    this.#callBack(transaction, Math.floor(random() * 200));
    if (share > 0.8) this.#callBack(transaction, Math.floor(random() * 90 * SECOND));
  }

  #callBack(transaction: OperatorTransaction, delayMs: number, status: string = transaction.state, names = transaction): void {
    const secret = transaction.callbackUrl?.split('/').at(-1);
    if (secret === undefined) return;
    const transactionReference = status === 'completed' ? names.transactionId : '';
    const note = { serverCorrelationId: names.serverCorrelationId, transactionReference, status };
    this.#request(async (context) => {
      const isAcknowledged = (await context.storeCallback(secret, note)) !== undefined;
      if (isAcknowledged && names === transaction) this.#heard.add(`${status} ${transaction.reference}`);
    }, delayMs);
  }

  #forge(index: number, namesIndex: number, status: 'completed' | 'failed'): void {
    const transaction = this.#transactionAt(index);
    const names = this.#transactionAt(namesIndex);
    if (transaction === undefined || names === undefined) return;
    if (names !== transaction) transaction.misledBy.push(names);
    this.#callBack(transaction, 0, status, names);
  }

  // Shop

  #receive(process: SimulatedProcess, event: WebhookEvent): Promise<void> {
    this.#offer(event.id);
    return new Promise((resolve, reject) => {
      const state = this.#shop;
      const take = () => {
        const { id, ...webhook } = event;
        this.#received.push({ id, event: webhook });
        if (!this.#receivedIds.has(id)) this.#receivedIds.set(id, this.#webhookVersion.get(id)?.version ?? 0);
      };
      const settle = (delayMs: number, end: () => void) => this.time.plan(delayMs, end, process);
      const latencyMs = 1 + Math.floor(this.#random() * 40);
      if (state === 'unreachable' || state === 'refuses') settle(latencyMs, () => reject(new Error('refused')));
      else {
        this.time.plan(latencyMs, take);
        if (state === 'slow') settle(20 * SECOND, resolve);
        else settle(2 * latencyMs, state === 'up' ? resolve : () => reject(new Error('no answer')));
      }
    });
  }

  /** Each webhook is first sent in the order of the payment's versions. */
  #offer(id: string): void {
    const webhook = this.#webhookVersion.get(id);
    if (webhook === undefined) {
      this.#violated('the shop was sent a webhook that is not stored');
      return;
    }
    const offered = this.#offered.get(webhook.payment_id) ?? { ids: new Set(), version: 0 };
    this.#offered.set(webhook.payment_id, offered);
    if (offered.ids.has(id)) return;
    offered.ids.add(id);
    const isFresh = webhook.created_at > this.time.now + this.#aheadMs - FRESH_WEBHOOK_MS;
    // Times that the clock had by mistake are corrected soon after, and not at once.
    const isSteady = this.time.now - this.#clockSteppedAt > HOUR;
    if (isSteady && webhook.version < offered.version) this.#violated('the webhooks of a payment were sent out of order');
    if (isFresh && isSteady && this.#earlierWebhook.get(webhook.payment_id, webhook.version) !== undefined)
      this.#violated('a webhook did not wait for the one before it');
    offered.version = webhook.version;
  }

  // The fair period

  async #endFaults(): Promise<void> {
    this.#isFair = true;
    this.#operator.endFaults();
    this.#database.state = 'up';
    this.#shop = 'up';
    this.#setClock(0);
    for (const instance of this.#instances) {
      instance.crashAt = undefined;
      instance.hangAt = undefined;
      instance.hangsOpeningMs = undefined;
      this.#boot(instance);
    }
    const hangUntil = Math.max(this.time.now, ...this.#instances.map(({ process }) => process.hangsUntil));
    await this.time.runUntil(hangUntil + IN_FLIGHT_MS);
  }

  async #settle(): Promise<void> {
    for (const waitMs of SETTLED_WITHIN_MS) {
      this.#operator.decidePrompts();
      for (const transaction of this.#unsettled()) if (!this.#wasHeard(transaction)) this.#callBack(transaction, 0);
      await this.time.runUntil(this.time.now + waitMs);
      if (this.#unsettled().length === 0 && !this.#hasOpen()) break;
    }
    for (let hours = 0; hours < DELIVERED_WITHIN_HOURS && this.#hasUndelivered(); hours += 1)
      await this.time.runUntil(this.time.now + HOUR);
    // The loops may begin only at the end of a wait: what they read then follows.
    for (const waitMs of [15 * SECOND, SECOND]) await this.time.runUntil(this.time.now + waitMs);
  }

  #unsettled(): OperatorTransaction[] {
    const { transactions } = this.#operator;
    return transactions.filter(({ reference, state }) => this.#statusOf(reference) !== state);
  }

  /** A callback about its state was answered 200, and the operator has not denied it since: then it does not come again. */
  #wasHeard({ reference, state }: OperatorTransaction): boolean {
    const denied = `select 1 from events join payments on id = payment_id where reference = ? and kind in (${DENIALS})`;
    return this.#heard.has(`${state} ${reference}`) && this.#database.sqlite.prepare(denied).get(reference) === undefined;
  }

  #statusOf(reference: string): string | undefined {
    return this.#database.sqlite.prepare<[string], { status: string }>('select status from payments where reference = ?').get(reference)
      ?.status;
  }

  #hasOpen(): boolean {
    const open = `select 1 from payments where status in ('created', 'sending', 'pending')`;
    return this.#database.sqlite.prepare(open).get() !== undefined;
  }

  #hasUndelivered(): boolean {
    return this.#database.sqlite.prepare(`select 1 from outbox where status = 'pending'`).get() !== undefined;
  }

  async #checkEnd(): Promise<StoredFacts> {
    this.#witness.checkRows();
    const stored = await readStoredIn(this.#database.db);
    this.#counter.check(stored.payments);
    const [violation = this.#violation] = findViolations({
      ...stored,
      ...this.#operator.records(),
      acknowledged: this.#acknowledged,
      acknowledgedRefunds: this.#refunds.acknowledged,
      // The answers of those that crashed are lost.
      isEachRefundAnswered: false,
      webhooks: this.#received.toSorted((one, other) => (this.#receivedIds.get(one.id) ?? 0) - (this.#receivedIds.get(other.id) ?? 0)),
      clock: 'set back',
      attempts: null,
    });
    if (violation !== undefined) throw new Violation(violation);
    for (const { pages } of this.#instances) {
      for (const { payment, shown } of pages) {
        const status = this.#version.get(payment)?.status;
        if (shown !== status) throw new Violation(`a payment is ${status}; its page shows ${shown}`);
      }
    }
    return stored;
  }
}

/** Counts the statements down, if the point is a number of them. */
function isReached(at: { point: Point }, step: Step | 'statement'): boolean {
  if (typeof at.point === 'number' && step === 'statement') at.point -= 1;
  return at.point === step || at.point === -1;
}
