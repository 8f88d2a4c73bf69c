import type { PaymentId } from '@tsena/shared/checkout';
import type { OutgoingMail, SendResult } from '../../src/backoffice/mail/smtp.ts';
import { assemble } from '../../src/composition/assemble.ts';
import { startWorkers } from '../../src/composition/startWorkers.ts';
import type { Step } from '../../src/core/payments/steps.ts';
import type { WebhookEvent } from '../../src/core/webhooks/eventHandler.ts';
import { isStorageFailure } from '../../src/database/storageFailure.ts';
import type { CompanionContext } from '../../src/http/kit/context.ts';
import { ProblemError } from '../../src/input/problemError.ts';
import { createLog } from '../../src/log/log.ts';
import { testSettings, unchanging } from '../support/operatorFixture.ts';
import { addReached, type Reached } from './reached.ts';
import type { SimulatedClock } from './simulatedClock.ts';
import type { SimulatedDatabase } from './simulatedDatabase.ts';
import type { SimulatedNetwork } from './simulatedNetwork.ts';
import { Subscribers } from './subscribers.ts';
import type { SimulatedProcess, VirtualTime } from './virtualTime.ts';
import type { Witness } from './witness.ts';

const PAGE_OPEN_MS = 120_000;
const REBOOT_AFTER_FAILED_START_MS = 1000;
/** Longer than one request to the operator may take, with a slow token before it. */
const IN_FLIGHT_MS = 75_000;

const settings = testSettings('https://operator.test', {
  PUBLIC_URL: 'http://companion.test',
  SMTP_URL: 'smtp://127.0.0.1:1?tls=off',
  NOTIFY_EMAIL: 'merchant@shop.test',
});
const log = createLog('silent');

class Crash extends Error {}

/** A companion: its process, which a crash replaces. */
export interface Instance {
  readonly index: number;
  process: SimulatedProcess;
  context: CompanionContext | undefined;
  pages: Subscribers | undefined;
  crashAt: { point: Point; readonly downMs: number } | undefined;
  /** `hidesResults`: meanwhile the operator answers no lookup. */
  hangAt: { point: Point; readonly forMs: number; readonly hidesResults?: boolean } | undefined;
  /** For how long it hangs when it has opened its next payment and does not know yet, ms. */
  hangsOpeningMs: number | undefined;
}

/** A step of a payment, or so many statements later. */
export type Point = Step | number;

/** What companions know of the world. */
export interface CompanionsOptions {
  /** Companions on the one database. */
  readonly instances: 1 | 2;
  /** How long a transaction's answer takes at most, ms. */
  readonly slowCommitMs: number;
  /** How long a transaction, or a statement outside one, waits for its turn at most, ms. */
  readonly slowStatementMs: number;
  readonly time: VirtualTime;
  readonly clock: SimulatedClock;
  readonly database: SimulatedDatabase;
  readonly network: SimulatedNetwork;
  readonly reached: Reached;
  random(): number;
  /** The witness of what is committed; it is made after the companions. */
  witness(): Witness;
  /** The shop gets a webhook. */
  receive(process: SimulatedProcess, event: WebhookEvent): Promise<void>;
  /** The merchant's mail server gets an e-mail. */
  takeMail(process: SimulatedProcess, mail: OutgoingMail): Promise<SendResult>;
  /** The operator answers no lookup for so long. */
  hideResults(forMs: number): void;
  /** Whether the faults have ended. */
  isFair(): boolean;
  violated(violation: string): void;
}

/** Real companions in this thread, as processes that crash, hang and start again. */
export class SimulatedCompanions {
  readonly all: readonly Instance[];
  crashes = 0;
  readonly #options: CompanionsOptions;
  readonly #processes = new Map<SimulatedProcess, { readonly owner: string }>();
  readonly #heldSteps;

