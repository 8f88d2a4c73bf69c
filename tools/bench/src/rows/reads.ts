import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Context, less, rate, type Section } from '../figures.ts';
import { rawRequest, startGenerator } from '../load/load.ts';
import { type Measured, temporaryFolder } from '../processes.ts';
import { NOBODY, startBaseline, startCompanion } from '../product.ts';
import { seedSqlite } from '../seed.ts';
import { alternate, compareRounds } from '../statistics.ts';

const CONNECTIONS = 16;
const ASKED = 5000;

/** `GET /v1/payments/{id}` beside a handler that reads nothing. */
export async function measureReads({ quick, log }: Context): Promise<Section> {
  const count = quick ? 5000 : 100_000;
  const [rounds, seconds] = quick ? [3, 0.5] : [7, 1.2];
  const file = join(temporaryFolder(), 'tsena.db');
  await seedSqlite(file, count);
  const database = new Sqlite(file);
  database.exec("update payments set next_check_at = null, status = 'failed' where status = 'pending'");
  const ids = database
    .prepare<[], { id: string }>(
      `select id from payments where (rowid - 1) % ${count / ASKED} = 0 and status = 'completed'`,
    )
    .all();
  database.close();
  log(`${count.toLocaleString('en')} payments laid down`);

  const companion = await startCompanion(NOBODY, { DATABASE_URL: `file:${file}` });
  const payment = await (await fetch(`${companion.url}/v1/payments/${ids[0]?.id}`)).text();
  const bare = await startBaseline('payment', { PAYMENT: payment });
  const run = await startGenerator();
  const requests = ids.map(({ id }) => rawRequest('GET', `/v1/payments/${id}`));
  const side = (measured: Measured) => () => run({ port: measured.port, requests, connections: CONNECTIONS, seconds });
  const [ours = [], theirs = []] = await alternate(rounds, 2, [side(companion), side(bare)]);

  const bareName = 'bare Express, same JSON';
  const of = (key: 'perSecond' | 'p99') => compareRounds(ours, theirs, (report) => report[key]);
  return {
    title: 'Reading a payment over HTTP',
    figures: [
      rate('requests a second', of('perSecond'), bareName, 0.65),
      less('p99', 'ms', of('p99'), bareName, { ratio: 2 }),
    ],
    note: `\`GET /v1/payments/{id}\` with ${count.toLocaleString('en')} payments in SQLite, ${ASKED.toLocaleString('en')} of them in turn, over ${CONNECTIONS} connections; ${rounds} rounds of ${seconds} s. The bare handler has the JSON in memory.`,
  };
}
