import type { PaymentId } from '@tsena/shared/checkout';
import Sqlite from 'better-sqlite3';
import type { StoredPayment } from '../../src/database/schema.ts';

/** Reads committed rows on its own connection. */
export interface CommittedReader {
  read(id: PaymentId): StoredPayment | undefined;
  close(): void;
}

/** Opens another connection to the file of an existing database. */
export function openCommittedReader(file: string): CommittedReader {
  const database = new Sqlite(file, { readonly: true });
  const statement = database.prepare<[string], StoredPayment>('select * from payments where id = ?');
  return { read: (id) => statement.get(id), close: () => database.close() };
}
