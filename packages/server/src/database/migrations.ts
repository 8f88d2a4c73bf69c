import { type Kysely, type Migration, type MigrationProvider, sql } from 'kysely';
import * as backoffice from './backofficeTables.ts';
import * as payments from './paymentTables.ts';

/** Creates these tables, or changes them. */
function create(...tables: readonly (readonly string[])[]): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of tables.flat()) await sql.raw(statement).execute(db);
    },
  };
}

/**
 * The migrations, by name, in order. A released migration never changes: a new column is a new migration here, and a
 * new member of its table in schema.ts.
 */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({
    '0001_first': create(
      ...[
        payments.orders,
        backoffice.links,
        payments.payments,
        payments.receiptNumbers,
        payments.callbacks,
        payments.events,
      ],
      ...[
        payments.outbox,
        payments.tokens,
        backoffice.idempotencyKeys,
        payments.properties,
        backoffice.backups,
        backoffice.keys,
      ],
      ...[backoffice.sessions, backoffice.refunds, backoffice.statements, backoffice.statementRows, backoffice.mails],
    ),
    '0002_settings_and_audit': create(backoffice.settings, backoffice.audit),
    '0003_payment_partners': create(payments.paymentPartners),
    '0004_transaction_fold': create(payments.transactionFolds),
    '0005_audit_key_ids': create(backoffice.auditKeyIds),
    '0006_named': create(payments.callbacksUncounted),
    '0007_times': create(payments.droppedColumns),
    '0008_no_statements': create(backoffice.noStatements),
    '0009_reviews': create(payments.reviewColumn),
    '0010_mail': create(backoffice.mailKinds),
    '0011_listen': create(payments.webhookNumbers),
  }),
};
