import type { LinkId, OrderClaims, PaymentId } from '@tsena/shared/checkout';
import type { RefundId } from '@tsena/shared/merchant';
import pLimit from 'p-limit';
import { monotonicClock } from '../clock.ts';
import type { Settings } from '../config/settings.ts';
import type { Core } from '../core/createCore.ts';
import type { AtStep } from '../core/payments/steps.ts';
import {
  type CancelLinkResult,
  type CreateLinkRequest,
  type CreateLinkResult,
  cancelPaymentLink,
  createLink,
  openOrderPage,
} from './links/paymentLinks.ts';
import { type RefundRequest, type RefundResult, recordRefund, type VoidResult, voidRefund } from './refunds/refund.ts';
import { createSetup, type SetupReport } from './setup/setup.ts';
import { type ImportRequest, type ImportResult, importStatement } from './statements/reconcileStatement.ts';

/** What the merchant can do beside resolving payments. */
export interface Backoffice {
  createLink(request: CreateLinkRequest): Promise<CreateLinkResult>;
  /** @param by the name of the key, which the link names */
  cancelLink(id: LinkId, by: string): Promise<CancelLinkResult>;
  /** The payment page of a shop's order. */
  openOrderPage(claims: OrderClaims): Promise<LinkId>;
  recordRefund(id: PaymentId, request: RefundRequest): Promise<RefundResult>;
  /** @param by the name of the key, for the history */
  voidRefund(id: RefundId, reason: string, by: string): Promise<VoidResult>;
  /** The go-live checklist. It asks the operator at most once a minute. */
  readSetup(): Promise<SetupReport>;
  /**
   * Compares a statement of the operator with the payments. Imports of this process run one after another.
   *
   * @throws StatementUnreadable if the file cannot be read
   */
  importStatement(request: ImportRequest): Promise<ImportResult>;
}

/** What {@link createBackoffice} takes. */
export interface BackofficeOptions extends Pick<Core, 'storage' | 'changes' | 'operator'> {
  readonly settings: Settings;
  /** Ms since 1970 by the wall clock. */
  readonly wall: () => number;
  readonly at: AtStep;
}

/** Connects the features of the back office with the core. */
export function createBackoffice({ settings, storage, changes, operator, wall, at }: BackofficeOptions): Backoffice {
  const { store, clock, webhooks } = storage;
  const linkOptions = { storage, publicUrl: settings.publicUrl, isProduction: settings.operator.environment === 'production' };
  const oneImport = pLimit(1);
  return {
    createLink: (request) => createLink(linkOptions, request),
    cancelLink: (id, by) => cancelPaymentLink(linkOptions, id, by),
    openOrderPage: (claims) => openOrderPage(linkOptions, claims),
    recordRefund: (id, request) => recordRefund({ storage, changes }, id, request),
    voidRefund: (id, reason, by) => voidRefund({ storage, changes }, id, reason, by),
    readSetup: createSetup({
      ...{ db: store.db, settings, operator, clock, wall },
      webhooksEnabled: webhooks !== null,
      steadyClock: monotonicClock,
    }),
    importStatement: (request) => oneImport(() => importStatement(storage, request, at)),
  };
}
