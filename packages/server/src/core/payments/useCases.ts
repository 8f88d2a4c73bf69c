import type { Language } from '@tsena/shared';
import type { Payment, PaymentId } from '@tsena/shared/checkout';
import type { MerchantPayment, ResolveBody } from '@tsena/shared/merchant';
import type { StoredPayment } from '../../database/schema.ts';
import type { Operator } from '../operator/client.ts';
import type { CallbackNote } from '../rules/decisions/callback.ts';
import type { Attempts } from '../rules/view.ts';
import type { PaymentRequest } from '../storage/paymentRequest.ts';
import { attemptsOf } from '../storage/reads.ts';
import { viewForMerchant } from '../views/merchantPayment.ts';
import { type ViewContext, viewPayment } from '../views/payment.ts';
import type { Alongside } from './applyDecision.ts';
import { type CheckedReference, checkReference } from './checkReference.ts';
import type { ResolutionResult } from './completeByReference.ts';
import { initiate } from './initiate.ts';
import type { InitiateOptions } from './initiateOptions.ts';
import type { OpeningResult } from './openAttempt.ts';
import { readTransaction, type TransactionResult } from './readTransaction.ts';
import { receiveCallback } from './receiveCallback.ts';
import { resolvePayment } from './resolve.ts';
import { type SaleRequest, type SaleResult, sellByReference } from './sellByReference.ts';
import { submitReference } from './submitReference.ts';

/** What routes and commands can do with payments. */
export interface PaymentUseCases {
  /** Starts a payment for an order, or finds the current one. */
  initiate(request: PaymentRequest): Promise<OpeningResult>;
  /** The payer submits the reference in the operator's SMS. */
  submitReference(id: PaymentId, transactionReference: string): Promise<ResolutionResult>;
  /**
   * The merchant resolves a payment that needs review.
   *
   * @param by the name of the key, for the history
   * @param alongside what else the transaction writes
   */
  resolvePayment(id: PaymentId, body: ResolveBody, by: string, alongside?: Alongside): Promise<ResolutionResult>;
  /** Reads the operator's details of a transaction of the merchant. */
  readTransaction(transactionReference: string): Promise<TransactionResult>;
  /** Checks whether a reference is money that the merchant received and nothing was sold for. */
  checkReference(transactionReference: string): Promise<CheckedReference>;
  /** Takes money that the customer has sent by hand as the payment of a new order. */
  sellByReference(request: SaleRequest): Promise<SaleResult>;
  /** Stores a callback and checks its payment; undefined if no payment has this secret. */
  storeCallback(secret: string, note: CallbackNote): Promise<StoredPayment | undefined>;
  /**
   * A payment as a browser sees it. The failure's sentence is in `language`, by default the shopper's.
   *
   * @param attempts all payments of its order, newest first
   */
  view(payment: StoredPayment, attempts: Attempts, language?: Language): Payment;
  /** Reads the payment as it is now, with the others of its order, and shows it to a browser. */
  readView(payment: StoredPayment, language?: Language): Promise<Payment>;
  /** A payment as the merchant sees it. */
  viewForMerchant(payment: StoredPayment, attempts: Attempts, language: Language): MerchantPayment;
}

/** What {@link createUseCases} takes. */
export interface UseCaseOptions extends InitiateOptions {
  readonly operator: Operator;
  /** The settings and the time by which payments are shown. */
  viewContext(): Omit<ViewContext, 'language'>;
}

/** Connects the use cases. */
export function createUseCases(options: UseCaseOptions): PaymentUseCases {
  const { storage, at, checkIfDue, viewContext } = options;
  return {
    initiate: (request) => initiate(options, request),
    submitReference: (id, transactionReference) => submitReference(options, id, transactionReference),
    resolvePayment: (id, body, by, alongside) => resolvePayment(options, id, body, by, alongside),
    readTransaction: (transactionReference) => readTransaction(options, transactionReference),
    checkReference: (transactionReference) => checkReference(options, transactionReference),
    sellByReference: (request) => sellByReference(options, request),
    async storeCallback(secret, note) {
      const payment = await receiveCallback(storage, secret, note);
      if (payment === undefined) return undefined;
      at('callback stored');
      checkIfDue(payment.id);
      return payment;
    },
    view: (payment, attempts, language) => viewPayment(payment, attempts, { ...viewContext(), language }),
    async readView(payment, language) {
      const attempts = await attemptsOf(storage.store.db, payment.order_reference);
      const newest = attempts.find(({ id }) => id === payment.id) ?? payment;
      return viewPayment(newest, attempts, { ...viewContext(), language });
    },
    viewForMerchant: (payment, attempts, language) =>
      viewForMerchant(payment, attempts, { ...viewContext(), language }),
  };
}
