import { isTransactionReference, PROBLEMS } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { DECISIONS, type DecisionKind, type ResolveBody, resolveBodySchema } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import * as z from 'zod/mini';
import { viewOne } from '../http/merchant/views.ts';
import { decide, resolveByEvidence } from '../payments/claim.ts';
import type { Engine } from '../payments/engine.ts';
import { noteHandled } from '../payments/handle.ts';
import { paymentId } from './arguments.ts';
import { onLedger } from './offline.ts';
import { CommandError, printJson } from './output.ts';
import { printPayment } from './paymentsShow.ts';

interface Options {
  readonly reference?: string;
  readonly decision?: DecisionKind;
  readonly reason?: string;
  readonly json?: true;
}

/** `tsena payments resolve` */
export function paymentsResolve(): Command {
  return new Command('resolve')
    .description('settle a doubtful payment: by the operator’s record, or by your own decision')
    .argument('<id>', 'the payment’s id', paymentId)
    .option('--reference <transaction>', 'the operator’s transaction reference, from the SMS or its portal')
    .addOption(new Option('--decision <decision>', 'what you decide where there is no record').choices(DECISIONS))
    .option('--reason <text>', 'why; it stays in the payment’s history')
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
With --reference, the operator's own record under it is read. The payment completes if amount,
currency, both parties and time match, and the shop is told.

A --decision changes no state, for only the operator's answers do. It is recorded:
  not_received   the money did not come; the shopper may try again
  received       the money came by another way; no new attempt starts
  handled        what was flagged is dealt with, by a refund for instance

Examples:
  tsena payments resolve pay_3vJtB5vGQ0m2bqzRr0o6Hw --reference 636042511
  tsena payments resolve pay_3vJtB5vGQ0m2bqzRr0o6Hw --decision not_received --reason "not in the operator's statement of 3 May"`,
    )
    .action(async (id: PaymentId, { reference, decision, reason, json }: Options) => {
      const body = z.safeParse(resolveBodySchema, reference === undefined ? { decision, reason } : { transactionReference: reference });
      if (reference !== undefined && !isTransactionReference(reference)) {
        throw new CommandError('A transaction reference has 5 to 20 digits and letters and does not begin with 0, as in 636042511.');
      }
      if (!body.success || (reference !== undefined && (decision ?? reason) !== undefined)) {
        throw new CommandError('Give either --reference, or --decision with a --reason of 3 to 500 characters.');
      }
      const payment = await onLedger(async (context) => {
        const result = await resolve(context.engine, id, body.data);
        if (!result.ok) throw new CommandError(`${PROBLEMS[result.code].cause} (${result.code})`);
        return viewOne(context, result.payment, 'en');
      });
      if (json) printJson(payment);
      else printPayment(payment);
    });
}

function resolve(engine: Engine, id: PaymentId, body: ResolveBody) {
  if ('transactionReference' in body) return resolveByEvidence(engine, id, body.transactionReference);
  const { decision, reason } = body;
  return decision === 'handled' ? noteHandled(engine, id, reason) : decide(engine, id, { decision, reason });
}
