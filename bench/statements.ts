import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { statementSchema } from '@tsena/shared/merchant';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import * as z from 'zod/mini';
import { temporaryFolder } from './src/processes.ts';
import { startCompanion } from './src/product.ts';
import { seedPostgres, seedSqlite } from './src/seed.ts';

/**
 * Imports a statement of 100,000 rows into a companion with as many payments, on SQLite and PostgreSQL. Prints how long it takes, the most
 * memory that the companion holds, and how long other requests wait meanwhile. It takes the built files that are there.
 *
 * `npx tsx --conditions=tsena:source bench/statements.ts [rows]`
 */

const MAX_MS = 10_000;
const MAX_MEMORY_MB = 300;
const ASK_EVERY_MS = 20;
/** As `startCompanion` sets it. */
const AUTHORIZATION = { Authorization: 'Bearer a-merchant-key-of-some-length' };

/** The first 500 of the seeded payments are pending, and every tenth failed: their rows are different. */
function statementOf(rows: number): string {
  const lines = ['Date;Référence;Montant;Frais;Payeur'];
  const now = Date.now();
  for (let row = 1; row <= rows; row += 1) {
    const date = new Date(now - 60_000 - (rows - row) * 100 + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    lines.push(`${date};${600_000_000 + row};25 000,00;150,00;0340000000`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

async function measure(name: string, databaseUrl: string, rows: number): Promise<boolean> {
  const companion = await startCompanion('http://127.0.0.1:9', { DATABASE_URL: databaseUrl });
  const before = companion.memoryMb();
  const cpuBefore = companion.cpuMs();
  const waits: number[] = [];
  let isImporting = true;
  async function ask(path: string): Promise<void> {
    while (isImporting) {
      const asked = performance.now();
      await fetch(`${companion.url}${path}`, { headers: AUTHORIZATION }).then((response) => response.text());
      waits.push(performance.now() - asked);
      await sleep(ASK_EVERY_MS);
    }
  }
  const asking = [ask('/readyz'), ask('/v1/merchant')];
  const form = new FormData();
  const text = statementOf(rows);
  form.set('columns', JSON.stringify({ date: 'Date', transactionReference: 'Référence', amount: 'Montant', fee: 'Frais' }));
  form.set('file', new Blob([text]), 'statement.csv');
  const began = performance.now();
  const response = await fetch(`${companion.url}/v1/merchant/statements`, { method: 'POST', headers: AUTHORIZATION, body: form });
  const body: unknown = await response.json();
  const took = performance.now() - began;
  isImporting = false;
  await Promise.all(asking);
  const peak = companion.peakMemoryMb();
  const cpu = companion.cpuMs() - cpuBefore;
  await companion.stop();
  if (response.status !== 201) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`);
  const { matched, onlyHere, onlyAtOperator, different } = z.parse(statementSchema, body);
  const sorted = waits.toSorted((one, other) => one - other);
  const keeps = took < MAX_MS && peak < MAX_MEMORY_MB;
  console.log(
    `${name}: ${rows} rows (${(text.length / 1e6).toFixed(1)} MB) in ${(took / 1000).toFixed(2)} s (${(cpu / 1000).toFixed(2)} s of CPU); memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most; ` +
      `${sorted.length} other requests: median ${(sorted[sorted.length >> 1] ?? 0).toFixed(0)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms; ` +
      `matched ${matched}, only here ${onlyHere}, only at the operator ${onlyAtOperator}, different ${different}. ${keeps ? 'Kept' : 'MISSED'}: ${MAX_MS / 1000} s, ${MAX_MEMORY_MB} MB.`,
  );
  return keeps;
}

const rows = Number(process.argv[2] ?? 100_000);
const file = join(temporaryFolder(), 'tsena.db');
await seedSqlite(file, rows);
const onSqlite = await measure('SQLite', `file:${file}`, rows);
const server = await startPostgres();
const url = await createDatabase(server.url);
await seedPostgres(url, rows);
const onPostgres = await measure('PostgreSQL', url, rows);
await server.stop();
process.exit(onSqlite && onPostgres ? 0 : 1);