  constructor(options: CompanionsOptions) {
    this.#options = options;
    this.#heldSteps = options.database.sqlite.prepare<[string], { status: string; kind: string }>(
      `select status, kind from payments join events on id = payment_id and payments.version = events.version where lease_owner = ?`,
    );
    this.all = Array.from({ length: options.instances }, (_, index) => ({
      index,
      process: { name: `${index}.0`, isDead: true, hangsUntil: 0 },
      ...{ context: undefined, pages: undefined, crashAt: undefined, hangAt: undefined, hangsOpeningMs: undefined },
    }));
  }

  at(index: number): Instance {
    const instance = this.all[index % this.all.length];
    if (instance === undefined) throw new RangeError('no such instance');
    return instance;
  }

  /** The name of a process in leases. */
  describe(process: SimulatedProcess): { readonly owner: string } | undefined {
    return this.#processes.get(process);
  }

  /** Starts those that do not run. */
  boot(): void {
    for (const instance of this.all) this.#boot(instance);
  }

  /** Starts those that do not run, and waits until all requests have their answers. */
  async recover(): Promise<void> {
    const { time } = this.#options;
    for (const instance of this.all)
      Object.assign(instance, { crashAt: undefined, hangAt: undefined, hangsOpeningMs: undefined });
    this.boot();
    const hangUntil = Math.max(time.now, ...this.all.map(({ process }) => process.hangsUntil));
    await time.runUntil(hangUntil + IN_FLIGHT_MS);
  }

  #boot(instance: Instance): void {
    if (!instance.process.isDead) return;
    const { time } = this.#options;
    const generation = Number(instance.process.name.split('.')[1]) + 1;
    const process: SimulatedProcess = { name: `${instance.index}.${generation}`, isDead: false, hangsUntil: 0 };
    const nothing = { context: undefined, crashAt: undefined, hangAt: undefined, hangsOpeningMs: undefined };
    Object.assign(instance, { process, ...nothing });
    time.plan(0, () => this.#start(instance, process), process);
  }

  #start(instance: Instance, process: SimulatedProcess): void {
    const { clock, database, network, random, receive, slowCommitMs, slowStatementMs, takeMail, time } = this.#options;
    const { violated, witness } = this.#options;
    const delays = {
      statement: () => {
        this.#reach(instance, process, 'statement');
        return Math.floor(random() * slowStatementMs);
      },
      commit: () => {
        const share = random();
        return Math.floor(share * share * share * slowCommitMs);
      },
    };
    const store = database.storeOf(process, time, delays, clock.databaseTime(process));
    const parts = assemble({
      settings,
      log,
      store,
      currentSettings: unchanging(settings),
      wall: () => clock.wall(),
      operatorHttp: network.connect(process),
      smtp: { send: (mail) => takeMail(process, mail), check: async () => ({ kind: 'sent' }) },
      onEvent: (event) => receive(process, event),
      at: (step) => this.#reach(instance, process, step),
    });
    const { context } = parts;
    instance.context = context;
    this.#processes.set(process, { owner: context.storage.owner });
    startWorkers(parts).started.catch(() => this.crash(process, REBOOT_AFTER_FAILED_START_MS));
    const before = instance.pages?.payments ?? [];
    // While a transaction runs, nothing of it is committed.
    const read = (id: PaymentId) => (database.sqlite.inTransaction ? undefined : witness().row(id));
    instance.pages = new Subscribers(context.subscriptions, { read, violated });
    for (const id of before) this.openPage(instance, { id });
  }

  #reach(instance: Instance, process: SimulatedProcess, step: Step | 'statement'): void {
    if (instance.process === process && instance.crashAt !== undefined && isReached(instance.crashAt, step))
      this.crash(process, instance.crashAt.downMs);
    if (process.isDead) throw new Crash(step);
    if (instance.process === process && instance.hangAt !== undefined && isReached(instance.hangAt, step)) {
      const { forMs, hidesResults } = instance.hangAt;
      this.hang(process, forMs);
      instance.hangAt = undefined;
      if (hidesResults) this.#options.hideResults(forMs);
    }
  }

  /** From its next step on, the process does nothing for so long. */
  hang(process: SimulatedProcess, forMs: number): void {
    const { network, time } = this.#options;
    this.#struck(process, 'hang');
    process.hangsUntil = Math.max(process.hangsUntil, time.now + forMs);
    network.disturbLeasesUntil(process.hangsUntil);
    time.plan(forMs, () => undefined);
  }

  /** A process has opened a payment, and may hang before it knows. */
  hangOpening(process: SimulatedProcess | undefined): void {
    const instance = this.all.find((one) => one.process === process);
    if (process === undefined || instance?.hangsOpeningMs === undefined) return;
    this.hang(process, instance.hangsOpeningMs);
    instance.hangsOpeningMs = undefined;
  }

  crash(process: SimulatedProcess, downMs: number): void {
    const instance = this.all.find((one) => one.process === process);
    if (process.isDead || instance === undefined) return;
    const { network, time } = this.#options;
    this.#struck(process, 'crash');
    process.isDead = true;
    this.crashes += 1;
    network.disturbLeasesUntil(time.now);
    time.plan(downMs, () => this.#boot(instance));
  }

  /** Counts a crash or a hang of a process at each payment that it holds. */
  #struck(process: SimulatedProcess, fault: 'crash' | 'hang'): void {
    const held = this.#heldSteps.all(this.describe(process)?.owner ?? '');
    for (const { status, kind } of held) addReached(this.#options.reached, status, kind, fault);
  }

  /** Runs a request in this companion, or in any live one; if it is not live, the request fails on the way. */
  request(
    work: (context: CompanionContext, instance: Instance) => Promise<unknown>,
    delayMs = 0,
    companion?: Instance,
  ): void {
    const { random, time, violated } = this.#options;
    const chosen = companion === undefined ? this.all : [companion];
    const live = chosen.filter(({ process, context }) => !process.isDead && context !== undefined);
    const instance = live[Math.floor(random() * live.length)];
    if (instance?.context === undefined) return;
    const { context } = instance;
    // A request that fails is answered with a problem document: nothing follows from it.
    const fail = (error: unknown) => {
      if (!isProblem(error)) violated(`a request failed: ${error}`);
    };
    time.plan(delayMs, () => void work(context, instance).catch(fail), instance.process);
  }

  /** A page follows its payment: it is never shown what is not committed. */
  openPage({ pages, process }: Instance, { id }: { readonly id: PaymentId }): void {
    const { isFair, time, witness } = this.#options;
    const payment = witness().row(id);
    const close = payment && pages?.open(payment);
    time.plan(PAGE_OPEN_MS, () => isFair() || close?.(), process, true);
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
