import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How a process ended. */
export interface Ending {
  readonly name: string;
  /** Such as `exit code 1` or `SIGKILL`. */
  readonly how: string;
  /** The last lines that it wrote. */
  readonly lastWords: readonly string[];
}

/** One of the product's processes, started from its built files. */
export interface Service {
  readonly name: string;
  /** Where it listens: `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly pid: number;
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<Ending>;
  /** Asks it to end, and kills it where it has not after ten seconds. */
  stop(): Promise<Ending>;
}

/** A process to start. */
export interface ServiceOptions {
  readonly name: string;
  /** The built file and its arguments. */
  readonly command: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly directory: string;
  /** Is told each line that the process writes, but not the one that says where it listens. */
  readonly onLine?: (name: string, line: string) => void;
}

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 10_000;
const LAST_WORDS = 15;

// What a process needs of the machine. The caller's own settings, DATABASE_URL for one, must not reach it.
const INHERITED = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'APPDATA',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
];

function inherited(): Record<string, string> {
  return Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

function endingOf(name: string, child: ChildProcess, lastWords: readonly string[]): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ name, how: error.message, lastWords }));
    // `close` comes after the last line was read, `exit` may come before.
    child.once('close', (code, signal) => resolve({ name, how: signal ?? `exit code ${code}`, lastWords }));
  });
}

/**
 * Starts a process and waits for its line `listening on http://HOST:PORT`.
 *
 * @throws Error with its last words if it ends first, or is silent for 30 s
 */
export async function startService({ name, command, settings, directory, onLine }: ServiceOptions): Promise<Service> {
  const child = spawn(process.execPath, command, {
    cwd: directory,
    env: { ...inherited(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastWords: string[] = [];
  const ended = endingOf(name, child, lastWords);

  async function stop(): Promise<Ending> {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    const ending = await ended;
    clearTimeout(timer);
    return ending;
  }

  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        const url = /^listening on (https?:\/\/\S+)$/.exec(line)?.[1];
        if (url !== undefined) return resolve(url);
        lastWords.push(line);
        if (lastWords.length > LAST_WORDS) lastWords.shift();
        onLine?.(name, line);
      });
    }
  });
  const silence = new AbortController();
  const silent = new Promise<undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), START_LIMIT_MS);
    silence.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const outcome = await Promise.race([listening, ended, silent]);
  silence.abort();
  if (typeof outcome === 'string' && child.pid !== undefined) return { name, url: outcome, pid: child.pid, ended, stop };
  if (outcome === undefined) await stop();
  throw new Error(describeEnding(await ended, outcome === undefined ? `did not start within ${START_LIMIT_MS / 1000} s` : undefined));
}

/** A process's end, in words for a person. */
export function describeEnding({ name, how, lastWords }: Ending, what = `has ended (${how})`): string {
  const words = lastWords.length === 0 ? ['It said nothing.'] : ['Its last words:', ...lastWords.map((line) => `  ${line}`)];
  return [`The ${name} ${what}.`, ...words].join('\n');
}
