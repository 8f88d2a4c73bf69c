import { type OrderReference, type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import type { MerchantPayment, PaymentEvent, PaymentRecord } from '@tsena/shared/merchant';
import { Command } from 'commander';
import * as z from 'zod/mini';
import type { HttpContext } from '../http/context.ts';
import { viewCallback, viewEvent, viewOne, viewPayments, viewWebhook } from '../http/merchant/views.ts';
import { attemptsOf, callbacksOf, listWebhooks } from '../ledger/merchantReads.ts';
import { currentPayment, findPayment, historyOf } from '../ledger/reads.ts';
import { onLedger } from './offline.ts';
import { CommandError, printJson, printLine, writeMoney, writeTime } from './output.ts';

const MAX_WEBHOOKS = 100;

/** `tsena payments show` */
export function paymentsShow(): Command {
  return new Command('show')
    .description('one payment with its whole history')
    .argument('<payment>', 'its id, or an order reference for the attempt that stands')
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Examples:
  tsena payments show pay_3vJtB5vGQ0m2bqzRr0o6Hw
  tsena payments show ORDER-1042`,
    )
    .action(async (name: string, { json }: { json?: true }) => {
      const record = await onLedger((context) => readRecord(context, name));
      if (json) printJson(record);
      else printRecord(record);
    });
}

async function readRecord(context: HttpContext, name: string): Promise<PaymentRecord> {
  const { db } = context.engine.ledger.store;
  const id = z.safeParse(paymentIdSchema, name);
  const payment = id.success ? await findPayment(db, id.data) : await currentPayment(db, name as OrderReference);
  if (payment === undefined) throw new CommandError(`No payment and no order is named ${name}. \`tsena payments list\` shows them.`);
  const webhooks = await listWebhooks(db, { payment: payment.id }, MAX_WEBHOOKS);
  return {
    payment: await viewOne(context, payment, 'en'),
    attempts: await viewPayments(context, await attemptsOf(db, payment.order_reference), 'en'),
    history: (await historyOf(db, payment.id)).map(viewEvent),
    callbacks: (await callbacksOf(db, payment.id)).map(viewCallback),
    webhooks: webhooks.rows.map(viewWebhook).reverse(),
    operator: null,
  };
}

function printRecord({ payment, attempts, history, webhooks }: PaymentRecord): void {
  printPayment(payment);
  if (attempts.length > 1) printLine(`attempts      ${attempts.map((one) => nameOf(one, payment.id)).join(', ')}`);
  printLine('\nhistory (times of Madagascar)');
  for (const event of history) printLine(`  ${writeTime(event.at)}  ${event.kind.padEnd(18)}  ${wordsOf(event)}`.trimEnd());
  if (webhooks.length > 0) printLine('\nwebhooks');
  for (const { id, type, state, tries, lastError } of webhooks) {
    printLine(
      `  ${id}  ${type.padEnd(18)}  ${state}, ${tries} ${tries === 1 ? 'try' : 'tries'}${lastError === null ? '' : `: ${lastError}`}`,
    );
  }
}

function nameOf({ attempt, id, status }: MerchantPayment, shown: PaymentId): string {
  return `${attempt} ${status}${id === shown ? ' (this one)' : ` ${id}`}`;
}

/** What stands of a payment, a line each. */
export function printPayment(payment: MerchantPayment): void {
  const lines: readonly (readonly [string, string | null])[] = [
    ['payment', payment.id],
    ['order', payment.order],
    ['amount', writeMoney(payment.amount)],
    ['status', payment.status],
    ['payer', payment.payer],
    ['created', writeTime(payment.createdAt)],
    ['ended', payment.finalAt === null ? null : writeTime(payment.finalAt)],
    ['transaction', payment.transactionReference],
    ['fees', payment.fees === null ? null : writeMoney(payment.fees)],
    ['failure', payment.failure === null ? null : `${payment.failure.code}: ${payment.failure.message}`],
    ['differs in', payment.mismatch?.join(', ') ?? null],
    ['decision', payment.decision === null ? null : `${payment.decision.decision}: ${payment.decision.reason}`],
    ['needs a person', payment.attention.length === 0 ? null : payment.attention.join(', ')],
  ];
  for (const [name, value] of lines) if (value !== null) printLine(`${name.padEnd(14)}${value}`);
}

function wordsOf({ data }: PaymentEvent): string {
  return Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
