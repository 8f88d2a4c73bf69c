import { Argument, Command, Option } from '@commander-js/extra-typings';
import { type Ariary, amountSchema } from '@tsena/shared';
import { type OrderReference, orderReferenceSchema } from '@tsena/shared/checkout';
import { answering } from '../../../cli/kit/answering.ts';
import { parseBy } from '../../../cli/kit/arguments.ts';
import { CommandError, printLine, printMembers } from '../../../cli/kit/output.ts';
import { createOrderSuffix } from '../../../core/orders/orderSuffix.ts';
import { openPortal } from './sandboxPortal.ts';
import { type TRIGGERED_FAILURES, TRIGGERED_TYPES, triggerPayment } from './triggerPayment.ts';

/** `tsena trigger` */
export function trigger() {
  const command = new Command('trigger')
    .addArgument(new Argument('<type>', 'the type of the webhook that ends the payment').choices(TRIGGERED_TYPES))
    .option('--order <reference>', 'the order that is paid (default: an invented one)', parseBy(orderReferenceSchema))
    .option('--amount <ariary>', 'whole Ariary, at least 100', parseBy(amountSchema), 25_000 as Ariary)
    .addOption(
      new Option('--failure <code>', 'why a payment fails')
        .choices(['payment_declined', 'insufficient_funds'] as const satisfies (keyof typeof TRIGGERED_FAILURES)[])
        .default('payment_declined' as const),
    );
  return answering(command, {
    json: 'as JSON: the webhook event, the payment and its order',
    // The database is open here: it belongs to the environment of the settings.
    async answer(context, type, { order = `TRIGGER-${createOrderSuffix()}` as OrderReference, amount, failure }) {
      const { OPERATOR_ENVIRONMENT, OPERATOR_BASE_URL } = context.settings;
      if (OPERATOR_ENVIRONMENT !== 'sandbox')
        throw new CommandError('OPERATOR_ENVIRONMENT is production: the command works in the sandbox only.');
      const portal = await openPortal(OPERATOR_BASE_URL);
      const stop = new AbortController();
      // Each time: a second Ctrl-C leaves no rule behind either.
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
      return triggerPayment(context, portal, { type, failure, order, amount }, stop.signal);
    },
    print(ended) {
      printMembers({ ...ended });
      if (ended.type === 'payment.unresolved')
        printLine(
          'The payer may still approve it in the sandbox’s portal. The operator’s callback completes the payment then; without PUBLIC_URL, the reference does that the payer types.',
        );
    },
  });
}
