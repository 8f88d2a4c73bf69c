import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '@tsena/sandbox';
import { paymentSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import { systemClock } from '../clock.ts';
import { Secret } from '../config.ts';
import { createOrderTokens } from '../orders/orderToken.ts';
import { readEvents } from '../testing/events.ts';
import { freePort } from '../testing/port.ts';
import { startBuiltProcess, startProcess } from '../testing/process.ts';
import { ORDER_TOKEN_SECRET, PAYER, startReceiver, testEnvironment } from '../testing/stack.ts';

/** How the proof is run. */
export interface SoakOptions {
  readonly minutes: number;
  /** Orders that are paid, each by a shopper who watches its stream to the end. */
  readonly perSecond?: number;
  /** How often a sample is taken, s. */
  readonly sampleEvery?: number;
  /** The built companion instead of the sources. */
  readonly built?: boolean;
  /** Called with each sample. */
  progress?(sample: SoakSample): void;
}

/** The companion at one moment. */
export interface SoakSample {
  readonly minute: number;
  /** Resident memory, MB, and open files and connections; null where the system does not tell. */
  readonly memory: number | null;
  readonly handles: number | null;
  /** Half and 95 of 100 initiations since the sample before were answered within so many ms. */
  readonly half: number;
  readonly most: number;
}

/** What the proof found. */
export interface SoakReport {
  readonly minutes: number;
  readonly orders: number;
  readonly completed: number;
  /** The first and the last quarter of the samples, the middle one of each. */
  readonly memory: readonly [number, number] | null;
  readonly handles: readonly [number, number] | null;
  readonly half: readonly [number, number];
  readonly breaches: readonly string[];
}

const COMPLETED_WITHIN = 60_000;
const MAY_GROW = { memory: 1.3, handles: 1.3, half: 2 } as const;
/** Below this a doubled latency is the machine's, not the companion's, ms. */
const LATENCY_NOISE = 20;

/** Steady load on one companion for a long time: memory, open handles and latency stay flat, and every order ends paid. */
export async function proveSoak({ minutes, perSecond = 5, sampleEvery = 30, built = false, progress }: SoakOptions): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-soak-'));
  const sandbox = await createSandbox({ autoApproveMs: 1500 });
  const receiver = await startReceiver();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { ...testEnvironment(sandbox.url, receiver.url, folder), PORT: String(port), PUBLIC_URL: url };
  const companion = (built ? startBuiltProcess : startProcess)(environment);
  await companion.ready;
  const tokens = createOrderTokens([new Secret(ORDER_TOKEN_SECRET)], systemClock());
  const samples: SoakSample[] = [];
  const breaches: string[] = [];
  let latencies: number[] = [];
  let orders = 0;
  let completed = 0;

  async function pay(order: string): Promise<void> {
    const body = JSON.stringify({ orderToken: await tokens.mint({ sub: order, amount: '25000' }, 3600), msisdn: PAYER });
    const started = performance.now();
    const response = await fetch(`${url}/v1/payments`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const { id } = z.parse(paymentSchema, await response.json());
    latencies.push(performance.now() - started);
    const events = await readEvents(url, id);
    await events.ended;
    if (events.payments.at(-1)?.status === 'completed') completed += 1;
    else breaches.push(`${order} ended ${events.payments.at(-1)?.status}`);
  }

  const started = performance.now();
  const until = started + minutes * 60_000;
  const underWay = new Set<Promise<void>>();
  let sampleAt = started + sampleEvery * 1000;
  while (performance.now() < until && companion.child.exitCode === null) {
    orders += 1;
    const paying = pay(`SOAK-${orders}`)
      .catch((error: unknown) => void breaches.push(String(error)))
      .finally(() => underWay.delete(paying));
    underWay.add(paying);
    if (performance.now() >= sampleAt) {
      sampleAt += sampleEvery * 1000;
      const sorted = latencies.toSorted((one, other) => one - other);
      latencies = [];
      const share = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
      const minute = Math.round((performance.now() - started) / 6000) / 10;
      samples.push({ minute, ...processFigures(companion.child.pid), half: share(0.5), most: share(0.95) });
      const last = samples.at(-1);
      if (last !== undefined) progress?.(last);
    }
    await sleep(1000 / perSecond);
  }
  await Promise.race([Promise.all(underWay), sleep(COMPLETED_WITHIN, undefined, { ref: false })]);
  if (underWay.size > 0) breaches.push(`${underWay.size} orders were still under way a minute after the last`);
  companion.kill('SIGTERM');
  const how = await companion.ended;
  if (how !== 0) breaches.push(`the companion ended with ${how}: ${companion.stderr().slice(-1000)}`);
  await sandbox.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });

  const memory = quarters(samples.flatMap((sample) => sample.memory ?? []));
  const handles = quarters(samples.flatMap((sample) => sample.handles ?? []));
  const half = quarters(samples.map((sample) => sample.half)) ?? [0, 0];
  if (memory !== null && memory[1] > memory[0] * MAY_GROW.memory) breaches.push(`memory grew from ${memory[0]} to ${memory[1]} MB`);
  if (handles !== null && handles[1] > handles[0] * MAY_GROW.handles) breaches.push(`handles grew from ${handles[0]} to ${handles[1]}`);
  if (half[1] > Math.max(half[0], LATENCY_NOISE) * MAY_GROW.half) breaches.push(`latency grew from ${half[0]} to ${half[1]} ms`);
  return { minutes, orders, completed, memory, handles, half, breaches: breaches.slice(0, 20) };
}

/** The middle values of the first and of the last quarter. */
function quarters(values: readonly number[]): [number, number] | null {
  const size = Math.ceil(values.length / 4);
  const middle = (some: readonly number[]) => some.toSorted((one, other) => one - other)[Math.floor(some.length / 2)];
  const [first, last] = [middle(values.slice(0, size)), middle(values.slice(-size))];
  return first === undefined || last === undefined ? null : [first, last];
}

function processFigures(pid: number | undefined): Pick<SoakSample, 'memory' | 'handles'> {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { memory: Math.round(Number(kilobytes) / 1024), handles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    // Only Linux tells.
    return { memory: null, handles: null };
  }
}
