import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, less, type Section } from '../figures.ts';
import { startGenerator } from '../load/load.ts';
import type { Measured } from '../processes.ts';
import { paymentRequests, startBaseline, startCompanion, startSandbox, untilAllFinal } from '../product.ts';
import { alternate, median } from '../statistics.ts';

const CONNECTIONS = 32;
const REST_MS = 2000;
/** V8 gives back what the start left behind once nothing has happened for some time. */
const IDLE_MS = 60_000;

/** How soon the process is there, and what it holds. */
export async function measureProcess({ quick, log }: Context): Promise<Section> {
  const [rounds, few, many] = quick ? [2, 100, 200] : [5, 3000, 6000];
  const sandbox = await startSandbox('--auto-approve', '0');
  const once = (begin: () => Promise<Measured>) => async () => {
    const measured = await begin();
    await sleep(REST_MS / 4);
    await measured.stop();
    return measured.startMs;
  };
  const startBare = () => startBaseline('initiate', { OPERATOR: sandbox.url });
  const [starts = [], bareStarts = []] = await alternate(rounds, 1, [
    once(() => startCompanion(sandbox.url)),
    once(startBare),
  ]);
  log(`listens after ${median(starts).toFixed(0)} ms, bare Express ${median(bareStarts).toFixed(0)} ms`);

  const companion = await startCompanion(sandbox.url);
  const bare = await startBare();
  await sleep(quick ? 0 : IDLE_MS);
  const idle = { value: companion.memoryMb(), baseline: bare.memoryMb() };
  const run = await startGenerator();
  const payAll = async (count: number): Promise<number> => {
    await run({ port: companion.port, requests: paymentRequests(count), connections: CONNECTIONS }, '201');
    await untilAllFinal(companion, 240_000);
    await sleep(REST_MS);
    log(`${count.toLocaleString('en')} payments more: ${companion.memoryMb().toFixed(0)} MB`);
    return companion.memoryMb();
  };
  const afterFew = await payAll(few);
  const afterMany = await payAll(many - few);

  const bareName = 'bare Express and axios';
  const memory = { value: afterMany, baseline: afterFew };
  const count = many.toLocaleString('en');
  return {
    title: 'The process',
    figures: [
      less('from start to listening', 'ms', { value: median(starts), baseline: median(bareStarts) }, bareName, {
        value: 500,
      }),
      less('idle memory', 'MB', idle, bareName, { value: 75 }),
      less(`memory after ${count} payments`, 'MB', memory, `ours after ${few.toLocaleString('en')}`, { ratio: 1.2 }),
    ],
    note: `Start: from the spawn of Node to the line \`listening on\`; ${rounds} starts. Memory is the resident set: idle ${IDLE_MS / 1000} s after the start, else ${REST_MS / 1000} s after the last work.`,
  };
}
