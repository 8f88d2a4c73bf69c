import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeArguments, type ProgramName } from './programs.ts';

/** A real companion process. */
export type CompanionProcess = ReturnType<typeof start>;

/** Options of a process. */
export interface ProcessOptions {
  /** A file descriptor instead of a pipe. */
  readonly stderr?: number;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  /** Whether it has a message channel. */
  readonly ipc?: boolean;
  /** Where it runs. */
  readonly folder?: string;
}

/** Starts a program with a companion as a process. */
export function startProcess(
  env: Readonly<Record<string, string>>,
  program: ProgramName = 'testedCompanion',
  options: ProcessOptions = {},
) {
  return start([...(options.flags ?? []), ...nodeArguments(program)], env, options);
}

/** Starts `tsena serve` as a process. */
export function startServe(env: Readonly<Record<string, string>>, options: ProcessOptions = {}) {
  return start([...nodeArguments('tsena'), 'serve'], env, options);
}

/** Starts the companion that `pnpm build` built as a process. */
export function startBuiltProcess(env: Readonly<Record<string, string>>) {
  return start([fileURLToPath(new URL('../../dist/cli.js', import.meta.url)), 'serve'], env);
}

function start(command: readonly string[], env: Readonly<Record<string, string>>, options: ProcessOptions = {}) {
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, ...env },
    ...(options.folder === undefined ? {} : { cwd: options.folder }),
    stdio: ['ignore', 'pipe', options.stderr ?? 'pipe', ...(options.ipc === true ? (['ipc'] as const) : [])],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-20_000);
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.on('exit', (code, signal) => resolve(signal ?? code ?? 0)),
  );
  if (child.stdout === null) throw new TypeError('The process has no standard output.');
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith('listening on ')) resolve();
    });
    ended.then((how) => reject(new Error(`the companion ended with ${how} before it listened: ${stderr}`)), reject);
  });
  // A test that does not await `ready` must not fail by its rejection.
  ready.catch(() => undefined);
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal);
  return {
    child,
    /** Resolves with the exit code, or the signal that ended it. */
    ended,
    /** Resolves when it accepts connections; rejects if it ends first. */
    ready,
    /** Its standard error so far. */
    stderr: () => stderr,
    kill,
    /** Ends it if it still runs, and waits until it has ended. */
    end(signal: NodeJS.Signals) {
      kill(signal);
      return ended;
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}
