import { findViolations } from './invariants.ts';
import type { SimulatedDatabase } from './simulatedDatabase.ts';
import type { OperatorTransaction } from './simulatedOperator.ts';
import { SimulatedWorld } from './simulatedWorld.ts';
import { happen } from './simulationEvents.ts';
import type { Plan } from './simulationPlan.ts';
import { readStoredIn } from './storedPayments.ts';
import { Violation } from './witness.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** After the faults, a payment has its result by then, if its callbacks come. */
const SETTLED_WITHIN_MS: readonly number[] = [13 * SECOND, MINUTE, 5 * MINUTE, 11 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR];
/** What follows only from an answer of the operator that contradicts its transaction. */
const DENIALS = `'failed', 'callback_rejected', 'details_mismatch'`;
/** The last delays between delivery attempts are ten hours. */
const DELIVERED_WITHIN_HOURS = 60;
/** After the longest outage of the mail server, an hour may pass before the next attempt. */
const MAILED_WITHIN_HOURS = 6;
/** One e-mail about payments that need review is sent in ten minutes. */
const MAILED_WITHIN_MS = 13 * MINUTE;

/** What one seed did. */
export type SeedResult = Awaited<ReturnType<typeof simulate>>;

/**
 * Runs a plan in a {@link SimulatedWorld}, and judges it.
 *
 * @throws Violation the first one
 */
export async function simulate(database: SimulatedDatabase, plan: Plan) {
  const world = new SimulatedWorld(database, plan);
  const { time } = world;
  const uninstall = time.install();
  try {
    world.companions.boot();
    await time.runUntil(time.now + SECOND);
    for (const { afterMs, event } of plan.actions) {
      await time.runUntil(time.now + afterMs);
      world.witness.checkRows();
      happen(world, event);
    }
    await world.endFaults();
    await settle(world);
    return await judge(world);
  } finally {
    uninstall();
  }
}

/**
 * The payers answer, the callbacks come, and time passes until each payment has its result and the shop has its
 * webhooks.
 */
async function settle(world: SimulatedWorld): Promise<void> {
  const { time, operator } = world;
  for (const waitMs of SETTLED_WITHIN_MS) {
    operator.decidePrompts();
    for (const transaction of unsettled(world))
      if (!wasHeard(world, transaction)) world.payers.callBack(transaction, 0);
    await time.runUntil(time.now + waitMs);
    if (unsettled(world).length === 0 && !has(world, `payments where status in ('created', 'sending', 'pending')`))
      break;
  }
  for (let hours = 0; hours < DELIVERED_WITHIN_HOURS && has(world, `outbox where status = 'pending'`); hours += 1)
    await time.runUntil(time.now + HOUR);
  // An outage of the mail server that began before may show in the first attempt only.
  await time.runUntil(time.now + MAILED_WITHIN_MS);
  for (let hours = 0; hours < MAILED_WITHIN_HOURS && isMailFailing(world); hours += 1)
    await time.runUntil(time.now + HOUR + MAILED_WITHIN_MS);
  // The loops may begin only at the end of a wait: what they read then follows.
  for (const waitMs of [15 * SECOND, SECOND]) await time.runUntil(time.now + waitMs);
}

function isMailFailing(world: SimulatedWorld): boolean {
  return has(world, 'mail_kinds where failing_since is not null');
}

function has({ database }: SimulatedWorld, what: string, ...values: readonly string[]): boolean {
  return database.sqlite.prepare(`select 1 from ${what}`).get(...values) !== undefined;
}

function unsettled(world: SimulatedWorld): OperatorTransaction[] {
  const isSettled = ({ reference, state }: OperatorTransaction) =>
    has(world, 'payments where reference = ? and status = ?', reference, state);
  return world.operator.transactions.filter((transaction) => !isSettled(transaction));
}

/**
 * A callback about its state was answered 200, and the operator has not denied it since: then it does not come again.
 */
function wasHeard(world: SimulatedWorld, { reference, state }: OperatorTransaction): boolean {
  const denials = `events join payments on id = payment_id where reference = ? and kind in (${DENIALS})`;
  return world.payers.heard.has(`${state} ${reference}`) && !has(world, denials, reference);
}

async function judge(world: SimulatedWorld) {
  const { operator, counter, links, witness, reached, time } = world;
  const { db } = world.database;
  witness.checkRows();
  const stored = await readStoredIn(db);
  const { payments, refunds } = stored;
  counter.check(payments);
  await links.check(db, time.now, payments);
  const overpaidRefunded = await world.refunds.checkOverpaid(stored);
  const found = findViolations({
    ...stored,
    ...operator.records(),
    acknowledged: world.acknowledged,
    acknowledgedRefunds: world.refunds.acknowledged,
    // The answers of those that crashed are lost.
    isEachRefundAnswered: false,
    webhooks: world.shop.received,
    attempts: null,
  });
  const unmailed = world.mails.check(payments);
  const unseen = world.companions.all.flatMap(({ pages }) => pages?.violations(payments) ?? []);
  const [violation = world.violation] = [...found, ...unseen, ...unmailed];
  if (violation !== undefined) throw new Violation(violation);
  return {
    figures: {
      payments: payments.length,
      debits: operator.transactions.filter(({ state }) => state === 'completed').length,
      crashes: world.companions.crashes,
      /** Payments that sellers took at the counter. */
      counterPayments: counter.payments,
      /** Of these, those whose money was sent by hand. */
      sales: counter.sales,
      refunds: refunds.length,
      refundsVoided: refunds.filter(({ status }) => status === 'voided').length,
      /** Payments of overpaid orders that need no review for that because of a refund. */
      overpaidRefunded,
      steps: time.steps,
    },
    /** Of all steps and committed events. */
    hash: time.hash,
    reached,
  };
}
