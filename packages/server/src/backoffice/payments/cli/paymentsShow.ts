import { type OrderReference, type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import type { Delivery, MerchantPayment, PaymentDetail, PaymentEvent } from '@tsena/shared/merchant';
import { Command } from 'commander';
import * as z from 'zod/mini';
import { inTerminalLanguage, terminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printColumns, printFields, printJson, printLine, writeMoney, writeTime } from '../../../cli/output.ts';
import type { Parts } from '../../../composition/parts.ts';
import { currentPayment, findPayment } from '../../../core/storage/reads.ts';
import { readDetail } from '../readDetail.ts';

/** `tsena payments show` */
export function paymentsShow(): Command {
  return new Command('show')
    .description('show a payment with its history')
    .argument('<payment>', 'a payment’s id, or an order reference for the order’s current payment')
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Examples:
  tsena payments show pay_3vJtB5vGQ0m2bqzRr0o6Hw
  tsena payments show ORDER-1042`,
    )
    .action(async (name: string, { json }: { json?: true }) => {
      const detail = await withStorage((context) => read(context, name));
      if (json) printJson(detail);
      else printDetail(detail);
    });
}

async function read(context: Parts, name: string): Promise<PaymentDetail> {
  const { db } = context.storage.store;
  const id = z.safeParse(paymentIdSchema, name);
  const payment = id.success ? await findPayment(db, id.data) : await currentPayment(db, name as OrderReference);
  if (payment === undefined)
    throw new CommandError(`No payment has the id or order reference ${name}. \`tsena payments list\` lists the payments.`);
  return { ...(await readDetail(context, payment, terminalLanguage())), operator: null };
}

function printDetail({ payment, attempts, history, webhooks }: PaymentDetail): void {
  printPayment(payment);
  if (attempts.length > 1) printFields([['attempts', attempts.map((one) => writeAttempt(one, payment.id)).join(', ')]], 14);
  printLine('\nhistory (Madagascar time)');
  printColumns(history.map((event) => [writeTime(event.at), event.kind, writeData(event)]));
  if (webhooks.length > 0) printLine('\nwebhooks');
  printColumns(webhooks.map((webhook) => [webhook.id, webhook.type, writeDelivery(webhook)]));
}

function writeDelivery({ status, deliveryAttempts, lastError }: Delivery): string {
  const attempts = inTerminalLanguage(deliveryAttempts === 1 ? '1 attempt' : `${deliveryAttempts} attempts`);
  return `${status}, ${attempts}${lastError === null ? '' : `: ${lastError}`}`;
}

function writeAttempt({ attemptNumber, id, status }: MerchantPayment, shown: PaymentId): string {
  return `${attemptNumber} ${status}${id === shown ? ` (${inTerminalLanguage('this one')})` : ` ${id}`}`;
}

/** Prints a payment, one line for each field. */
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
    ['reason', payment.failure?.reason ?? null],
    ['operator time', payment.failure?.errorDateTime ?? null],
    ['differences', payment.differences?.join(', ') ?? null],
    [
      'resolution',
      payment.resolution === null
        ? null
        : `${payment.resolution.kind}: ${payment.resolution.reason}${payment.resolution.by === null ? '' : ` (${payment.resolution.by})`}`,
    ],
    ['refunded', payment.amountRefunded === '0' ? null : writeMoney(payment.amountRefunded)],
    ['needs review', payment.reviewReasons.length === 0 ? null : payment.reviewReasons.join(', ')],
  ];
  printFields(lines, 14);
}

function writeData({ data }: PaymentEvent): string {
  return Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
