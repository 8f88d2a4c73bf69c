import { MERCHANT_SETTING_NAMES, type MerchantSettingName } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { StoredSettings } from '../../config/mergeSettings.ts';
import { Secret } from '../../config/secret.ts';
import type { Reader } from '../../core/storage/reads.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { createEncryption } from '../../database/encryption.ts';
import { NOTIFY_OF_SETTINGS } from '../../database/notifications.ts';
import type { Trx } from '../../database/transaction.ts';

const WEBHOOK_SECRETS = 'webhookSecrets';
const PURPOSE = 'webhook secrets';

const secretsSchema = z.array(z.string());

/**
 * Reads what the dashboard has set. Secrets that no ORDER_TOKEN_SECRET decrypts are left out: the merchant makes
 * another one.
 */
export async function readStoredSettings(db: Reader, orderTokenSecrets: readonly Secret[]): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['name', 'value', 'previous']).execute();
  const isSetting = (name: string): name is MerchantSettingName =>
    MERCHANT_SETTING_NAMES.some((known) => known === name);
  const own = rows.filter(({ name }) => isSetting(name));
  const encrypted = rows.find(({ name }) => name === WEBHOOK_SECRETS)?.value ?? null;
  return {
    texts: Object.fromEntries(own.map(({ name, value }) => [name, value])),
    previous: Object.fromEntries(own.map(({ name, previous }) => [name, previous])),
    webhookSecrets: encrypted === null ? [] : decryptSecrets(encrypted, orderTokenSecrets),
  };
}

function decryptSecrets(encrypted: string, keys: readonly Secret[]): readonly Secret[] {
  for (const key of keys) {
    const text = createEncryption(key, PURPOSE).decrypt(encrypted);
    if (text !== null) return z.parse(secretsSchema, JSON.parse(text)).map((secret) => new Secret(secret));
  }
  return [];
}

/** Writes one setting; null: not set. Other instances learn of it with the commit. */
export async function writeSetting(
  { store, clock }: Storage,
  trx: Trx,
  name: MerchantSettingName | typeof WEBHOOK_SECRETS,
  { value, previous }: { readonly value: string | null; readonly previous: string | null },
): Promise<void> {
  const row = { value, previous, changed_at: clock.now() };
  await trx
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  if (store.kind === 'postgres') await NOTIFY_OF_SETTINGS.execute(trx);
}

/** Writes the secrets that sign webhooks, encrypted with the newest ORDER_TOKEN_SECRET, which every instance has. */
export async function writeWebhookSecrets(
  storage: Storage,
  trx: Trx,
  secrets: readonly Secret[],
  orderTokenSecrets: readonly Secret[],
): Promise<void> {
  const [key] = orderTokenSecrets;
  if (key === undefined) throw new TypeError('There is no ORDER_TOKEN_SECRET.');
  const value = createEncryption(key, PURPOSE).encrypt(JSON.stringify(secrets.map((one) => one.reveal())));
  await writeSetting(storage, trx, WEBHOOK_SECRETS, { value, previous: null });
}
