import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { resolvePayment } from '../../src/core/payments/resolve.ts';
import type { Step } from '../../src/core/payments/steps.ts';
import { submitReference } from '../../src/core/payments/submitReference.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { openStore } from '../../src/database/store.ts';
import { emptyTables } from '../support/storages.ts';
import { hasPaid } from './attemptInvariants.ts';
import { CompanionModel, HOUR, type Reception } from './companionModel.ts';
import { addFigures, type ProofSize } from './proof.ts';
import { type InitiationFate, NO_FAULTS, OPERATOR_FAULTS, type OperatorTransaction } from './simulatedOperator.ts';
import { noRefunds, type RefundFigures } from './simulatedRefunds.ts';

type Command = fc.AsyncCommand<object, CompanionModel>;

function command(name: string, run: (companion: CompanionModel) => Promise<unknown> | unknown): Command {
  return {
    check: () => true,
    run: async (_model, companion) => {
      await run(companion);
      await companion.check();
    },
    toString: () => name,
  };
}

const fates: readonly InitiationFate[] = [
  'accepted',
  'accepted',
  'accepted',
  'accepted',
  'accepted without an answer',
  'lost',
  '402',
  '429',
  'never sent',
  'accepted and answered late',
];
const sendSteps: readonly Step[] = ['attempt written', 'ready to send', 'sending written', 'answered', 'answer written'];
const checkSteps: readonly Step[] = ['status read', 'details read', 'result written'];
const receptions: readonly Reception[] = ['taken', 'taken', 'refused', 'lost'];
const order = fc.nat(2);
const pick = fc.nat(20);

function transactionAt(companion: CompanionModel, index: number): OperatorTransaction | undefined {
  const { transactions } = companion.operator;
  return transactions[index % Math.max(1, transactions.length)];
}

function answerPrompt(state: 'completed' | 'failed') {
  return (index: number) =>
    command(`the payer ${state === 'completed' ? 'approves' : 'declines'} ${index}`, (companion) => {
      const open = companion.operator.transactions.filter((transaction) => transaction.state === 'pending');
      const transaction = open[index % Math.max(1, open.length)];
      if (transaction !== undefined) companion.operator.setState(transaction, state);
    });
}

async function forge(companion: CompanionModel, index: number, other: number): Promise<void> {
  const transaction = transactionAt(companion, index);
  if (transaction === undefined) return;
  // A forger knows another payment's id only if that payment has one; else the id is random.
  const bound = (await companion.payments()).filter(
    (payment) => payment.server_correlation_id !== null && payment.reference !== transaction.reference,
  );
  const id = bound[other % Math.max(1, bound.length)]?.server_correlation_id ?? `forged-${other}`;
  await companion.callback(transaction, id, other % 2 === 0 ? 'completed' : 'failed');
}

const pay = fc
  .tuple(order, fc.nat(1), fc.constantFrom(0, 0, 0, 1), fc.constantFrom(1, 1, 5), fc.constantFrom(...fates))
  .map(([o, p, a, clicks, fate]) =>
    command(`pay ${o} by ${p}, amount ${a}, ${clicks} clicks, ${fate}`, (companion) => {
      companion.operator.fate = fate;
      return companion.pay(o, p, a, clicks);
    }),
  );

const createLink = fc
  .tuple(fc.boolean(), fc.constantFrom(null, null, 60_000, HOUR))
  .map(([isReusable, expiresInMs]) =>
    command(`the merchant creates a ${isReusable ? 'reusable' : 'one-time'} link that expires after ${expiresInMs} ms`, (companion) =>
      companion.createLink(isReusable, expiresInMs),
    ),
  );

const payLink = fc
  .tuple(fc.nat(3), fc.nat(1), fc.boolean(), fc.constantFrom(1, 1, 5), fc.constantFrom(...fates))
  .map(([index, p, isRepeated, clicks, fate]) =>
    command(`pay link ${index} by ${p}${isRepeated ? ', the same form again' : ''}, ${clicks} clicks, ${fate}`, (companion) => {
      companion.operator.fate = fate;
      return companion.payLink(index, p, isRepeated, clicks);
    }),
  );

const takeAtCounter = fc
  .tuple(fc.oneof(fc.constant(null), order), fc.nat(1), fc.constantFrom(1, 1, 2), fc.constantFrom(1, 3), fc.constantFrom(...fates))
  .map(([o, p, sellers, taps, fate]) =>
    command(`${sellers} sellers take ${o ?? 'a new order'} from ${p}, ${taps} taps, ${fate}`, (companion) => {
      companion.operator.fate = fate;
      return companion.takeAtCounter(o, p, sellers, taps);
    }),
  );

