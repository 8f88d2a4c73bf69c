import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, less, type Section } from '../figures.ts';
import { startListeners } from '../load/listenerPool.ts';
import type { Measured } from '../processes.ts';
import { approveAll, newOrder, pay, startBaseline, startCalledBack, startSandbox } from '../product.ts';
import { alternate, compareRounds, quantile } from '../statistics.ts';

const SETTLE_MS = 1500;
const MAX_MEMORY_MB = 512;
/** The heap that Node takes at most, by itself, in a container of that memory, MB. */
const HEAP_MB = 256;

interface Round {
  /** Of the process, a stream, KB; the first round's, before anything was freed. */
  readonly kbEach: number;
  /** From the approval until the last page knows, ms. */
  readonly lastMs: number;
}

/** Twice the streams that a companion allows one address by default: what each costs, and how soon all know. */
export async function measureStreams({ quick, log }: Context): Promise<Section> {
  const [rounds, count] = quick ? [1, 500] : [5, 10_000];
  const sandbox = await startSandbox();
  const limited = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  const companion = await startCalledBack(sandbox.url, { ...limited, MAX_STREAMS_PER_ADDRESS: String(count) });
  const bare = await startBaseline('payment', {
    ...limited,
    PAYMENT: JSON.stringify(await pay(companion, newOrder())),
  });
  await approveAll(sandbox);
  const pool = await startListeners();

  const watch = async (measured: Measured, path: string, complete: () => Promise<unknown>): Promise<Round> => {
    const before = measured.memoryMb();
    await pool.open({ port: measured.port, path, count });
    await sleep(SETTLE_MS);
    const kbEach = ((measured.memoryMb() - before) * 1024) / count;
    const knowing = pool.untilAllKnow();
    const approvedAt = performance.timeOrigin + performance.now();
    await complete();
    const heard = (await knowing).map((at) => at - approvedAt);
    log(
      `${count} pages: the first knew after ${quantile(heard, 0).toFixed(0)} ms, the last after ${quantile(heard, 1).toFixed(0)} ms`,
    );
    return { kbEach, lastMs: quantile(heard, 1) };
  };
  const ours = async () => {
    const { id } = await pay(companion, newOrder());
    return watch(companion, `/v1/payments/${id}/events`, () => approveAll(sandbox));
  };
  const theirs = () => watch(bare, '/v1/payments/any/events', () => fetch(`${bare.url}/complete`, { method: 'POST' }));
  const [here = [], there = []] = await alternate(rounds, 0, [ours, theirs]);
  const peak = { value: companion.peakMemoryMb(), baseline: bare.peakMemoryMb() };

  const bareName = 'bare Express SSE';
  const last = compareRounds(here, there, ({ lastMs }) => lastMs);
  const [first, firstThere] = [here[0], there[0]];
  if (first === undefined || firstThere === undefined) throw new Error('no round was run');
  return {
    title: `${count.toLocaleString('en')} live streams`,
    figures: [
      less('memory of a stream', 'KB', { value: first.kbEach, baseline: firstThere.kbEach }, bareName, { ratio: 1.2 }),
      less('from the approval to the event on the last page', 'ms', last, bareName, { ratio: 1.2 }),
      less('the most memory of the process', 'MB', peak, bareName, { value: MAX_MEMORY_MB }),
    ],
    note: `${count.toLocaleString('en')} connections watch one payment, ${rounds} rounds; heaps of at most ${HEAP_MB} MB. Ours begins with the approval at the operator; the other side receives one request and writes.`,
  };
}
