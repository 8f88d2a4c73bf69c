import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Finding, failed, ok, warn } from './finding.ts';

const name = 'disk';
const SYNCS = 20;
const SLOW_MS = 50;
const MB = 1024 * 1024;
const LITTLE = 1024 * MB;
const TOO_LITTLE = 100 * MB;

/** `f_type` of file systems that are no place for a storage. */
const MEMORY = [0x01021994, 0x858458f6];
const NETWORK = [0x6969, 0xff534d42, 0xfe534d42, 0x517b];

/** How long the disk takes to make a write durable, how much room is left, and whether it is a disk at all. */
export async function checkDisk(databasePath: string): Promise<Finding[]> {
  const folder = existingFolder(dirname(databasePath));
  try {
    const { type, bavail, bsize } = await statfs(folder);
    return [checkKind(type, folder), checkSpeed(folder), checkRoom(bavail * bsize, folder)].flat();
  } catch (error) {
    return [
      failed(
        name,
        `${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
        'Give the companion’s user the folder',
      ),
    ];
  }
}

function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}

function checkKind(type: number, folder: string): Finding[] {
  if (MEMORY.includes(type)) return [failed(name, `${folder} is in memory: a reboot loses every payment`, 'Move DATABASE_URL to a disk')];
  if (NETWORK.includes(type)) {
    return [failed(name, `${folder} is on a network file system, where SQLite’s log does not work`, 'Use a local disk, or PostgreSQL')];
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
  const message = `a durable write takes ${median.toFixed(1)} ms, ${worst.toFixed(1)} at worst`;
  return median < SLOW_MS ? ok(name, message) : warn(name, message, 'Each payment needs about six: put the database on an SSD');
}

function checkRoom(bytes: number, folder: string): Finding {
  const message = `${(bytes / MB).toFixed(0)} MB free for ${folder}`;
  if (bytes < TOO_LITTLE) return failed(name, message, 'Make room: on a full disk no payment can be taken');
  return bytes < LITTLE ? warn(name, message, 'Make room soon: on a full disk no payment can be taken') : ok(name, message);
}
