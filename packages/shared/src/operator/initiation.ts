import * as z from 'zod/mini';
import { optionalText, serverCorrelationIdSchema } from './text.ts';

/** Characters that the service accepts in texts. It refuses all others with mmErrorCode 4001. */
const SAFE_TEXT = /^[A-Za-z0-9 ._,-]*$/;

const safeText = z.string().check(z.maxLength(50), z.regex(SAFE_TEXT, 'letters, digits, space and - . _ , only'));
const party = z.strictObject({ key: z.literal('msisdn'), value: z.string().check(z.regex(/^0[0-9]{9}$/)) });

/** The body of a payment initiation, as we send it (section 2.2). */
export const initiationRequestSchema = z.strictObject({
  amount: z.string().check(z.regex(/^[1-9][0-9]{2,11}$/)),
  currency: z.literal('Ar'),
  descriptionText: safeText,
  requestDate: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)),
  requestingOrganisationTransactionReference: safeText.check(z.minLength(1)),
  originalTransactionReference: safeText,
  debitParty: z.tuple([party]),
  creditParty: z.tuple([party]),
  metadata: z.array(z.strictObject({ key: z.enum(['partnerName', 'fc', 'amountFc']), value: safeText })),
});

/** The body of a payment initiation. */
export type InitiationRequest = z.infer<typeof initiationRequestSchema>;

/** The answer to an initiation (section 2.3). An answer without a usable serverCorrelationId is none. */
export const initiationResponseSchema = z.looseObject({
  serverCorrelationId: serverCorrelationIdSchema,
  status: optionalText,
  notificationMethod: optionalText,
});

/**
 * A text as the service accepts it: without accents, other characters replaced by a space, at most 50 characters.
 *
 * @example writeSafeText('Crème brûlée / n° 3') // 'Creme brulee n 3'
 */
export function writeSafeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/œ/g, 'oe')
    .replace(/Œ/g, 'OE')
    .replace(/æ/g, 'ae')
    .replace(/Æ/g, 'AE')
    .replace(/[’']/g, ' ')
    .replace(/[^A-Za-z0-9 ._,-]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 50)
    .trim();
}
