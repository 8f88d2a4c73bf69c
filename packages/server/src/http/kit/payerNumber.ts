import { type Msisdn, readMsisdn } from '@tsena/shared';
import { ProblemError } from '../../input/problemError.ts';

/**
 * Reads a payer's number in a request body.
 *
 * @throws ProblemError that says what is wrong with it
 */
export function parseMsisdn(text: string): Msisdn {
  const reading = readMsisdn(text);
  if (reading.ok) return reading.msisdn;
  const code = reading.fault === 'other-operator' ? 'msisdn_other_operator' : 'msisdn_invalid';
  throw new ProblemError(code, { errors: [{ pointer: '/msisdn', detail: reading.fault }] });
}
