import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import { run } from '../../../scripts/run.ts';
import type { Context, Figure, Section } from '../figures.ts';
import { LoadGenerator, rawRequest } from '../load/load.ts';
import type { Measured } from '../processes.ts';
import { newOrder, orderToken, PAYER, pay, startCalledBack, startSandbox, untilSettled } from '../product.ts';
import { alternate, median } from '../statistics.ts';

const VERSIONS = ['20', '22', '24'] as const;
const CONNECTIONS = 32;
const FETCH_LIMIT_MS = 60_000;

/** Where a version of Node is: the one that runs this, or the one of the npm registry; undefined where it cannot be had. */
async function findNode(version: string): Promise<string | undefined> {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const question = ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'];
  const { ok, output } = await run('npx', question, { quiet: true, limitMs: FETCH_LIMIT_MS });
  return ok ? output.split('\n').at(-1) : undefined;
}

/** The same companion on each Node. */
export async function measureVersions({ quick, say }: Context): Promise<Section> {
  const [rounds, burst, seconds] = quick ? [1, 60, 0.5] : [2, 300, 1];
  const postgres = await startPostgres();
  const sandbox = await startSandbox('--auto-approve', '0');
  const generator = await LoadGenerator.start();
  const there: { readonly version: string; readonly companion: Measured }[] = [];
  const missing: string[] = [];
  for (const version of VERSIONS) {
    const node = await findNode(version);
    if (node === undefined) missing.push(version);
    else {
      const settings = { DATABASE_URL: await createDatabase(postgres.url) };
      there.push({ version, companion: await startCalledBack(sandbox.url, settings, { program: [node] }) });
    }
  }
  say(`Node ${there.map(({ version }) => version).join(', ')}`);
  const side = (companion: Measured) => async () => {
    const requests = Array.from({ length: burst }, () =>
      rawRequest('POST', '/v1/payments', { orderToken: orderToken(newOrder()), msisdn: PAYER }),
    );
    const initiations = await generator.run({ port: companion.port, requests, connections: CONNECTIONS }, '201');
    await untilSettled(companion);
    const { id } = await pay(companion, newOrder());
    await untilSettled(companion);
    const read = [rawRequest('GET', `/v1/payments/${id}`)];
    const reads = await generator.run({ port: companion.port, requests: read, connections: CONNECTIONS, seconds });
    return { initiations: initiations.perSecond, reads: reads.perSecond };
  };
  const results = await alternate(
    rounds,
    1,
    there.map(({ companion }) => side(companion)),
  );
  generator.end();
  await Promise.all([...there.map(({ companion }) => companion), sandbox].map((measured) => measured.stop()));
  await postgres.stop();

  const [oldest = []] = results;
  const figures = results.slice(1).flatMap((result, index): Figure[] =>
    (['initiations', 'reads'] as const).map((key) => ({
      what: `Node ${there[index + 1]?.version}: ${key} a second`,
      ours: median(result.map((one) => one[key])),
      beside: median(oldest.map((one) => one[key])),
      besides: `Node ${there[0]?.version}`,
      unit: '/s',
      better: 'more',
    })),
  );
  return {
    title: 'Node 20, 22 and 24',
    figures,
    notes: [
      `On PostgreSQL, because SQLite's native part is built for one version of Node at a time. Bursts of ${burst} initiations and ${seconds} s of reads, ${rounds} rounds of each version in turn, medians.`,
      ...(missing.length === 0 ? [] : [`Node ${missing.join(' and ')} could not be downloaded from the npm registry.`]),
    ],
  };
}