const takeAgain = pick.map((index) =>
  command(`a seller repeats request ${index}`, (companion) => companion.takeAtCounter(null, 0, 1, 1, index)),
);

/** The seller's page asks again when the companion is back. */
const takeAndCrash = fc.tuple(fc.constantFrom(...fates), fc.constantFrom(...sendSteps)).map(([fate, step]) =>
  command(`a seller takes a new order, ${fate}, crash at: ${step}; and again`, async (companion) => {
    companion.operator.fate = fate;
    companion.crashAt = step;
    const request = companion.counter.requests;
    await companion.takeAtCounter(null, 0, 1, 1);
    await companion.restart();
    await companion.takeAtCounter(null, 0, 1, 2, request);
  }),
);

const payWithoutToken = order.map((o) => command(`pay ${o}, the token is held up`, (companion) => companion.payWithoutToken(o)));

/** The token comes when the lease has ended and the next payment of the order is sent. */
const replaceUnsent = order.map((o) =>
  command(`pay ${o}, the token is held up until it is paid again`, async (companion) => {
    companion.operator.fate = 'accepted';
    await companion.payWithoutToken(o);
    companion.now += 15_000;
    await companion.pay(o, 1, 0, 1);
    await companion.answerLate();
  }),
);

const approveLink = fc.tuple(fc.nat(3), fc.nat(1)).map(([index, p]) =>
  command(`pay link ${index} by ${p}, who approves at once`, async (companion) => {
    companion.operator.fate = 'accepted';
    await companion.payLink(index, p, false, 1);
    const transaction = companion.operator.transactions.at(-1);
    if (transaction?.state === 'pending') companion.operator.setState(transaction, 'completed');
    companion.now += 15_000;
    await companion.poll();
  }),
);

/** The payment that the merchant refunds: most often a paid one. */
async function paymentToRefund(companion: CompanionModel, index: number): Promise<StoredPayment | undefined> {
  const payments = await companion.payments();
  const paid = payments.filter(hasPaid);
  const chosen = index % 4 === 0 || paid.length === 0 ? payments : paid;
  return chosen[index % Math.max(1, chosen.length)];
}

/** Two payments of an order are debited, and one of them is refunded in full; the shop may refuse the webhooks before the refund. */
async function overpay(companion: CompanionModel, orderNumber: number, index: number, isRefused: boolean): Promise<void> {
  companion.operator.fate = 'accepted';
  await companion.pay(orderNumber, 0, 0, 1);
  companion.now += 95_000;
  await companion.pay(orderNumber, 1, 0, 1);
  const payments = (await companion.payments()).filter(({ order_reference }) => order_reference === `ORDER-${orderNumber}`);
  for (const payment of payments) {
    const transaction = companion.operator.find(payment.reference);
    if (transaction?.state === 'pending') companion.operator.setState(transaction, 'completed');
  }
  companion.now += 15_000;
  await companion.poll();
  await companion.check();
  const paid = (await companion.payments()).filter(({ id, status }) => status === 'completed' && payments.some((one) => one.id === id));
  const payment = paid[index % Math.max(1, paid.length)];
  if (isRefused) await companion.deliver('refused');
  if (payment !== undefined) await companion.refunds.record(companion.companion, payment, { thousandths: 1000, times: 2, sharesKey: true });
  if (isRefused) await companion.deliver('taken');
}

/** Parts and the whole of a payment, and more than it. */
const refundPress = fc.record({
  thousandths: fc.constantFrom(1, 300, 500, 1000, 1000, 1001),
  times: fc.constantFrom(1, 1, 3),
  sharesKey: fc.boolean(),
});

const refund = fc.tuple(pick, refundPress).map(([index, press]) =>
  command(`the merchant refunds ${index}: ${JSON.stringify(press)}`, async (companion) => {
    const payment = await paymentToRefund(companion, index);
    if (payment !== undefined) await companion.refunds.record(companion.companion, payment, press);
  }),
);

const refundBeside = fc.tuple(pick, refundPress, pick).map(([index, press, voided]) =>
  command(
    `the merchant refunds ${index}: ${JSON.stringify(press)}, while others void refund ${voided} and take it back`,
    async (companion) => {
      const payment = await paymentToRefund(companion, index);
      if (payment === undefined) return;
      const takenBack = { resolution: 'not_received', reason: 'simulated' } as const;
      await Promise.all([
        companion.refunds.recordBeside(companion.companion, payment, press),
        companion.refunds.void(companion.companion, voided, 1),
        resolvePayment(companion.companion, payment.id, takenBack, 'Rivo'),
      ]);
    },
  ),
);

