import { MedusaError } from '@medusajs/framework/utils';

/** What the provider keeps with a payment session. The storefront can read it, and cannot change these fields. */
export interface SessionData {
  /** The order reference: the id of the payment session. */
  readonly order: string;
  /** Whole Ariary, as digits. */
  readonly amount: string;
  readonly currency: 'MGA';
  /** The companion's id of the completed payment. */
  readonly paymentId: string | null;
  /** The operator's transaction id. */
  readonly transactionReference: string | null;
  /** The amounts of the recorded refunds, in whole Ariary, separated by spaces. */
  readonly refunds: string;
}

const isDigits = (value: unknown): value is string => typeof value === 'string' && /^[0-9]+$/.test(value);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Reads the data of a payment session of this provider.
 *
 * @throws MedusaError for data that this provider did not write
 */
export function readSessionData(data: Record<string, unknown> | undefined): SessionData {
  const { order, amount, currency, paymentId, transactionReference, refunds } = data ?? {};
  if (typeof order !== 'string' || !isDigits(amount) || currency !== 'MGA') {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The payment session has no order of Tsena.');
  }
  return {
    order,
    amount,
    currency,
    paymentId: textOrNull(paymentId),
    transactionReference: textOrNull(transactionReference),
    refunds: textOrNull(refunds) ?? '',
  };
}
