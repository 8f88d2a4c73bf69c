import type { Kysely, Migration, MigrationProvider } from 'kysely';
import {
  createAudit,
  createBackups,
  createIdempotencyKeys,
  createKeys,
  createLinks,
  createMails,
  createRefunds,
  createSettings,
  createStatements,
} from './backofficeTables.ts';
import {
  createCallbacks,
  createEvents,
  createOrders,
  createOutbox,
  createPayments,
  createProperties,
  createReceiptNumbers,
  createTokens,
} from './paymentTables.ts';

const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createOrders(db);
    await createLinks(db);
    await createPayments(db);
    await createReceiptNumbers(db);
    await createCallbacks(db);
    await createEvents(db);
    await createOutbox(db);
    await createTokens(db);
    await createIdempotencyKeys(db);
    await createProperties(db);
    await createBackups(db);
    await createKeys(db);
    await createRefunds(db);
    await createStatements(db);
    await createMails(db);
  },
};

const settingsAndAudit: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createSettings(db);
    await createAudit(db);
  },
};

/**
 * The migrations, by name, in order. A released migration never changes: a new column is a new migration here, and a new member of its
 * table in schema.ts.
 */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({ '0001_first': first, '0002_settings_and_audit': settingsAndAudit }),
};
