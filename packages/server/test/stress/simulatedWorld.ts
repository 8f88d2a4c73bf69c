import type { Ariary, Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { OpeningResult } from '../../src/core/payments/openAttempt.ts';
import type { OrderToPay, PageForm, PaymentRequest } from '../../src/core/storage/paymentRequest.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import type { CompanionContext } from '../../src/http/kit/context.ts';
import { hasPaid } from './attemptInvariants.ts';
import { type DueOpening, dueOpening, isDue } from './dueOpening.ts';
import { randomFrom } from './random.ts';
import { addReached, type Fault, type Reached } from './reached.ts';
import { SimulatedClock } from './simulatedClock.ts';
import { type CompanionsOptions, type Instance, SimulatedCompanions } from './simulatedCompanions.ts';
import { SimulatedCounter } from './simulatedCounter.ts';
import type { SimulatedDatabase } from './simulatedDatabase.ts';
import { SimulatedLinks } from './simulatedLinks.ts';
import { SimulatedMailServer } from './simulatedMailServer.ts';
import { SimulatedNetwork } from './simulatedNetwork.ts';
import { NO_FAULTS, type OperatorFaults, type OperatorTransaction, SimulatedOperator } from './simulatedOperator.ts';
import { type PayersOptions, SimulatedPayers } from './simulatedPayers.ts';
import { SimulatedRefunds } from './simulatedRefunds.ts';
import { SimulatedShop } from './simulatedShop.ts';
import { type SimulatedProcess, VirtualTime } from './virtualTime.ts';
import { Violation, Witness } from './witness.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** For almost a minute, a webhook waits for the delivery of the one before it. */
const FRESH_WEBHOOK_MS = 55_000;
/** More than an interval of the renewals. */
const RENEWED_BEFORE_MS = 3500;

/** How a shopper presses. */
interface Press {
  readonly page?: PageForm;
  /** Whether the payment's page opens then. */
  readonly hasPage?: boolean;
  readonly delayMs?: number;
  readonly companion?: Instance;
}

/** What a seed decides about its world. */
export interface WorldOptions
  extends Pick<CompanionsOptions, 'instances' | 'slowCommitMs' | 'slowStatementMs'>,
    Pick<PayersOptions, 'seed' | 'callsBackAtOnce'> {}

/** Companions, operator, shop, network, clocks and database in this thread, on virtual time. */
export class SimulatedWorld {
  readonly time: VirtualTime;
  readonly plan: WorldOptions;
  readonly database: SimulatedDatabase;
  readonly operator: SimulatedOperator;
  readonly network: SimulatedNetwork;
  readonly companions: SimulatedCompanions;
  readonly payers: SimulatedPayers;
  readonly witness: Witness;
  readonly random: () => number;
  readonly acknowledged = new Set<PaymentId>();
  readonly links = new SimulatedLinks((violation) => this.#violated(violation));
  readonly counter = new SimulatedCounter((violation) => this.#violated(violation));
  readonly refunds: SimulatedRefunds;
  readonly shop: SimulatedShop;
  readonly mails: SimulatedMailServer;
  readonly clock: SimulatedClock;
  violation: string | undefined;
  /** The orders of all rushes, and of all late payers. */
  rushed = 0;
  latePayers = 0;
  #isFair = false;
  readonly reached: Reached = {};
  readonly #nextDueRow;

  constructor(database: SimulatedDatabase, plan: WorldOptions) {
    this.plan = plan;
    this.database = database;
    database.wipe();
    this.refunds = new SimulatedRefunds(database, (violation) => this.#violated(violation));
    this.random = randomFrom(plan.seed ^ 0x165667b1);
    this.time = new VirtualTime(START, plan.seed);
    const violated = (violation: string) => this.#violated(violation);
    const isFair = () => this.#isFair;
    this.clock = new SimulatedClock(this.time, plan.instances);
    database.clock = () => this.clock.now();
    this.operator = new SimulatedOperator(() => this.time.now, {
      onCreated: (transaction, answeredInMs) => this.#onPrompt(transaction, answeredInMs),
      onState: (transaction) => this.payers.planCallbacks(transaction),
      violated,
    });
    this.network = new SimulatedNetwork(this.time, plan.seed, this.operator, violated);
    const { time, clock, network, reached } = this;
    clock.onLearned = () => network.disturbLeasesUntil(time.now);
    this.mails = new SimulatedMailServer({ time, random: randomFrom(plan.seed ^ 0x27d4eb2f), isFair });
    this.companions = new SimulatedCompanions({
      ...{ ...plan, time, clock, database, network, reached, isFair, violated, random: this.random },
      witness: () => this.witness,
      receive: (process, event) => this.shop.receive(process, event),
      takeMail: (process, mail) => this.mails.take(process, mail),
      hideResults: (forMs) => this.fail({ lookups: 'down' }, forMs),
    });
    const decide = this.operator.setState.bind(this.operator);
    this.payers = new SimulatedPayers({ ...plan, time, companions: this.companions, decide, isFair });
    this.witness = new Witness({
      sqlite: database.sqlite,
      operator: this.operator,
      links: this.links.known,
      now: () => time.now,
      clock: (process) => clock.knownTo(process),
      clockSteppedAt: () => clock.steppedAt,
      // Several instances read the clock of their database every three seconds.
      stepUnknownMs: plan.instances === 1 ? 0 : 5 * SECOND,
      describe: (process) => this.companions.describe(process),
      onEvent: (payment, status, kind) => {
        for (const fault of this.#faultsOf(payment)) addReached(reached, status, kind, fault);
      },
    });
    const { sqlite } = database;
    // Leases are renewed before they end.
    const dueAt = (column: string) =>
      `min(case when lease_until is null then ${column} else lease_until - ${RENEWED_BEFORE_MS} end)`;
    this.#nextDueRow = sqlite.prepare<[], { at: number | null }>(`select min(at) as at from (
      select ${dueAt('next_check_at')} as at from payments where next_check_at is not null
      union all select ${dueAt('next_attempt_at')} from outbox as one
        where status = 'pending' and not exists (select 1 from outbox as earlier where earlier.payment_id = one.payment_id
          and earlier.version < one.version and earlier.status = 'pending')
      union all select ${dueAt('next_attempt_at')} from mail_kinds where failing_since is not null)`);
    this.shop = new SimulatedShop({
      sqlite,
      time,
      random: this.random,
      clock: () => clock.now(),
      // Right after a step, a webhook of before seems fresh or old by mistake.
      isSteady: () => time.now - clock.steppedAt > HOUR,
      waitsMs: FRESH_WEBHOOK_MS,
      violated,
    });
    time.nextDue = () => (this.#nextDueRow.get()?.at ?? Number.POSITIVE_INFINITY) - clock.aheadMs;
    time.onStep = (process) => this.#onStep(process);
  }

  #onStep(process: SimulatedProcess | undefined): void {
    if (this.database.hasChanged) {
      this.database.hasChanged = false;
      const before = this.witness.count;
      this.time.record(this.witness.read(process));
      if (this.witness.count > before) this.companions.hangOpening(process);
    }
    if (this.violation !== undefined) throw new Violation(this.violation);
  }

  /** The faults that last at this moment, and those of the payment's initiation. */
  #faultsOf({ reference }: StoredPayment): Fault[] {
    const lasting = (Object.keys(NO_FAULTS) as (keyof OperatorFaults)[]).filter(
      (name) => this.operator.faults[name] !== NO_FAULTS[name],
    );
    const faults: Fault[] = [
      ...lasting,
      ...((this.operator.fateOf(reference) ?? 'accepted') === 'accepted' ? [] : (['answer'] as const)),
      ...(this.plan.callsBackAtOnce ? (['callback'] as const) : []),
      ...(this.database.state === 'up' ? [] : (['database'] as const)),
      ...(this.shop.state === 'up' ? [] : (['shop'] as const)),
      ...(this.clock.aheadMs === 0 ? [] : (['clock'] as const)),
    ];
    return faults.length === 0 ? ['none'] : faults;
  }

  #violated(violation: string): void {
    this.violation ??= violation;
  }

  /** The operator has a fault for so long. */
  fail(fault: Partial<OperatorFaults>, forMs: number): void {
    const { faults } = this.operator;
    Object.assign(faults, fault);
    const healed = Object.fromEntries(
      Object.keys(fault).map((name) => [name, NO_FAULTS[name as keyof OperatorFaults]]),
    );
    this.time.plan(forMs, () => Object.assign(faults, healed));
  }

  /** Does something after so long, unless the faults have ended by then; null: never. */
  later(afterMs: number | null, act: () => void): void {
    if (afterMs !== null)
      this.time.plan(afterMs, () => {
        if (!this.#isFair) act();
      });
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
    this.companions.request((context) => this.refunds.record(context, { paymentId, amount, key }));
  }

  transactionAt(index: number): OperatorTransaction | undefined {
    const { transactions } = this.operator;
    return transactions[index % Math.max(1, transactions.length)];
  }

  setClock(aheadMs: number): void {
    if (this.clock.set(aheadMs)) this.network.disturbLeasesUntil(this.time.now + MINUTE);
  }

  /** A shopper presses "pay", in this companion or in any live one. */
  press(claims: OrderToPay, payer: Msisdn | undefined, how: Press = {}): void {
    if (payer === undefined) return;
    const { page, hasPage = false, delayMs, companion } = how;
    const request: PaymentRequest = {
      claims,
      msisdn: payer,
      language: 'fr',
      addressHash: null,
      askedAbout: 'all',
      ...(page === undefined ? {} : { page }),
    };
    const initiate = async ({ initiate, storage }: CompanionContext, instance: Instance) => {
      let due: DueOpening | undefined;
      const observe = () => {
        due = dueOpening(this.database.sqlite, request, storage.clock);
      };
      const opening = await this.database.judging(observe, () => initiate(request));
      if (due !== undefined && !isDue(due, opening))
        this.#violated(`a press was answered ${opening.kind}; due was ${due.kind} ${due.payment ?? ''}`);
      this.opened(instance, opening, hasPage);
    };
    this.companions.request(initiate, delayMs, companion);
  }

  opened(instance: Instance, opening: OpeningResult, hasPage: boolean): void {
    if (opening.kind !== 'opened' && opening.kind !== 'exists' && opening.kind !== 'repeated') return;
    this.acknowledged.add(opening.payment.id);
    if (hasPage) this.companions.openPage(instance, opening.payment);
  }

  /** Sellers ask for a sale each by the same reference, and tap so often at once. */
  sell(requests: readonly ReturnType<SimulatedCounter['sale']>[], taps: number): void {
    for (const request of requests.flatMap((one) => Array.from({ length: taps }, () => one)))
      this.companions.request(async (context) => {
        const sold = await this.counter.sell(context, request);
        if (sold !== undefined) this.acknowledged.add(sold.id);
      });
  }

  #onPrompt(transaction: OperatorTransaction, answeredInMs: number): void {
    try {
      this.witness.checkPrompt(transaction);
    } catch (error) {
      this.#violated(error instanceof Error ? error.message : String(error));
    }
    this.payers.prompt(transaction, answeredInMs);
  }

  /** Ends all faults, starts who is down, and waits until all requests have their answers. */
  async endFaults(): Promise<void> {
    this.#isFair = true;
    this.operator.endFaults();
    this.database.state = 'up';
    this.shop.state = 'up';
    this.setClock(0);
    await this.companions.recover();
  }
}
