import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Finding, failed, ok, warn } from '../../finding.ts';

const name = 'disk';
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
export async function checkDisk(databasePath: string): Promise<Finding[]> {
  const folder = existingFolder(dirname(databasePath));
  try {
    const { type, bavail, bsize } = await statfs(folder);
    return [checkType(type, folder), checkSpeed(folder), checkSpace(bavail * bsize, folder)].flat();
  } catch (error) {
    return [
      failed(
        name,
        `cannot write to ${folder}: ${error instanceof Error ? error.message : String(error)}`,
        'Give the companion’s user write access to the folder',
      ),
    ];
  }
}

function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}

function checkType(type: number, folder: string): Finding[] {
  if (MEMORY_TYPES.includes(type))
    return [failed(name, `${folder} is in memory: a reboot loses every payment`, 'Set DATABASE_URL to a file on a disk')];
  if (NETWORK_TYPES.includes(type)) {
    return [
      failed(
        name,
        `${folder} is on a network file system, where SQLite’s write-ahead log does not work`,
        'Use a local disk, or PostgreSQL',
      ),
    ];
  }
  return [];
}

function checkSpeed(folder: string): Finding {
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
  const message = `a durable write takes ${median.toFixed(1)} ms, at most ${worst.toFixed(1)} ms`;
  return median < SLOW_MS
    ? ok(name, message)
    : warn(name, message, 'Each payment needs about six durable writes: put the database on an SSD');
}

function checkSpace(bytes: number, folder: string): Finding {
  const message = `${(bytes / MB).toFixed(0)} MB free for ${folder}`;
  if (bytes < FAIL_BELOW_BYTES) return failed(name, message, 'Free disk space: on a full disk the companion cannot accept payments');
  return bytes < WARN_BELOW_BYTES
    ? warn(name, message, 'Free disk space soon: on a full disk the companion cannot accept payments')
    : ok(name, message);
}
