import { assembleCompanion } from './companion.ts';
import type { Companion, CompanionOptions } from './composition/host.ts';

/**
 * Opens the database and creates the companion.
 *
 * @throws StorageUnavailable if the database cannot be opened
 * @throws WrongEnvironment if the database belongs to the other environment
 * @example
 * const companion = await createCompanion({ settings: readSettings(process.env), onEvent: async (event) =>
 * fulfil(event.data.order) }); app.use('/pay', companion.router); await companion.start();
 */
export async function createCompanion(options: CompanionOptions): Promise<Companion> {
  const { router, metrics, start, stop } = await assembleCompanion(options);
  return { router, metrics, start, stop };
}
