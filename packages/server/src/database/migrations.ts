import type { Kysely, Migration, MigrationProvider } from 'kysely';
import * as backoffice from './backofficeTables.ts';
import * as payments from './paymentTables.ts';

const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await payments.createOrders(db);
    await backoffice.createLinks(db);
    await payments.createPayments(db);
    await payments.createReceiptNumbers(db);
    await payments.createCallbacks(db);
    await payments.createEvents(db);
    await payments.createOutbox(db);
    await payments.createTokens(db);
    await backoffice.createIdempotencyKeys(db);
    await payments.createProperties(db);
    await backoffice.createBackups(db);
    await backoffice.createKeys(db);
    await backoffice.createRefunds(db);
    await backoffice.createStatements(db);
    await backoffice.createMails(db);
  },
};

const settingsAndAudit: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await backoffice.createSettings(db);
    await backoffice.createAudit(db);
  },
};

/**
 * The migrations, by name, in order. A released migration never changes: a new column is a new migration here, and a new member of its
 * table in schema.ts.
 */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({ '0001_first': first, '0002_settings_and_audit': settingsAndAudit }),
};
