import { run } from './run.ts';

const CHECK_MS = 1_000;
const GENERATIONS = 8;

async function parentOf(pid: number): Promise<{ parent: number; command: string } | undefined> {
  const { ok, output } = await run('ps', ['-o', 'ppid=', '-o', 'comm=', '-p', String(pid)], { quiet: true });
  const [, parent, command] = /^\s*(\d+)\s+(.*)$/.exec(output) ?? [];
  return ok && parent !== undefined && command !== undefined ? { parent: Number(parent), command } : undefined;
}

/** The npx and pnpm that run this script, if they do. */
async function findRunners(): Promise<number[]> {
  const runners: number[] = [];
  let pid = process.pid;
  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    const known = await parentOf(pid);
    if (known === undefined) break;
    if (/(^|\/)(pnpm$|npx|npm exec)/.test(known.command)) runners.push(pid);
    pid = known.parent;
  }
  return runners;
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Settles when the npx or the pnpm that runs this script is gone: neither passes a SIGTERM on to what it runs. */
export async function untilRunnerIsGone(): Promise<void> {
  const runners = await findRunners();
  await new Promise<void>((resolve) => {
    setInterval(() => runners.every(lives) || resolve(), CHECK_MS).unref();
  });
}
