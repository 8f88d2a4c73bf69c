import { Command, Option } from '@commander-js/extra-typings';
import { keyNameSchema, SCOPES, timestampSchema } from '@tsena/shared/merchant';
import { answering, group } from '../../../cli/answering.ts';
import { parseBy } from '../../../cli/arguments.ts';
import { listCommand } from '../../../cli/listCommand.ts';
import { printLine } from '../../../cli/output.ts';
import { ON_COMMAND_LINE } from '../../auditLog.ts';
import { createKey, pageOfKeys, revokeKey } from '../keyRows.ts';

/** `tsena keys` */
export function keys() {
  return group('keys', 'create, list and revoke keys of the merchant API', create(), list(), revoke());
}

function create() {
  const command = new Command('create')
    .description('create a key of the merchant API and show it, once')
    .requiredOption('--name <name>', 'the person or program that gets it; the history of payments records it', parseBy(keyNameSchema))
    .addOption(new Option('--scope <scope>', 'what it may do').choices(SCOPES).default('read'))
    .option('--expires-at <time>', 'when it expires, as 2026-12-31T18:00:00+03:00', parseBy(timestampSchema));
  return answering(command, {
    help: `
Scopes:
  read      look at payments, totals and webhooks
  operate   also check and resolve payments, record refunds, send webhooks again
  admin     also create and revoke keys
  counter   take payments at the counter, and nothing else: for a seller

The companion stores only a hash, so nobody can show the key again. Revoke a lost key.

Example:
  tsena keys create --name Hanta --scope operate`,
    answer: ({ storage, settings }, { name, scope, expiresAt }) =>
      createKey(storage, settings.OPERATOR_ENVIRONMENT, { name, scope, expiresAt: expiresAt ?? null }, ON_COMMAND_LINE),
    print({ secret, name, scope, id }) {
      printLine(secret);
      printLine(`This is the key of ${name} (${scope}, ${id}). It is not shown again.`);
    },
  });
}

function list() {
  return listCommand(new Command('list').description('list the keys of the merchant API, newest first'), {
    rows: 'keys',
    help: `
MERCHANT_API_KEY, the owner's key, is a setting and is not in the list.

Example:
  tsena keys list`,
    none: 'There are no keys. `tsena keys create` creates one.',
    read: pageOfKeys,
    columns: ['createdAt', 'id', 'name', 'scope', ['key', 'hint'], 'lastUsedAt', 'expiresAt', 'revokedAt'],
  });
}

function revoke() {
  const command = new Command('revoke')
    .description('revoke a key of the merchant API for good')
    .argument('<id>', 'the key’s id, as `tsena keys list` shows it');
  return answering(command, {
    json: 'as JSON: the id',
    help: `
From then on the running companion answers the key with 401, and its sessions in the dashboard end.

Example:
  tsena keys revoke key_0J3wzQm3m1x9Zr8Qp5T2Vw`,
    async answer({ storage }, id: string) {
      await revokeKey(storage, id, ON_COMMAND_LINE);
      return { revoked: id };
    },
    print: ({ revoked }) => printLine(`${revoked} is revoked.`),
  });
}
