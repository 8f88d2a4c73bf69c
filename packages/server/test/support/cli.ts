import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { nodeArguments } from './programs.ts';

/** The exit code and output of a command. */
export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `tsena` as a process, in a folder without a `.env`. */
export function startCli(args: readonly string[], env: Readonly<Record<string, string>>, cwd = '/') {
  const child = spawn(process.execPath, [...nodeArguments('tsena'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test may close its output.
  const outputs = Promise.all([text(child.stdout).catch(() => ''), text(child.stderr), once(child, 'close')]);
  const ended = outputs.then(([stdout, stderr, [code]]): CliRun => ({ code, stdout, stderr }));
  return { child, ended };
}

/** Runs `tsena` to its end. */
export function runCli(...command: Parameters<typeof startCli>): Promise<CliRun> {
  return startCli(...command).ended;
}
