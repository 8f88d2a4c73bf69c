import { Command } from '@commander-js/extra-typings';
import { readOnly } from '../config/readSettings.ts';
import { createOrderTokens } from '../core/orders/orderToken.ts';
import { systemClock } from '../time/clock.ts';
import { parseWhole } from './kit/arguments.ts';
import { CommandError, printJson, printLine } from './kit/output.ts';

const YEAR_SECONDS = 31_536_000;

/** `tsena order-token` */
export function orderToken() {
  return new Command('order-token')
    .argument('<order>', 'the order reference, 1 to 50 characters')
    .argument('<amount>', 'whole Ariary, at least 100')
    .option('--description <text>', 'a description for the shopper, at most 50 characters')
    .option('--return-url <address>', 'the address of the shop’s page that follows the payment')
    .option(
      '--original-transaction-reference <reference>',
      'the operator’s reference of an earlier transaction that the payment refers to',
    )
    .option('--foreign-currency <code>', 'a foreign currency, for example EUR; the operator receives it as metadata')
    .option('--foreign-amount <amount>', 'the amount in that currency, for example 5.40')
    .option('--expires-in <seconds>', 'how long the token is valid', parseWhole(1, YEAR_SECONDS), 3600)
    .option('--json', 'as JSON: token, expiresAt')
    .action(async (order, amount, { expiresIn, json, ...optional }) => {
      const clock = systemClock();
      const claims = {
        sub: order,
        amount,
        ...optional,
      };
      const expiresAt = new Date(clock.now() + expiresIn * 1000).toISOString();
      const settings = readOnly(process.env, 'ORDER_TOKEN_SECRET', 'OPERATOR_ENVIRONMENT');
      const token = await createOrderTokens(
        settings.ORDER_TOKEN_SECRET,
        clock,
        settings.OPERATOR_ENVIRONMENT === 'production',
      )
        .mint(claims, expiresIn)
        .catch((error: unknown) => {
          throw error instanceof TypeError ? new CommandError(error.message) : error;
        });
      if (json) printJson({ token, expiresAt });
      else printLine(token);
    });
}
