import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 10_000;

/** A process that is measured. */
export interface Measured {
  readonly url: string;
  readonly port: number;
  /** From its start to its line `listening on …`, ms. */
  readonly startMs: number;
  /** Memory that it holds, MB. */
  memoryMb(): number;
  /** The most memory that it has held, MB. */
  peakMemoryMb(): number;
  stop(): Promise<void>;
}

/** What to start. */
export interface Start {
  /** A built file and its arguments. */
  readonly command: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

const running = new Set<ChildProcess>();
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts a process and waits until it listens. What it logs goes nowhere, as it would go to a collector.
 *
 * @throws Error if it ends before, or says nothing for 30 s
 */
export async function start({ command, settings }: Start): Promise<Measured> {
  const began = performance.now();
  const child = spawn(process.execPath, [...command], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', process.env.BENCH_LOGS === undefined ? 'ignore' : 'inherit'],
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child);
      resolve();
    });
  });
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^listening on (http:\S+)$/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const url = await Promise.race([listening, ended]);
  const startMs = performance.now() - began;
  clearTimeout(timer);
  if (url === undefined || child.pid === undefined) throw new Error(`${command.join(' ')} does not start; BENCH_LOGS=1 shows what it says`);
  const { pid } = child;
  return {
    url,
    port: Number(new URL(url).port),
    startMs,
    memoryMb() {
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    },
    peakMemoryMb() {
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    },
    async stop() {
      child.kill('SIGTERM');
      const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(giveUp);
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'tsena-bench-'));
let folders = 0;

/** An empty folder that goes with the run. */
export function temporaryFolder(): string {
  folders += 1;
  return mkdtempSync(join(folder, `${folders}-`));
}

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
