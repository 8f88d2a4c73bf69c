import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import type { Context, Section } from '../figures.ts';
import type { Measured } from '../processes.ts';
import { approveAll, newOrder, pay, startCompanion, startSandbox, untilSettled } from '../product.ts';

const INSTANCES = 3;

async function statusCalls({ url }: Measured): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counts = metrics.matchAll(/^tsena_operator_call_seconds_count\{operation="status",[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Whether several companions on one PostgreSQL share what there is to follow. */
export async function measureInstances({ quick, say }: Context): Promise<Section> {
  const [payments, seconds] = quick ? [30, 3] : [300, 10];
  const postgres = await startPostgres();
  const settings = { DATABASE_URL: await createDatabase(postgres.url) };
  const sandbox = await startSandbox();
  const companions: Measured[] = [];
  for (let count = 0; count < INSTANCES; count += 1) companions.push(await startCompanion(sandbox.url, settings));
  const [first] = companions;
  if (first === undefined) throw new Error('no companion was started');
  for (let done = 0; done < payments; done += 10) await Promise.all(Array.from({ length: 10 }, () => pay(first, newOrder())));
  say(`${payments} payments opened at one of ${INSTANCES} instances`);
  await sleep(seconds * 1000);
  await approveAll(sandbox);
  await untilSettled(first);
  const calls = await Promise.all(companions.map(statusCalls));
  say(`status calls of each: ${calls.join(', ')}`);
  await Promise.all([...companions, sandbox].map((measured) => measured.stop()));
  await postgres.stop();
  const all = calls.reduce((sum, count) => sum + count, 0);
  const percent = (count: number) => (count / all) * 100;
  return {
    title: `${INSTANCES} instances on one PostgreSQL`,
    figures: [
      {
        what: 'share of the instance with the fewest status checks',
        ours: percent(Math.min(...calls)),
        beside: percent(all / INSTANCES),
        besides: 'an even share',
        unit: '%',
        better: 'more',
      },
      {
        what: 'share of the instance with the most status checks',
        ours: percent(Math.max(...calls)),
        beside: percent(all / INSTANCES),
        besides: 'an even share',
        unit: '%',
        better: 'less',
      },
      { what: 'status calls in all', ours: all, beside: payments, besides: 'one a payment', unit: '', better: 'less' },
    ],
    notes: [
      `All ${payments} payments are created at the first instance, without callbacks. All instances check their status for ${seconds} s; then the payments are approved. On two cores, more instances cannot be faster; this shows that the work is shared.`,
    ],
  };
}
