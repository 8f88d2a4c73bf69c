import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import { type Context, less, type Section } from '../figures.ts';
import { startGenerator } from '../load/load.ts';
import { afterRow, temporaryFolder } from '../processes.ts';
import { approveAll, paymentRequests, startCompanion, startSandbox, untilAllFinal } from '../product.ts';
import { alternate, compareRounds } from '../statistics.ts';

const CONNECTIONS = 16;

/** A companion that starts with payments whose result came while it was down. */
export async function measureBacklog({ quick, log }: Context): Promise<Section> {
  const [rounds, payments] = quick ? [1, 50] : [5, 1000];
  const sandbox = await startSandbox();
  const postgres = await startPostgres();
  afterRow(() => postgres.stop());
  const run = await startGenerator();

  /** ms from listening until no payment is open. */
  async function workOff(name: string, databaseUrl: string): Promise<number> {
    const before = await startCompanion(sandbox.url, { DATABASE_URL: databaseUrl });
    await run({ port: before.port, requests: paymentRequests(payments), connections: CONNECTIONS }, '201');
    await before.stop();
    await approveAll(sandbox);
    const companion = await startCompanion(sandbox.url, { DATABASE_URL: databaseUrl });
    const began = performance.now();
    await untilAllFinal(companion, 240_000);
    const took = performance.now() - began;
    log(`${name}: ${payments} payments in ${(took / 1000).toFixed(1)} s`);
    await companion.stop();
    return took;
  }

  const [onPostgres = [], onSqlite = []] = await alternate(rounds, 0, [
    async () => workOff('PostgreSQL', await createDatabase(postgres.url)),
    () => workOff('SQLite', `file:${temporaryFolder()}/tsena.db`),
  ]);
  const sides = compareRounds(onPostgres, onSqlite, Number);
  return {
    title: 'Payments that are due after a restart',
    figures: [
      less(`${payments.toLocaleString('en')} due payments, PostgreSQL`, 'ms', sides, 'ours on SQLite', { ratio: 2.5 }),
    ],
    note: `From the line \`listening on\` until no payment is open: status, details and a durable commit for each; ${rounds} rounds.`,
  };
}
