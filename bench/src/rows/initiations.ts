import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Context, Section } from '../figures.ts';
import { LoadGenerator, rawRequest } from '../load/load.ts';
import { type Measured, temporaryFolder } from '../processes.ts';
import { newOrder, orderToken, PAYER, startBaseline, startCompanion, startSandbox, untilSettled } from '../product.ts';
import { alternate, compareRounds } from '../statistics.ts';

const CONNECTIONS = 32;

/** How many transactions of one insert SQLite makes durable in a second, on the disk that the companion's database is on. */
function commitRate(forMs: number): number {
  const database = new Sqlite(join(temporaryFolder(), 'commits.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table notes (id integer primary key, text text not null)');
  const insert = database.prepare('insert into notes (text) values (?)');
  const began = performance.now();
  let commits = 0;
  while (performance.now() - began < forMs) {
    insert.run('a payment of 25000 Ar');
    commits += 1;
  }
  const rate = (commits / (performance.now() - began)) * 1000;
  database.close();
  return rate;
}

/** Durable initiations with the sandbox as operator, beside a handler that keeps nothing. */
export async function measureInitiations({ quick, say }: Context): Promise<Section> {
  const [rounds, burst] = quick ? [2, 100] : [7, 500];
  const sandbox = await startSandbox('--auto-approve', '0');
  const companion = await startCompanion(sandbox.url);
  const fresh = await startBaseline('initiate', { OPERATOR: sandbox.url });
  const kept = await startBaseline('initiate', { OPERATOR: sandbox.url, KEEP_ALIVE: '1' });
  const generator = await LoadGenerator.start();

  const initiate = async (measured: Measured, bodyOf: (order: string) => object) => {
    const requests = Array.from({ length: burst }, () => rawRequest('POST', '/v1/payments', bodyOf(newOrder())));
    const cpuBefore = measured.cpuMs();
    const report = await generator.run({ port: measured.port, requests, connections: CONNECTIONS }, '201');
    return { ...report, cpuMs: (measured.cpuMs() - cpuBefore) / burst };
  };
  let round = 0;
  const ours = async () => {
    const report = await initiate(companion, (order) => ({ orderToken: orderToken(order), msisdn: PAYER }));
    // What follows an initiation must not be charged to the next side.
    await untilSettled(companion);
    round += 1;
    say(`round ${round}: ${report.perSecond.toFixed(0)} initiations a second`);
    return report;
  };
  const plain = (measured: Measured) => () => initiate(measured, (order) => ({ order, amount: '25000', msisdn: PAYER }));
  const commits = async () => ({ perSecond: commitRate(300), p50: 0, p95: 0, p99: 0, cpuMs: 0 });
  const [durable = [], withFresh = [], withKept = [], disk = []] = await alternate(rounds, quick ? 1 : 4, [
    ours,
    plain(fresh),
    plain(kept),
    commits,
  ]);
  generator.end();
  await Promise.all([companion, sandbox, fresh, kept].map((measured) => measured.stop()));

  const beside = (key: 'perSecond' | 'p50' | 'p95' | 'p99' | 'cpuMs', reports: typeof durable) =>
    compareRounds(durable, reports, (report) => report[key]);
  const besides = 'plain Express and axios';
  return {
    title: 'Initiating payments',
    figures: [
      {
        what: 'durable initiations a second',
        ...beside('perSecond', withFresh),
        besides,
        unit: '/s',
        better: 'more',
        aim: { ratio: 0.6 },
      },
      {
        what: 'the same',
        ...beside('perSecond', withKept),
        besides: `${besides}, kept connections`,
        unit: '/s',
        better: 'more',
      },
      {
        what: 'the same',
        ...beside('perSecond', disk),
        besides: 'durable commits of SQLite alone',
        unit: '/s',
        better: 'more',
      },
      { what: 'CPU time an initiation', ...beside('cpuMs', withFresh), besides, unit: 'ms', better: 'less' },
      { what: 'wall time of one, p50', ...beside('p50', withFresh), besides, unit: 'ms', better: 'less' },
      { what: 'wall time of one, p95', ...beside('p95', withFresh), besides, unit: 'ms', better: 'less' },
      { what: 'wall time of one, p99', ...beside('p99', withFresh), besides, unit: 'ms', better: 'less' },
    ],
    notes: [
      `Bursts of ${burst} orders over ${CONNECTIONS} connections, ${rounds} rounds of each side in turn, medians; the sandbox runs on the same two cores. An initiation is three durable commits: the payment, "sending", the operator's answer.`,
      'Both send each POST on a new connection. The companion must: if a reused connection is reset, a payment that the operator never received would be unresolved. The second line is the handler with kept connections, the default of Node since version 19.',
      'The plain handler verifies no signature, stores and logs nothing, checks no status, and loses open requests when it stops.',
    ],
  };
}
