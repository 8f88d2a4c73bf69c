import type { Key } from '@tsena/shared/merchant';
import type { Command } from 'commander';
import { listCommand } from '../../../cli/listCommand.ts';
import { writeTime } from '../../../cli/output.ts';
import { listKeys } from '../keyRows.ts';
import { viewKey } from '../routes.ts';

/** `tsena keys list` */
export function keysList(): Command {
  return listCommand<Key>(
    {
      rows: 'keys',
      description: 'list the keys of the merchant API, newest first',
      help: `
MERCHANT_API_KEY, the owner's key, is a setting and is not in the list.

Example:
  tsena keys list`,
      none: 'There are no keys. `tsena keys create` creates one.',
      columns: {
        created: ({ createdAt }) => writeTime(createdAt),
        id: ({ id }) => id,
        name: ({ name }) => name,
        scope: ({ scope }) => scope,
        key: ({ hint }) => hint,
        'last used': ({ lastUsedAt }) => writeTime(lastUsedAt),
        expires: ({ expiresAt }) => writeTime(expiresAt),
        revoked: ({ revokedAt }) => writeTime(revokedAt),
      },
    },
    async ({ storage }, _filter, limit) => {
      const { rows, next } = await listKeys(storage.store.db, limit);
      return { rows: rows.map(viewKey), next };
    },
  );
}
