import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import { type Context, rate, type Section } from '../figures.ts';
import { rawRequest, startGenerator } from '../load/load.ts';
import { afterRow, type Measured } from '../processes.ts';
import {
  newOrder,
  PAYER,
  paymentRequests,
  startBaseline,
  startCompanion,
  startSandbox,
  untilAllFinal,
} from '../product.ts';
import { alternate, compareRounds } from '../statistics.ts';

const CONNECTIONS = 32;

/** Durable initiations on both databases, with the sandbox as operator, beside a handler that keeps nothing. */
export async function measureInitiations({ quick, log }: Context): Promise<Section> {
  const [rounds, burst] = quick ? [2, 100] : [7, 500];
  const sandbox = await startSandbox('--auto-approve', '0');
  const companion = await startCompanion(sandbox.url);
  const postgres = await startPostgres();
  afterRow(() => postgres.stop());
  const onPostgres = await startCompanion(sandbox.url, { DATABASE_URL: await createDatabase(postgres.url) });
  const bare = await startBaseline('initiate', { OPERATOR: sandbox.url });
  const run = await startGenerator();

  const initiate = async ({ port }: Measured, requests: readonly string[]) =>
    (await run({ port, requests, connections: CONNECTIONS }, '201')).perSecond;
  const plainRequest = () => rawRequest('POST', '/v1/payments', { order: newOrder(), amount: '25000', msisdn: PAYER });
  const ours = (name: string, companion: Measured) => async () => {
    const perSecond = await initiate(companion, paymentRequests(burst));
    // What follows an initiation must not be charged to the next side.
    await untilAllFinal(companion);
    log(`${name}: ${perSecond.toFixed(0)} initiations a second`);
    return perSecond;
  };
  const [sqlite = [], pg = [], plain = []] = await alternate(rounds, quick ? 1 : 4, [
    ours('SQLite', companion),
    ours('PostgreSQL', onPostgres),
    () => initiate(bare, Array.from({ length: burst }, plainRequest)),
  ]);
  return {
    title: 'Initiating payments',
    figures: [
      rate(
        'durable initiations a second, SQLite',
        compareRounds(sqlite, plain, Number),
        'plain Express and axios',
        0.55,
      ),
      rate('durable initiations a second, PostgreSQL', compareRounds(pg, sqlite, Number), 'ours on SQLite', 0.45),
    ],
    note: `Bursts of ${burst} orders over ${CONNECTIONS} connections, ${rounds} rounds; sandbox and PostgreSQL run on the same two cores. Ours makes two durable commits for each; the plain handler stores nothing. All send each POST on a new connection.`,
  };
}
