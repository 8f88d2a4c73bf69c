import { existsSync } from 'node:fs';
import { countAttention } from '../../ledger/attention.ts';
import { readWaiting } from '../../ledger/counts.ts';
import { openStore } from '../../ledger/store.ts';
import { sqlitePath } from '../offline.ts';
import { type Finding, ok, warn } from './finding.ts';

const name = 'books';
const OVERDUE = 5 * 60_000;

/** Whether something lies in the ledger that needs a person, or that nobody works on. */
export async function checkBacklog(databaseUrl: string): Promise<Finding[]> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined && !existsSync(path)) return [];
  const store = await openStore(databaseUrl);
  try {
    const waiting = await readWaiting(store.db, store.databaseTime?.now() ?? Date.now());
    const needing = Object.values(await countAttention(store.db)).reduce((all, count) => all + count, 0);
    const dead = waiting.webhooks.get('dead') ?? 0;
    const findings: Finding[] = [];
    if (needing > 0) findings.push(warn(name, `${needing} payments need a person`, 'tsena payments list --needs-person'));
    if (dead > 0)
      findings.push(warn(name, `${dead} webhooks were given up`, 'Mend the shop’s endpoint, then: tsena webhooks replay --dead'));
    if (waiting.lookOverdueMs > OVERDUE) {
      findings.push(warn(name, `payments have been due for ${minutes(waiting.lookOverdueMs)}`, 'Is the companion running? tsena serve'));
    }
    if (waiting.oldestWebhookMs > OVERDUE) {
      findings.push(
        warn(name, `the shop has been waiting for an event for ${minutes(waiting.oldestWebhookMs)}`, 'tsena webhooks list --state waiting'),
      );
    }
    return findings.length > 0 ? findings : [ok(name, 'nothing needs a person')];
  } finally {
    await store.close();
  }
}

function minutes(ms: number): string {
  return `${Math.floor(ms / 60_000)} min`;
}
