import * as z from 'zod/mini';
import { type Msisdn, readMsisdn } from './msisdn.ts';

/**
 * Any accepted spelling of a payer's number, parsed to an {@link Msisdn}. The issue's message is the {@link
 * MsisdnFault}.
 */
export const msisdnSchema = z.pipe(
  z.string().check(z.maxLength(40)),
  z.transform((text, context): Msisdn => {
    const reading = readMsisdn(text);
    if (reading.ok) return reading.msisdn;
    context.issues.push({ code: 'custom', message: reading.fault, input: text });
    return z.NEVER;
  }),
);
