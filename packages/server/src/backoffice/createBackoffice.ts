import type { FieldError, Language } from '@tsena/shared';
import type { LinkId, OrderClaims, PaymentId } from '@tsena/shared/checkout';
import type { MerchantSettingName, MerchantSettings, RefundId, SettingsBody } from '@tsena/shared/merchant';
import pLimit from 'p-limit';
import { monotonicClock } from '../clock.ts';
import type { Secret } from '../config/secret.ts';
import type { FixedSettings } from '../config/settings.ts';
import type { Core } from '../core/createCore.ts';
import type { AtStep } from '../core/payments/steps.ts';
import type { Doer } from '../doer.ts';
import {
  type CancelLinkResult,
  type CreateLinkRequest,
  type CreateLinkResult,
  cancelPaymentLink,
  createLink,
  openOrderPage,
} from './links/paymentLinks.ts';
import type { Smtp } from './mail/smtp.ts';
import { type RefundRequest, type RefundResult, recordRefund, type VoidResult, voidRefund } from './refunds/refund.ts';
import { type ChangeResult, changeSettings, makeWebhookSecret, viewSettings } from './settings/changeSettings.ts';
import type { CurrentSettings } from './settings/currentSettings.ts';
import { trySettings } from './settings/trySettings.ts';
import { findAddressAnswer } from './setup/addressChallenge.ts';
import { createSetup, type SetupReport } from './setup/setup.ts';
import { type ImportRequest, type ImportResult, importStatement } from './statements/reconcileStatement.ts';

/** What the merchant can do beside resolving payments. */
export interface Backoffice {
  createLink(request: CreateLinkRequest): Promise<CreateLinkResult>;
  /**
   * @param by the name of the key, which the link names
   * @param address the client's network, for the audit log
   */
  cancelLink(id: LinkId, by: string, address?: string | null): Promise<CancelLinkResult>;
  /** The payment page of a shop's order. */
  openOrderPage(claims: OrderClaims): Promise<LinkId>;
  recordRefund(id: PaymentId, request: RefundRequest): Promise<RefundResult>;
  /**
   * @param by the name of the key, for the history
   * @param address the client's network, for the audit log
   */
  voidRefund(id: RefundId, reason: string, by: string, address?: string | null): Promise<VoidResult>;
  /** @param language of the reasons */
  changeSettings(body: SettingsBody, by: Doer, language: Language): Promise<ChangeResult>;
  /** Tries one setting as it is now. */
  trySetting(name: MerchantSettingName, language: Language): Promise<readonly FieldError[]>;
  makeWebhookSecret(by: Doer): Promise<Secret>;
  readMerchantSettings(): MerchantSettings;
  /** The answer by which this companion proves that it is reached at an address; undefined if it has not asked. */
  findAddressAnswer(challenge: string): Promise<string | undefined>;
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
  readonly settings: FixedSettings;
  readonly currentSettings: CurrentSettings;
  /** Undefined without SMTP_URL. */
  readonly smtp: Smtp | undefined;
  /** Ms since 1970 by the wall clock. */
  readonly wall: () => number;
  readonly at: AtStep;
}

/** Connects the features of the back office with the core. */
export function createBackoffice({ settings, currentSettings, smtp, storage, changes, operator, wall, at }: BackofficeOptions): Backoffice {
  const { store, clock } = storage;
  const { current } = currentSettings;
  const linkOptions = { storage, publicUrl: () => current().publicUrl, isProduction: settings.operator.environment === 'production' };
  const changeOptions = { storage, settings, currentSettings, smtp, wall };
  const oneImport = pLimit(1);
  return {
    createLink: (request) => createLink(linkOptions, request),
    cancelLink: (id, by, address = null) => cancelPaymentLink(linkOptions, id, by, address),
    openOrderPage: (claims) => openOrderPage(linkOptions, claims),
    recordRefund: (id, request) => recordRefund({ storage, changes }, id, request),
    voidRefund: (id, reason, by, address = null) => voidRefund({ storage, changes }, id, reason, by, address),
    changeSettings: (body, by, language) => changeSettings(changeOptions, body, by, language),
    trySetting: (name, language) => trySettings(changeOptions, current(), [name], language),
    makeWebhookSecret: (by) => makeWebhookSecret(changeOptions, by),
    readMerchantSettings: () => viewSettings(currentSettings),
    findAddressAnswer: (challenge) => findAddressAnswer(store.db, challenge),
    readSetup: createSetup({
      ...{ store, current, operator, clock, wall },
      webhooksEnabled: () => storage.webhooks !== null,
      steadyClock: monotonicClock,
    }),
    importStatement: (request) => oneImport(() => importStatement(storage, request, at)),
  };
}
