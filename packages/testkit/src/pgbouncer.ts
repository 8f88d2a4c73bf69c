import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './port.ts';
import { runSql, unprivileged } from './postgres.ts';

const START_TIMEOUT_MS = 10_000;
/** Debian's folder for it is not in everybody's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin`;

/** Whether PgBouncer is installed on this machine. */
export function isPgbouncerInstalled(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { env: { PATH }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the real PgBouncer in transaction mode on loopback, in front of a database.
 *
 * @param connections to the server, which all clients share
 */
export async function startPgbouncer(databaseUrl: string, connections = 4) {
  const { username, password, hostname, port: serverPort, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'tsena-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const port = await freePort();
  const server = `host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`;
  const settings = [
    ...[
      '[databases]',
      `* = ${server}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
    ],
    ...['auth_type = any', 'pool_mode = transaction', `default_pool_size = ${connections}`, ''],
  ];
  writeFileSync(file, settings.join('\n'));
  chmodSync(file, 0o600);
  // It refuses to run as root.
  const owner = unprivileged();
  if (owner !== undefined) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
  const child = spawn('pgbouncer', [file], {
    ...owner,
    cwd: folder,
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-2000);
  });
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
    try {
      await runSql(url, 'select 1');
      break;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`PgBouncer does not start: ${output}`, { cause: error });
      await sleep(20);
    }
  }
  return {
    /** The address of the database through it. */
    url,
    async close(): Promise<void> {
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
