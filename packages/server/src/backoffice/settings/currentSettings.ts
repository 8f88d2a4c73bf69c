import { mergeSettings, type StoredSettings } from '../../config/mergeSettings.ts';
import type { Settings } from '../../config/settings.ts';
import type { Store } from '../../database/store.ts';
import { readStoredSettings } from './storedSettings.ts';

/** The settings as they are now, and how this process learns that they changed. */
export interface CurrentSettings {
  /**
   * The environment's settings, and the dashboard's where the environment leaves one open. The same object until one
   * changes.
   */
  current(): Settings;
  /** What the dashboard has set. */
  stored(): StoredSettings;
  /** What the settings would be if the dashboard had set these. */
  preview(other: Omit<StoredSettings, 'previous'>): Settings;
  /** Reads again what the dashboard has set. Resolves when `current` returns what was stored before the call. */
  reload(): Promise<void>;
}

/**
 * Reads the settings that the dashboard has set, and keeps them in memory: each payment asks for them.
 *
 * @throws StorageUnavailable
 */
export async function openCurrentSettings(settings: Settings, { db }: Pick<Store, 'db'>): Promise<CurrentSettings> {
  const read = () => readStoredSettings(db, settings.ORDER_TOKEN_SECRET);
  let stored = await read();
  let merged = mergeSettings(settings, stored);
  let reloading = Promise.resolve();

  async function load(): Promise<void> {
    const next = await read();
    if (fingerprint(next) === fingerprint(stored)) return;
    stored = next;
    merged = mergeSettings(settings, next);
  }

  return {
    current: () => merged,
    stored: () => stored,
    preview: (other) => mergeSettings(settings, other),
    reload() {
      // One after another: an earlier read never replaces what a later one has found.
      const loaded = reloading.then(load);
      reloading = loaded.catch(() => undefined);
      return loaded;
    },
  };
}

function fingerprint({ texts, previous, webhookSecrets }: StoredSettings): string {
  return JSON.stringify([
    Object.entries(texts).sort(),
    Object.entries(previous).sort(),
    webhookSecrets.map((secret) => secret.reveal()),
  ]);
}
