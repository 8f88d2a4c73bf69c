import { type RunOptions, run, runPnpm } from '../run.ts';

/** What the steps of a release share. */
export interface Release {
  /** The repository. */
  readonly root: string;
  /** Where the artefacts go. */
  readonly target: string;
  /** A folder of its own for what is only needed meanwhile. */
  readonly work: string;
  readonly version: string;
  /** When its commit was made, Unix seconds: the time of every file in it. */
  readonly committedAt: number;
}

/** @throws Error with the output of a command that fails */
export async function must(command: string, flags: readonly string[], options: RunOptions = {}): Promise<string> {
  const { ok, output } = await run(command, flags, { quiet: true, ...options });
  if (!ok) throw new Error(`${command} ${flags.join(' ')} failed:\n${output}`);
  return output;
}

/** @throws Error with pnpm's output if it fails */
export async function mustPnpm(flags: readonly string[], options: RunOptions = {}): Promise<void> {
  const { ok, output } = await runPnpm(flags, options);
  if (!ok) throw new Error(`pnpm ${flags.join(' ')} failed:\n${output}`);
}
