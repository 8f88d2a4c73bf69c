import { fileURLToPath } from 'node:url';
import { runPnpm } from './run.ts';

/**
 * The workspace with the tools of testing, packaging and measuring, and with `e2e`, the bench and the site. `pnpm start` does
 * without it.
 */
export const tools = fileURLToPath(new URL('../tools', import.meta.url));

/** Installs what the workspace of the tools lacks. @throws Error with pnpm's output if that fails */
export async function installTools(): Promise<void> {
  const { ok, output } = await runPnpm(['install', '--frozen-lockfile', '--prefer-offline'], { directory: tools });
  if (!ok) throw new Error(`The tools cannot be installed:\n${output}`);
}
