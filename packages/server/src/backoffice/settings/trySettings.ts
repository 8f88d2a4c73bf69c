import type { Language } from '@tsena/shared';
import {
  describeSetup,
  type MerchantSettingName,
  type SetupReason,
  type TRIABLE_SETTINGS,
} from '@tsena/shared/merchant';
import type { MerchantTexts } from '../../config/mergeSettings.ts';
import { callbackBase, type Settings } from '../../config/settings.ts';
import { isPublicAddress, literalAddress } from '../../core/webhooks/publicAddress.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { newTestMailId, sendMail } from '../mail/smtp.ts';
import { recordAudit } from '../shared/auditLog.ts';
import { checkPublicAddress } from '../shared/checkPublicAddress.ts';
import { pingShop } from '../webhooks/pingShop.ts';
import type { SettingsContext } from './context.ts';

/** How long the shop may take to answer a ping: the merchant waits for it, ms. */
const PING_WITHIN_MS = 10_000;

/** What {@link trySettings} takes of the companion. */
export type TrySettingsContext = Pick<SettingsContext, 'storage' | 'smtp' | 'wall' | 'installationId'>;

/**
 * Tries settings before they are kept: the public and the callback address must lead to this companion, the shop must
 * answer a signed ping, and the mail server must take an e-mail.
 *
 * @param values what is tried, by name: each try reaches an address that somebody chose, so it is recorded, whatever
 *   its result
 * @throws ProblemError `setting_refused` with what does not work, in the language of the merchant
 */
export async function trySettings(
  options: TrySettingsContext,
  settings: Settings,
  values: MerchantTexts,
  by: Doer,
  language: Language,
): Promise<void> {
  const tried = await Promise.all(
    Object.entries(TRIES)
      .filter(([name]) => name in values)
      .map(async ([name, tryIt]) => ({ name: name as keyof typeof TRIES, reason: await tryIt(options, settings) })),
  );
  await options.storage.store.transact(async (trx) => {
    for (const { name, reason } of tried) {
      if (values[name] === null) continue;
      const changes = { setting: name, value: showSetting(name, values[name]), result: reason ?? 'ok' };
      await recordAudit(options.storage, trx, by, { action: 'setting_tried', changes });
    }
  });
  const errors = tried.flatMap(({ name, reason }) => {
    if (reason === null) return [];
    const { found, next } = describeSetup(reason, language);
    return [{ pointer: `/${name}`, detail: next === null ? found : `${found} ${next}` }];
  });
  if (errors.length > 0) throw new ProblemError('setting_refused', { errors });
}

/** A setting's value as the audit log shows it. The query of an address can contain a password. */
export function showSetting(name: MerchantSettingName, value: string | null = null): string | null {
  return name === 'webhookUrl' && value !== null ? value.replace(/[?#].*$/, '') : value;
}

type Try = (options: TrySettingsContext, settings: Settings) => Promise<SetupReason | null>;

/** What is tried before it is kept, and how. */
const TRIES: Readonly<Record<(typeof TRIABLE_SETTINGS)[number] | 'brandLogoUrl', Try>> = {
  publicUrl: (options, settings) => tryAddress(options, { ...settings, CALLBACK_BASE_URL: null }),
  callbackBaseUrl: tryAddress,
  webhookUrl: (_options, settings) => tryWebhook(settings),
  notifyEmail: tryMail,
  brandLogoUrl: (_options, settings) => tryLogo(settings),
};

async function tryAddress({ installationId }: TrySettingsContext, settings: Settings): Promise<SetupReason | null> {
  if (callbackBase(settings) === null) return null;
  const findings = await checkPublicAddress({ settings, installationId });
  if (findings.some(({ reason }) => reason === 'address_reached')) return null;
  const wrong = findings.filter(({ result, reason }) => result !== 'ok' && reason !== 'tls_missing');
  return (wrong.find(({ result }) => result === 'failed') ?? wrong[0])?.reason ?? 'address_silent';
}

/** The companion never asks for the logo: browsers do. */
async function tryLogo({ BRAND_LOGO_URL, WEBHOOK_ALLOW_PRIVATE }: Settings): Promise<SetupReason | null> {
  const literal = BRAND_LOGO_URL === null ? undefined : literalAddress(BRAND_LOGO_URL);
  return WEBHOOK_ALLOW_PRIVATE || literal === undefined || isPublicAddress(literal) ? null : 'address_private';
}

async function tryWebhook(settings: Settings): Promise<SetupReason | null> {
  if (settings.WEBHOOK_URL === null) return null;
  const answer = await pingShop(settings, PING_WITHIN_MS);
  if (answer.kind === 'no_answer') return answer.reason.includes('private') ? 'webhook_private' : 'webhook_silent';
  return answer.status >= 200 && answer.status < 300 ? null : 'webhook_refused';
}

async function tryMail({ smtp, wall }: TrySettingsContext, settings: Settings): Promise<SetupReason | null> {
  if (smtp === undefined || settings.NOTIFY_EMAIL === null) return null;
  const sent = await sendMail(smtp, settings, { kind: 'test' }, { id: newTestMailId(), date: wall() });
  return sent.kind === 'sent' ? null : 'mail_refused';
}
