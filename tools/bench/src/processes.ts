import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from '../../../scripts/service.ts';

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

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pids = new Set<number>();
const ends: (() => unknown)[] = [];

/** Ends something when the row that began it has its figures. */
export function afterRow(end: () => unknown): void {
  ends.push(end);
}

/** Ends what a row began, the newest first. */
export async function endRow(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}

/**
 * Starts a process and waits until it listens; it ends with its row at the latest. What it logs goes nowhere, as it
 * would go to a collector.
 *
 * @param command a built file and its arguments
 */
export async function start(
  command: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const began = performance.now();
  const stderr = process.env.BENCH_LOGS === undefined ? 'ignore' : 'inherit';
  const service = await startService({ name: command[0] ?? '', command, settings, directory: root, stderr });
  const startMs = performance.now() - began;
  const { url, pid } = service;
  const megabytes = (figure: 'VmRSS' | 'VmHWM') =>
    Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  pids.add(pid);
  const stop = async () => {
    await service.stop();
    pids.delete(pid);
  };
  afterRow(stop);
  return {
    url,
    port: Number(new URL(url).port),
    startMs,
    memoryMb: () => megabytes('VmRSS'),
    peakMemoryMb: () => megabytes('VmHWM'),
    stop,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'tsena-bench-'));

/** An empty folder that goes with the run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(folder, 'part-'));
}

process.on('exit', () => {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
