import { Command, Option } from '@commander-js/extra-typings';
import { findReference, REFERENCE_DETAILS } from '@tsena/shared';
import { type OrderReference, PAYMENT_STATUSES, type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import {
  type Delivery,
  fromSchema,
  type MerchantPayment,
  type PaymentDetail,
  type PaymentEvent,
  RESOLUTIONS,
  resolveBodySchema,
  timestampSchema,
  toSchema,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { answering, group } from '../../../cli/kit/answering.ts';
import { parseBy, parseLinkId, parsePaymentId } from '../../../cli/kit/arguments.ts';
import { listCommand } from '../../../cli/kit/listCommand.ts';
import { CommandError, printColumns, printFields, printLine, writeMoney, writeTime } from '../../../cli/kit/output.ts';
import { shownPaymentOf } from '../../../core/rules/view.ts';
import { attemptsOf, attemptsOfPayment } from '../../../core/storage/reads.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { writeCursor } from '../../shared/defineList.ts';
import { listPayments } from '../paymentRows.ts';
import { readDetail } from '../readDetail.ts';
import { refreshPayment } from '../refresh.ts';
import { resolve as resolvePayment } from '../resolve.ts';
import { viewOne, viewPayments } from '../views.ts';

/** `tsena payments` */
export function payments() {
  return group('payments', list(), show(), refresh(), resolve());
}

function list() {
  const command = new Command('list')
    .addOption(new Option('--status <status>', 'only payments with this status').choices(PAYMENT_STATUSES))
    .option('--order <reference>', 'only payments of this order')
    .option('--link <id>', 'only payments that began on the page of this payment link', parseLinkId)
    .option('--find <text>', 'only the payment with this order reference, payment id or transaction reference')
    .option('--needs-review', 'only payments that need review')
    .option('--from <day>', 'created on or after this day or time: 2026-05-03, 2026-05-03T08:00Z', parseBy(fromSchema))
    .option('--to <day>', 'created up to the end of this day, or before this time', parseBy(toSchema));
  return listCommand(command, {
    rows: 'payments',
    none: 'No payments match these filters.',
    async read(context, { find, limit, ...filter }) {
      const { rows, next } = await listPayments(context.storage.store.db, { ...filter, q: find }, limit);
      return { data: await viewPayments(context, rows, 'en'), nextCursor: writeCursor(next) };
    },
    columns: ['createdAt', 'id', 'order', 'amount', 'status', 'payer', ['needs review', 'reviewReasons']],
  });
}

function show() {
  const command = new Command('show').argument(
    '<payment>',
    'a payment’s id, or an order reference for the order’s current payment',
  );
  return answering(command, {
    async answer(context, name: string) {
      const { db } = context.storage.store;
      const id = z.safeParse(paymentIdSchema, name);
      const attempts = id.success ? await attemptsOfPayment(db, id.data) : await attemptsOf(db, name as OrderReference);
      const payment = id.success ? attempts.find((attempt) => attempt.id === id.data) : shownPaymentOf(attempts);
      if (payment === undefined)
        throw new CommandError(
          `No payment has the id or order reference ${name}. \`tsena payments list\` lists the payments.`,
        );
      return { ...(await readDetail(context, { payment, attempts }, 'en', 'admin')), operator: null };
    },
    print: printDetail,
  });
}

function refresh() {
  const command = new Command('refresh').argument('<id>', 'the payment’s id', parsePaymentId);
  return answering(command, {
    async answer(context, id: PaymentId) {
      const payment = await refreshPayment(context, id, ON_COMMAND_LINE);
      if (payment === undefined) throw new CommandError(`No payment has the id ${id}.`);
      return viewOne(context, payment, 'en');
    },
    print: printPayment,
  });
}

function resolve() {
  const command = new Command('resolve')
    .argument('<id>', 'the payment’s id', parsePaymentId)
    .option('--reference <transaction>', 'the operator’s transaction reference, from the SMS or its portal')
    .addOption(new Option('--resolution <resolution>', 'what you know about the money').choices(RESOLUTIONS))
    .option('--reason <text>', 'the reason, which the payment’s history keeps')
    .option(
      '--replaces <time>',
      'the time of the resolution to replace, as `tsena payments show` writes it',
      parseBy(timestampSchema),
    );
  return answering(command, {
    async answer(context, id: PaymentId, { reference, resolution, reason, replaces }) {
      const body = z.safeParse(
        resolveBodySchema,
        reference === undefined ? { resolution, reason } : { transactionReference: reference },
      );
      const reading = reference === undefined ? undefined : findReference(reference);
      if (reading !== undefined && reading.kind !== 'one')
        throw new CommandError(`The reference must be ${REFERENCE_DETAILS[reading.kind]}.`);
      if (!body.success || (reference !== undefined && (resolution ?? reason ?? replaces) !== undefined)) {
        throw new CommandError('Give either --reference, or --resolution with a --reason of 3 to 500 characters.');
      }
      return resolvePayment(context, id, { ...body.data, replaces: replaces ?? null }, ON_COMMAND_LINE, 'en');
    },
    print: printPayment,
  });
}

function printDetail({ payment, attempts, history, webhooks }: PaymentDetail): void {
  printPayment(payment);
  if (attempts.length > 1)
    printFields([['attempts', attempts.map((one) => writeAttempt(one, payment.id)).join(', ')]], 14);
  printLine('\nhistory (Madagascar time)');
  printColumns(history.map((event) => [writeTime(event.at), event.kind, writeData(event)]));
  if (webhooks.length > 0) printLine('\nwebhooks');
  printColumns(webhooks.map((webhook) => [webhook.id, webhook.type, writeDelivery(webhook)]));
}

function writeDelivery({ status, deliveryAttempts, lastError }: Delivery): string {
  const attempts = deliveryAttempts === 1 ? '1 attempt' : `${deliveryAttempts} attempts`;
  return `${status}, ${attempts}${lastError === null ? '' : `: ${lastError}`}`;
}

function writeAttempt({ attemptNumber, id, status }: MerchantPayment, shown: PaymentId): string {
  return `${attemptNumber} ${status}${id === shown ? ` (this one)` : ` ${id}`}`;
}

function printPayment(payment: MerchantPayment): void {
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
    ['resolution', payment.resolution && writeResolution(payment.resolution)],
    ['refunded', payment.amountRefunded === '0' ? null : writeMoney(payment.amountRefunded)],
    ['needs review', payment.reviewReasons.length === 0 ? null : payment.reviewReasons.join(', ')],
  ];
  printFields(lines, 14);
}

function writeResolution({ kind, reason, by, at }: NonNullable<MerchantPayment['resolution']>): string {
  return `${kind}: ${reason} (${by === null ? at : `${by}, ${at}`})`;
}

function writeData({ data }: PaymentEvent): string {
  return Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
