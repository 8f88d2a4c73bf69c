import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a process ended. */
export interface Ending {
  readonly name: string;
  /** Such as `exit code 1` or `SIGKILL`. */
  readonly how: string;
  /** The last lines that it wrote. */
  readonly lastLines: readonly string[];
}

/** One of the product's processes, started from its built files. */
export interface Service {
  /** Where it listens: `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ending>;
  /** Sends SIGTERM, and SIGKILL after ten seconds. */
  stop(): Promise<Ending>;
}

/** A process to start. */
export interface ServiceOptions {
  readonly name: string;
  /** The built file and its arguments. */
  readonly command: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly directory: string;
  /** Receives each line that the process writes, except the one with its address. */
  readonly onLine?: (name: string, line: string) => void;
  /** Where its standard error goes; default: its lines are read as those of its standard output. */
  readonly stderr?: 'ignore' | 'inherit';
}

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const LAST_LINES = 15;

// The environment variables that a process inherits. The caller's settings, for example DATABASE_URL, must not reach
// it.
const INHERITED =
  'PATH HOME USER LANG LC_ALL LC_MESSAGES TZ TMPDIR TEMP TMP SystemRoot APPDATA NODE_OPTIONS NODE_EXTRA_CA_CERTS'.split(
    ' ',
  );

function inherited(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function endingOf(name: string, child: ChildProcess, lastLines: readonly string[]): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ name, how: error.message, lastLines }));
    // `close` comes after the last line was read, `exit` may come before.
    child.once('close', (code, signal) => resolve({ name, how: signal ?? `exit code ${code}`, lastLines }));
  });
}

/**
 * Starts a process and waits for its line `listening on http://HOST:PORT`.
 *
 * @throws Error with its last lines if it ends first, or does not listen within 30 s
 */
export async function startService({
  name,
  command,
  settings,
  directory,
  onLine,
  stderr,
}: ServiceOptions): Promise<Service> {
  const child = spawn(process.execPath, command, {
    cwd: directory,
    env: { ...inherited(), ...settings },
    stdio: ['ignore', 'pipe', stderr ?? 'pipe'],
  });
  const lastLines: string[] = [];
  const ended = endingOf(name, child, lastLines);

  async function stop(): Promise<Ending> {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    const ending = await ended;
    clearTimeout(timer);
    return ending;
  }

  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        const url = /^listening on (https?:\/\/\S+)$/.exec(line)?.[1];
        if (url !== undefined) return resolve(url);
        lastLines.push(line);
        if (lastLines.length > LAST_LINES) lastLines.shift();
        onLine?.(name, line);
      });
    }
  });
  const outcome = await Promise.race([listening, ended, sleep(START_TIMEOUT_MS, undefined, { ref: false })]);
  if (typeof outcome === 'string' && child.pid !== undefined) return { url: outcome, pid: child.pid, ended, stop };
  if (outcome === undefined) await stop();
  throw new Error(
    describeEnding(
      await ended,
      outcome === undefined ? `did not start within ${START_TIMEOUT_MS / 1000} s` : undefined,
    ),
  );
}

/** Describes the end of a process for a person. */
export function describeEnding({ name, how, lastLines }: Ending, what = `has ended (${how})`): string {
  const words =
    lastLines.length === 0 ? ['It wrote nothing.'] : ['Its last lines:', ...lastLines.map((line) => `  ${line}`)];
  return [`The ${name} ${what}.`, ...words].join('\n');
}
