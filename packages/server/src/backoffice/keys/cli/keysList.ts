import { Command } from 'commander';
import { parseWhole } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { printJson, printLine, printTable, writeTime } from '../../../cli/output.ts';
import { listKeys } from '../keyRows.ts';
import { viewKey } from '../routes.ts';

/** `tsena keys list` */
export function keysList(): Command {
  return new Command('list')
    .description('list the keys of the merchant API, newest first')
    .option('--limit <count>', 'the largest number of keys to list', parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
MERCHANT_API_KEY, the owner's key, is a setting and is not in the list.

Example:
  tsena keys list`,
    )
    .action(async ({ limit, json }: { limit: number; json?: true }) => {
      const page = await withStorage(({ storage }) => listKeys(storage.store.db, limit));
      const keys = page.rows.map(viewKey);
      if (json) {
        printJson({ data: keys, nextCursor: null });
        return;
      }
      if (keys.length === 0) {
        printLine('There are no keys. `tsena keys create` creates one.');
        return;
      }
      printTable(
        ['created', 'id', 'name', 'scope', 'key', 'last used', 'expires', 'revoked'],
        keys.map((key) => [
          writeTime(key.createdAt),
          key.id,
          key.name,
          key.scope,
          key.hint,
          writeTime(key.lastUsedAt),
          writeTime(key.expiresAt),
          writeTime(key.revokedAt),
        ]),
      );
      if (page.next !== null) printLine(`There are more keys. To list more than ${limit}, set --limit.`);
    });
}