const refundOverpaid = fc
  .tuple(order, pick, fc.boolean())
  .map(([o, index, isRefused]) =>
    command(`${o} is paid twice, and payment ${index} of it is refunded${isRefused ? ' after the shop refused' : ''}`, (companion) =>
      overpay(companion, o, index, isRefused),
    ),
  );

const repeatRefund = pick.map((index) =>
  command(`the merchant repeats refund ${index}`, (companion) => companion.refunds.repeat(companion.companion, index)),
);

const voidRefund = fc
  .tuple(pick, fc.constantFrom(1, 2))
  .map(([index, times]) =>
    command(`the merchant voids refund ${index}, ${times} times at once`, (companion) =>
      companion.refunds.void(companion.companion, index, times),
    ),
  );

const commands = [
  // The most frequent command.
  pay,
  pay,
  pay,
  pay,
  fc.tuple(order, fc.constantFrom(...fates), fc.constantFrom(...sendSteps)).map(([o, fate, step]) =>
    command(`pay ${o}, ${fate}, crash at: ${step}`, async (companion) => {
      companion.operator.fate = fate;
      companion.crashAt = step;
      await companion.pay(o, 0, 0, 1);
      await companion.restart();
    }),
  ),
  createLink,
  payLink,
  payLink,
  payLink,
  approveLink,
  fc.tuple(pick, fc.constantFrom(...fates), fc.constantFrom(...sendSteps)).map(([index, fate, step]) =>
    command(`pay link ${index}, ${fate}, crash at: ${step}`, async (companion) => {
      companion.operator.fate = fate;
      companion.crashAt = step;
      await companion.payLink(index, 0, false, 1);
      await companion.restart();
    }),
  ),
  pick.map((index) => command(`the merchant cancels link ${index}`, (companion) => companion.cancelLink(index))),
  takeAtCounter,
  fc.oneof(takeAgain, takeAndCrash),
  fc.oneof(payWithoutToken, replaceUnsent),
  pick.map(answerPrompt('completed')),
  pick.map(answerPrompt('failed')),
  fc.tuple(pick, fc.integer({ min: 1, max: 3 })).map(([index, times]) =>
    command(`callback of ${index}, ${times} times`, async (companion) => {
      const transaction = transactionAt(companion, index);
      for (let n = 0; n < times && transaction !== undefined; n += 1) {
        await companion.callback(transaction, transaction.serverCorrelationId, transaction.state);
      }
    }),
  ),
  fc
    .tuple(pick, pick)
    .map(([index, other]) => command(`forged callback to ${index} with ${other}`, (companion) => forge(companion, index, other))),
  fc.constant(command('poll', (companion) => companion.poll())),
  fc.constant(command('poll, the answers are held up', (companion) => companion.poll(true))),
  fc.constantFrom(1000, 15_000, 95_000).map((ms) =>
    command(`poll, the answers are held up for ${ms} ms, and others poll meanwhile`, async (companion) => {
      await companion.poll(true);
      companion.now += ms;
      await companion.poll();
      await companion.finishStalled();
    }),
  ),
  fc.constantFrom(...receptions).map((reception) => command(`deliver, ${reception}`, (companion) => companion.deliver(reception))),
  fc.constantFrom(...checkSteps).map((step) =>
    command(`poll, crash at: ${step}`, async (companion) => {
      companion.crashAt = step;
      await companion.poll();
      companion.crashAt = undefined;
    }),
  ),
  fc.constantFrom(1000, 15_000, 95_000, 11 * 60_000, 2 * HOUR).map((ms) =>
    command(`${ms} ms pass`, (companion) => {
      companion.now += ms;
    }),
  ),
  fc.constant(command('crash, restart', (companion) => companion.restart())),
  fc.constant(
    command('the clock is set back by an hour, restart', (companion) => {
      companion.ahead -= HOUR;
      return companion.restart();
    }),
  ),
  fc.constantFrom(3 * HOUR, 4 * 24 * HOUR).map((ms) =>
    command(`the clock jumps ${ms / HOUR} hours ahead`, (companion) => {
      companion.ahead += ms;
    }),
  ),
  fc.constant(
    command('the clock is corrected', (companion) => {
      companion.ahead = 0;
    }),
  ),
  fc.constantFrom(NO_FAULTS, NO_FAULTS, ...OPERATOR_FAULTS).map((fault) =>
    command(`the operator: ${JSON.stringify(fault)}`, (companion) => {
      Object.assign(companion.operator.faults, fault);
    }),
  ),
  fc.tuple(pick, fc.boolean()).map(([index, calls]) =>
    command(`the operator corrects a failed ${index} to completed${calls ? ' and calls back' : ''}`, async (companion) => {
      const failed = companion.operator.transactions.filter((transaction) => transaction.state === 'failed');
      const transaction = failed[index % Math.max(1, failed.length)];
      if (transaction === undefined) return;
      companion.operator.setState(transaction, 'completed');
      if (calls) await companion.callback(transaction, transaction.serverCorrelationId, 'completed');
    }),
  ),
  fc.constant(
    command('late answers come', async (companion) => {
      await companion.answerLate();
      await companion.finishStalled();
    }),
  ),
  fc.tuple(pick, pick).map(([index, other]) =>
    command(`reference submitted for ${index} with ${other}`, async (companion) => {
      const payments = await companion.payments();
      const payment = payments[index % Math.max(1, payments.length)];
      const transaction = transactionAt(companion, other);
      if (payment !== undefined && transaction !== undefined)
        await submitReference(companion.companion, payment.id, transaction.transactionId);
    }),
  ),
  fc.oneof(refund, refundBeside),
  refundOverpaid,
  fc.oneof(repeatRefund, voidRefund),
  fc.tuple(pick, fc.constantFrom('received' as const, 'not_received' as const, 'closed' as const)).map(([index, resolution]) =>
    command(`the merchant resolves ${index}: ${resolution}`, async (companion) => {
      const payments = await companion.payments();
      const payment = payments[index % Math.max(1, payments.length)];
      if (payment !== undefined) await resolvePayment(companion.companion, payment.id, { resolution, reason: 'simulated' }, 'Hanta');
    }),
  ),
];

