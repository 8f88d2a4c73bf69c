import type { PaymentId } from '@tsena/shared/checkout';
import Sqlite from 'better-sqlite3';
import { findPayment } from '../../src/core/storage/reads.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { openStore } from '../../src/database/store.ts';

/** Reads committed rows on its own connection. */
export interface CommittedReader {
  /** On SQLite, the row is read before this returns; on PostgreSQL, the query is sent. */
  read(id: PaymentId): Promise<StoredPayment | undefined>;
  close(): Promise<void>;
}

/** Opens another connection to an existing database. */
export async function openCommittedReader(url: string): Promise<CommittedReader> {
  if (!url.startsWith('file:')) {
    const store = await openStore(url);
    return { read: (id) => findPayment(store.db, id), close: () => store.close() };
  }
  const database = new Sqlite(url.slice('file:'.length), { readonly: true });
  const statement = database.prepare<[string], StoredPayment>('select * from payments where id = ?');
  return {
    read: async (id) => statement.get(id),
    close: async () => {
      database.close();
    },
  };
}
