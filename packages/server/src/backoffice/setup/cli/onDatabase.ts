import { existsSync } from 'node:fs';
import { sqlitePath } from '../../../cli/offline.ts';
import { openStore, type Store } from '../../../database/store.ts';

/** Runs a check on the database; undefined without one: the command creates no file. */
export async function onDatabase<Result>(
  databaseUrl: string,
  check: (store: Store, now: number) => Promise<Result>,
): Promise<Result | undefined> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined && !existsSync(path)) return undefined;
  const store = await openStore(databaseUrl);
  try {
    return await check(store, store.databaseTime?.now() ?? Date.now());
  } finally {
    await store.close();
  }
}
