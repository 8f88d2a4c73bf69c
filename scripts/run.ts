import { spawn } from 'node:child_process';

/** The result of a command. */
export interface Run {
  readonly ok: boolean;
  /** All its output, if it ran with `quiet`. */
  readonly output: string;
  readonly seconds: number;
}

/** How to run a command. */
export interface RunOptions {
  readonly directory?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Collects the output instead of showing it. */
  readonly quiet?: boolean;
  /** The time limit, after which the command is ended, ms. */
  readonly limitMs?: number;
}

/** Runs a command to its end. Does not throw: a command that cannot start has failed. */
export async function run(command: string, flags: readonly string[], options: RunOptions = {}): Promise<Run> {
  const started = Date.now();
  const chunks: Buffer[] = [];
  const child = spawn(command, flags, {
    ...(options.directory === undefined ? {} : { cwd: options.directory }),
    env: { ...process.env, ...options.settings },
    stdio: options.quiet === true ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    ...(options.limitMs === undefined ? {} : { timeout: options.limitMs }),
  });
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ok = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(error.message));
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  return { ok, output: Buffer.concat(chunks).toString().trim(), seconds: (Date.now() - started) / 1000 };
}

/**
 * Runs pnpm with `quiet`: the one that runs this process if there is one, so that its version is pinned in one place.
 */
export async function runPnpm(flags: readonly string[], options: RunOptions = {}): Promise<Run> {
  const byPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/') === true;
  const [command, ...first] = byPnpm ? (['pnpm'] as const) : (['npx', '-y', 'pnpm@12'] as const);
  return await run(command, [...first, ...flags], { quiet: true, ...options });
}

/**
 * Builds all packages, and reports the result.
 *
 * @param say chooses the language: English unless another is given
 */
export async function build(say = (english: string, _french: string) => english): Promise<boolean> {
  console.log(say('Building …', 'Construction …'));
  const { ok, output, seconds } = await runPnpm(['run', 'build']);
  const took = seconds.toFixed(0);
  console.log(
    ok
      ? say(`Built in ${took} s.`, `Construit en ${took} s.`)
      : `${say('The build failed:', 'La construction a échoué :')}\n${output}`,
  );
  return ok;
}
