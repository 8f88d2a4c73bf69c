import { randomBytes } from 'node:crypto';
import type { Language } from '@tsena/shared';
import {
  describeSettingFault,
  MERCHANT_SETTING_NAMES,
  type MerchantSettingName,
  type MerchantSettings,
  type SettingFault,
  type SettingsBody,
} from '@tsena/shared/merchant';
import { type MerchantTexts, missingSettings, storedMistakes } from '../../config/mergeSettings.ts';
import { Secret } from '../../config/secret.ts';
import { mailLanguage } from '../../config/settings.ts';
import { MERCHANT_SETTINGS } from '../../config/settingsSchema.ts';
import { lockTable } from '../../core/storage/locks.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordAudit } from '../shared/auditLog.ts';
import type { SettingsContext } from './context.ts';
import type { CurrentSettings } from './currentSettings.ts';
import { readStoredSettings, writeSetting, writeWebhookSecrets } from './storedSettings.ts';
import { showSetting, type TrySettingsContext, trySettings } from './trySettings.ts';

const SECRET_BYTES = 32;
/** While the shop changes to the newest, the one before is valid too. */
const MAX_WEBHOOK_SECRETS = 2;

/** What the changes of settings take of the companion. */
export type ChangeSettingsContext = TrySettingsContext & Pick<SettingsContext, 'settings' | 'currentSettings'>;

/** Each setting as it is now; null: not set. */
export function readValues({ current, stored }: CurrentSettings): Record<MerchantSettingName, string | null> {
  const settings = current();
  const values = MERCHANT_SETTING_NAMES.map((name) => [name, settings[MERCHANT_SETTINGS[name].variable] || null]);
  return {
    ...(Object.fromEntries(values) as Record<MerchantSettingName, string | null>),
    webhookUrl: settings.WEBHOOK_URL ?? stored().texts.webhookUrl ?? null,
    notifyLanguage: settings.SMTP_URL && mailLanguage(settings),
  };
}

/** The settings as the merchant sees them. */
export function viewSettings(currentSettings: CurrentSettings): MerchantSettings {
  const settings = currentSettings.current();
  const { previous, webhookSecrets } = currentSettings.stored();
  return {
    ...readValues(currentSettings),
    previous: { ...previous },
    fixed: [...settings.fixed],
    missing: [...missingSettings(settings)],
    webhookSecrets: settings.fixed.includes('webhookUrl')
      ? (settings.WEBHOOK_SECRET?.length ?? 0)
      : webhookSecrets.length,
    canMail: settings.SMTP_URL !== null,
  };
}

/**
 * Changes settings: checks them by the rules of the start, tries them, and keeps all of them or none. They hold at
 * once, in all instances.
 *
 * @param language of the reasons
 * @returns the secret that was made for the first webhook address; null if none was made
 * @throws ProblemError with the reasons; then nothing was changed
 */
export async function changeSettings(
  options: ChangeSettingsContext,
  body: SettingsBody,
  by: Doer,
  language: Language,
): Promise<Secret | null> {
  const { currentSettings } = options;
  // Another instance may have changed them.
  await currentSettings.reload();
  const settings = currentSettings.current();
  const values = readValues(currentSettings);
  const names = (Object.keys(body) as MerchantSettingName[]).filter((name) => (body[name] || null) !== values[name]);
  const changes: MerchantTexts = Object.fromEntries(names.map((name) => [name, body[name] || null]));
  const refusal = (
    code: 'setting_fixed' | 'setting_invalid',
    found: readonly { setting: MerchantSettingName; fault: SettingFault }[],
  ) =>
    new ProblemError(code, {
      errors: found.map(({ setting, fault }) => ({
        pointer: `/${setting}`,
        detail: describeSettingFault(fault, language),
      })),
    });
  const fixed = names.flatMap((setting) =>
    settings.fixed.includes(setting) ? [{ setting, fault: 'fixed' } as const] : [],
  );
  if (fixed.length > 0) throw refusal('setting_fixed', fixed);
  const mistakes = storedMistakes(settings, changes);
  if (mistakes.length > 0) throw refusal('setting_invalid', mistakes);

  const { texts, webhookSecrets } = currentSettings.stored();
  const made = changes.webhookUrl != null && webhookSecrets.length === 0 ? newWebhookSecret() : null;
  const candidate = currentSettings.preview({
    texts: { ...texts, ...changes },
    webhookSecrets: made === null ? webhookSecrets : [made],
  });
  await trySettings(options, candidate, changes, by, language);
  return names.length === 0 ? null : keep(options, by, changes, made);
}

/** Returns the secret if it is the first one: a change at the same time may have made another meanwhile. */
async function keep(
  options: ChangeSettingsContext,
  by: Doer,
  changes: MerchantTexts,
  made: Secret | null,
): Promise<Secret | null> {
  const { storage, settings, currentSettings } = options;
  const names = Object.keys(changes) as MerchantSettingName[];
  const first = await storage.store.transact(async (trx) => {
    await lockTable(storage.store, trx, 'settings');
    const { texts, webhookSecrets } = await readStoredSettings(trx, settings.ORDER_TOKEN_SECRET);
    for (const name of names)
      await writeSetting(storage, trx, name, { value: changes[name] ?? null, previous: texts[name] ?? null });
    const isFirst = made !== null && webhookSecrets.length === 0;
    if (isFirst) await addWebhookSecret(options, trx, by, [made]);
    const recorded = names.map((name) => [
      name,
      { before: showSetting(name, texts[name]), after: showSetting(name, changes[name]) },
    ]);
    await recordAudit(storage, trx, by, { action: 'settings_changed', changes: Object.fromEntries(recorded) });
    return isFirst ? made : null;
  });
  await currentSettings.reload();
  return first;
}

/** Makes a secret that signs webhooks. The one before stays valid until the next is made. */
export async function makeWebhookSecret(options: ChangeSettingsContext, by: Doer): Promise<Secret> {
  const made = newWebhookSecret();
  await options.storage.store.transact(async (trx) => {
    await lockTable(options.storage.store, trx, 'settings');
    const { webhookSecrets } = await readStoredSettings(trx, options.settings.ORDER_TOKEN_SECRET);
    await addWebhookSecret(options, trx, by, [made, ...webhookSecrets].slice(0, MAX_WEBHOOK_SECRETS));
  });
  await options.currentSettings.reload();
  return made;
}

async function addWebhookSecret(
  { storage, settings }: ChangeSettingsContext,
  trx: Trx,
  by: Doer,
  secrets: readonly Secret[],
): Promise<void> {
  await writeWebhookSecrets(storage, trx, secrets, settings.ORDER_TOKEN_SECRET);
  await recordAudit(storage, trx, by, { action: 'webhook_secret_made' });
}

function newWebhookSecret(): Secret {
  return new Secret(`whsec_${randomBytes(SECRET_BYTES).toString('base64')}`);
}
