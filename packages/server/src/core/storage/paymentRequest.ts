import type { Language, Msisdn } from '@tsena/shared';
import type { LinkId, OrderClaims, PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { AskedAbout } from '../rules/opening.ts';
import type { IdempotentRequest } from './idempotencyKeys.ts';

/** Who wants to pay which order: a shopper, or a customer whose number a seller types at the counter. */
export interface PaymentRequest {
  readonly claims: OrderToPay;
  readonly msisdn: Msisdn;
  readonly language: Language;
  /** For whom the limits of an address count; null: nobody. */
  readonly addressHash: string | null;
  /** The payment page, unless the payment begins in a widget. */
  readonly page?: PageForm;
  readonly askedAbout: AskedAbout;
  /** The name of the merchant key that begins it at the counter. */
  readonly by?: string;
  /** A repeated request gets the payment that the first one has led to, also after it has ended. */
  readonly idempotency?: IdempotentRequest;
  /** Only an order that has a payment of this amount already may be paid. */
  readonly isAnotherTry?: boolean;
  /** Writes something else in the transaction that opens the payment. */
  alongside?(trx: Trx, opened: StoredPayment): Promise<void>;
  /** The HTTP request's id, for the log. */
  readonly requestId?: string | undefined;
}

/** The order that a payment collects, as its signature or its payment link fixes it. */
export type OrderToPay = Omit<OrderClaims, 'exp' | 'returnUrl'>;

/** The payment page on which a payment begins. */
export interface PageForm {
  readonly link: LinkId;
  /** SHA-256 of the form's one-time value. */
  readonly formHash: string;
  /** The payment on whose page the form was, if it was there to try again. */
  readonly from?: PaymentId | undefined;
}