/** How often each of these happens at least in a hundred runs: less than half of what is usual. */
const LEAST_IN_100_RUNS: Readonly<Record<keyof RefundFigures, number>> = {
  refunds: 15,
  fullRefunds: 12,
  refundsVoided: 3,
  refundsOfUnpaid: 20,
  refundsTooLarge: 5,
  refundsRepeated: 2,
  overpaidRefunded: 10,
};
/** With fewer runs, chance decides. */
const ENOUGH_RUNS = 100;

/**
 * Runs random commands on the real engine and the real store, and checks the invariants against a simulated operator after each one.
 *
 * @throws the first violation, with the shortest sequence of commands that causes it
 */
export async function runModelTest({ size: runs, seed, progress }: ProofSize) {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-model-'));
  const file = join(folder, 'model.db');
  const store = await openStore(`file:${file}`);
  const committed = new Sqlite(file, { readonly: true });
  const figures = { runs: 0, initiations: 0, debits: 0, crashes: 0, linkPayments: 0, counterPayments: 0, ...noRefunds() };
  try {
    const property = fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (sequence) => {
      await emptyTables(store);
      const companion = new CompanionModel(store, committed);
      await fc.asyncModelRun(() => ({ model: {}, real: companion }), sequence);
      await companion.heal();
      const paidByLink = (await companion.payments()).filter(({ link_id, status }) => link_id !== null && status === 'completed');
      addFigures(figures, {
        runs: 1,
        initiations: companion.operator.initiations.length,
        debits: companion.operator.transactions.filter(({ state }) => state === 'completed').length,
        crashes: companion.crashes,
        linkPayments: paidByLink.length,
        counterPayments: companion.counter.payments,
        ...companion.refunds.figures,
      });
      progress?.(figures.runs);
    });
    await fc.assert(property, { numRuns: runs, seed });
    return { ...figures, violations: findRareRefunds(figures) };
  } finally {
    committed.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run that hardly refunds tests no refunds. */
function findRareRefunds(report: RefundFigures & { readonly runs: number }): string[] {
  if (report.runs < ENOUGH_RUNS) return [];
  const figures = Object.entries(LEAST_IN_100_RUNS) as [keyof RefundFigures, number][];
  return figures.flatMap(([figure, per100]) => {
    const least = Math.floor((per100 * report.runs) / 100);
    return report[figure] < least ? [`${figure} is ${report[figure]} in ${report.runs} runs, and at least ${least} were expected`] : [];
  });
}
