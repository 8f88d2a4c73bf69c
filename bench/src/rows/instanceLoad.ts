import { createServer } from 'node:http';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import pg from 'pg';
import type { Context, Figure, Section } from '../figures.ts';
import { LoadGenerator, rawRequest } from '../load/load.ts';
import type { Measured } from '../processes.ts';
import { newOrder, orderToken, PAYER, startCompanion, startSandbox } from '../product.ts';
import { seedPostgres } from '../seed.ts';

const COUNTS = [1, 2, 3] as const;
const CONNECTIONS = 16;
const ASKED = 2000;
const WEBHOOK_SECRET = `whsec_${Buffer.from('a webhook secret of the bench').toString('base64')}`;
const WEBHOOKS_WITHIN_MS = 120_000;

interface Rates {
  readonly initiations: number;
  readonly reads: number;
  readonly webhooks: number;
}

/** A shop that counts the webhooks it accepts. */
async function startShop() {
  const times: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      times.push(performance.now());
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    times,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Durable commits of one row a second, over so many connections: the most that the database can do for the companions. */
async function commitRate(url: string, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  await pool.query('create table if not exists bench_notes (id bigserial primary key, note text not null)');
  let commits = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        await pool.query('insert into bench_notes (note) values ($1)', ['a payment of 25000 Ar']);
        commits += 1;
      }
    }),
  );
  await pool.end();
  return commits / seconds;
}

/** Runs one load for each companion at the same time. */
async function together(
  companions: readonly Measured[],
  generators: readonly LoadGenerator[],
  requestsOf: () => readonly string[],
  seconds?: number,
) {
  const began = performance.now();
  const reports = await Promise.all(
    companions.map(({ port }, index) => {
      const load = { port, requests: requestsOf(), connections: CONNECTIONS, ...(seconds !== undefined && { seconds }) };
      const report = generators[index]?.run(load, seconds === undefined ? '201' : '200');
      if (report === undefined) throw new Error('each companion has a generator');
      return report;
    }),
  );
  return reports.reduce((sum, { answers }) => sum + answers, 0) / ((performance.now() - began) / 1000);
}

/** What one, two and three instances do together on one PostgreSQL that has a million payments. */
export async function measureInstanceLoad({ quick, say }: Context): Promise<Section> {
  const [stored, burst, seconds] = quick ? [5000, 50, 0.5] : [1_000_000, 400, 3];
  const postgres = await startPostgres();
  const url = await createDatabase(postgres.url);
  await seedPostgres(url, stored);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("update payments set next_check_at = null, status = 'failed' where status = 'pending'");
  const { rows: ids } = await client.query<{ id: string }>(
    `select id from payments where order_reference in (select 'ORDER-' || n * ${Math.floor(stored / ASKED)} from generate_series(1, ${ASKED}) as numbers(n))`,
  );
  await client.end();
  say(`${stored.toLocaleString('en')} payments stored`);
  const commits = await commitRate(url, seconds);

  const sandbox = await startSandbox('--auto-approve', '0');
  const shop = await startShop();
  const generators = await Promise.all(COUNTS.map(() => LoadGenerator.start()));
  const measured: Rates[] = [];
  for (const count of COUNTS) {
    const settings = { DATABASE_URL: url, WEBHOOK_URL: shop.url, WEBHOOK_ALLOW_PRIVATE: '1', WEBHOOK_SECRET };
    const companions: Measured[] = [];
    for (let index = 0; index < count; index += 1) companions.push(await startCompanion(sandbox.url, settings));
    const initiation = () => rawRequest('POST', '/v1/payments', { orderToken: orderToken(newOrder()), msisdn: PAYER });
    // Warms up.
    await together(companions, generators, () => Array.from({ length: Math.ceil(burst / 4) }, initiation));
    await untilTold(shop.times, Math.ceil(burst / 4) * count);
    shop.times.length = 0;
    const initiations = await together(companions, generators, () => Array.from({ length: burst }, initiation));
    await untilTold(shop.times, burst * count);
    const [first = 0, last = 0] = [shop.times[0], shop.times.at(-1)];
    const webhooks = (shop.times.length / (last - first)) * 1000;
    shop.times.length = 0;
    const reads = await together(companions, generators, () => ids.map(({ id }) => rawRequest('GET', `/v1/payments/${id}`)), seconds);
    measured.push({ initiations, reads, webhooks });
    say(`${count}: ${initiations.toFixed(0)} initiations/s, ${reads.toFixed(0)} reads/s, ${webhooks.toFixed(0)} webhooks/s`);
    await Promise.all(companions.map((companion) => companion.stop()));
  }
  for (const generator of generators) generator.end();
  shop.close();
  await sandbox.stop();
  await postgres.stop();

  const [one] = measured;
  if (one === undefined) throw new Error('nothing was measured');
  const figures = measured.flatMap((rates, index): Figure[] => {
    const name = `${COUNTS[index]} ${COUNTS[index] === 1 ? 'instance' : 'instances'}`;
    const beside = index === 0 ? { beside: commits, besides: 'durable commits of PostgreSQL alone' } : undefined;
    return (['initiations', 'reads', 'webhooks'] as const).map((what) => ({
      what: `${name}: ${what} a second`,
      ours: rates[what],
      ...(beside ?? { beside: one[what], besides: 'one instance' }),
      unit: '/s',
      better: 'more',
    }));
  });
  return {
    title: `Instances on one PostgreSQL with ${stored.toLocaleString('en')} payments`,
    figures,
    notes: [
      `${burst} initiations at each instance at the same time over ${CONNECTIONS} connections, then reads of ${ASKED.toLocaleString('en')} payments for ${seconds} s. Webhooks: from the first that the shop received to the last. PostgreSQL, the operator's sandbox, the shop and the load share the two cores with the instances: what more instances gain is what waits, not what computes.`,
      `"PostgreSQL alone" inserts one row for each commit over ${CONNECTIONS} connections; an initiation takes three commits.`,
    ],
  };
}

async function untilTold(times: readonly number[], count: number): Promise<void> {
  for (
    const giveUpAt = performance.now() + WEBHOOKS_WITHIN_MS;
    times.length < count;
    await new Promise((resolve) => setTimeout(resolve, 20))
  ) {
    if (performance.now() > giveUpAt) throw new Error(`${times.length} of ${count} webhooks came within ${WEBHOOKS_WITHIN_MS} ms`);
  }
}
