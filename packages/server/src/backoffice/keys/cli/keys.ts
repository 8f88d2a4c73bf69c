import { Command, Option } from '@commander-js/extra-typings';
import { keyNameSchema, SCOPES, timestampSchema } from '@tsena/shared/merchant';
import { answering, group } from '../../../cli/kit/answering.ts';
import { parseBy } from '../../../cli/kit/arguments.ts';
import { listCommand } from '../../../cli/kit/listCommand.ts';
import { printLine } from '../../../cli/kit/output.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { createKey, pageOfKeys, revokeKey } from '../keyRows.ts';

/** `tsena keys` */
export function keys() {
  return group('keys', create(), list(), revoke());
}

function create() {
  const command = new Command('create')
    .requiredOption(
      '--name <name>',
      'the person or program that gets it; the history of payments records it',
      parseBy(keyNameSchema),
    )
    .addOption(new Option('--scope <scope>', 'what it may do').choices(SCOPES).default('read'))
    .option('--expires-at <time>', 'when it expires, as 2026-12-31T18:00:00+03:00', parseBy(timestampSchema));
  return answering(command, {
    answer: ({ storage, settings }, { name, scope, expiresAt }) =>
      createKey(storage, settings.OPERATOR_ENVIRONMENT, { name, scope, expiresAt: expiresAt ?? null }, ON_COMMAND_LINE),
    print({ secret, name, scope, id }) {
      printLine(secret);
      printLine(`This is the key of ${name} (${scope}, ${id}). It is not shown again.`);
    },
  });
}

function list() {
  return listCommand(new Command('list'), {
    rows: 'keys',
    none: 'There are no keys. `tsena keys create` creates one.',
    read: pageOfKeys,
    columns: ['createdAt', 'id', 'name', 'scope', ['key', 'hint'], 'lastUsedAt', 'expiresAt', 'revokedAt'],
  });
}

function revoke() {
  const command = new Command('revoke').argument('<id>', 'the key’s id, as `tsena keys list` shows it');
  return answering(command, {
    json: 'as JSON: the id',
    async answer({ storage }, id: string) {
      await revokeKey(storage, id, ON_COMMAND_LINE);
      return { revoked: id };
    },
    print: ({ revoked }) => printLine(`${revoked} is revoked.`),
  });
}
