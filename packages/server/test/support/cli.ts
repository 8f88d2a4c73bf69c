import { spawn } from 'node:child_process';
import { nodeArguments } from './programs.ts';

/** The exit code and output of a command. */
export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `tsena` as a process, in a folder without a `.env`. */
export function startCli(args: readonly string[], env: Readonly<Record<string, string>>, folder = '/') {
  const child = spawn(process.execPath, [...nodeArguments('tsena'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const ended = new Promise<CliRun>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout: out(), stderr: err() }));
  });
  return { child, ended };
}

/** Runs `tsena` to its end. */
export function runCli(args: readonly string[], env: Readonly<Record<string, string>>, folder = '/'): Promise<CliRun> {
  return startCli(args, env, folder).ended;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}
