import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DoctorFinding, finding } from './finding.ts';

const SYNCS = 20;
const SLOW_MS = 50;
const MB = 1024 * 1024;
const WARN_BELOW_BYTES = 1024 * MB;
const FAIL_BELOW_BYTES = 100 * MB;

/** `f_type` of file systems in memory (tmpfs, ramfs). */
const MEMORY_TYPES = [0x01021994, 0x858458f6];
/** `f_type` of network file systems (NFS, CIFS, SMB 2, SMB 1). */
const NETWORK_TYPES = [0x6969, 0xff534d42, 0xfe534d42, 0x517b];

/** Checks the file system of the SQLite database: its type, the time of a durable write, and the free space. */
export async function checkDisk(databasePath: string): Promise<DoctorFinding[]> {
  const folder = existingFolder(dirname(databasePath));
  try {
    const { type, bavail, bsize } = await statfs(folder);
    return [checkType(type, folder), checkSpeed(folder), checkSpace(bavail * bsize, folder)].flat();
  } catch (error) {
    return [
      finding('failed', 'disk.unwritable', { folder, error: error instanceof Error ? error.message : String(error) }),
    ];
  }
}

function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}

function checkType(type: number, folder: string): DoctorFinding[] {
  if (MEMORY_TYPES.includes(type)) return [finding('failed', 'disk.memory', { folder })];
  return NETWORK_TYPES.includes(type) ? [finding('failed', 'disk.network', { folder })] : [];
}

function checkSpeed(folder: string): DoctorFinding {
  const file = join(folder, `.doctor-${process.pid}`);
  const page = Buffer.alloc(4096, 1);
  const times: number[] = [];
  const handle = openSync(file, 'wx', 0o600);
  try {
    for (let write = 0; write < SYNCS; write += 1) {
      const started = performance.now();
      writeSync(handle, page);
      fsyncSync(handle);
      times.push(performance.now() - started);
    }
  } finally {
    closeSync(handle);
    rmSync(file, { force: true });
  }
  times.sort((one, other) => one - other);
  const median = times[SYNCS / 2] ?? 0;
  const worst = times.at(-1) ?? 0;
  const values = { median: median.toFixed(1), worst: worst.toFixed(1) };
  return median < SLOW_MS ? finding('ok', 'disk.speed', values) : finding('warning', 'disk.slow', values);
}

function checkSpace(bytes: number, folder: string): DoctorFinding {
  const values = { mb: (bytes / MB).toFixed(0), folder };
  if (bytes < FAIL_BELOW_BYTES) return finding('failed', 'disk.full', values);
  return bytes < WARN_BELOW_BYTES
    ? finding('warning', 'disk.nearly_full', values)
    : finding('ok', 'disk.space', values);
}
