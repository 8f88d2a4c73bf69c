import { run } from './run.ts';

const CHECK_INTERVAL_MS = 1_000;
const MAX_GENERATIONS = 8;

async function parentOf(pid: number): Promise<{ parent: number; command: string } | undefined> {
  const { ok, output } = await run('ps', ['-o', 'ppid=', '-o', 'comm=', '-p', String(pid)], { quiet: true });
  const [, parent, command] = /^\s*(\d+)\s+(.*)$/.exec(output) ?? [];
  return ok && parent !== undefined && command !== undefined ? { parent: Number(parent), command } : undefined;
}

/** The process ids of the npx and pnpm that run this script. */
async function findRunners(): Promise<number[]> {
  const runners: number[] = [];
  let pid = process.pid;
  for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
    const known = await parentOf(pid);
    if (known === undefined) break;
    if (/(^|\/)(pnpm$|npx|npm exec)/.test(known.command)) runners.push(pid);
    pid = known.parent;
  }
  return runners;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Resolves when the npx or pnpm that runs this script has ended: neither forwards a SIGTERM to its child. */
export async function untilRunnerIsGone(): Promise<void> {
  const runners = await findRunners();
  await new Promise<void>((resolve) => {
    setInterval(() => runners.every(isRunning) || resolve(), CHECK_INTERVAL_MS).unref();
  });
}
