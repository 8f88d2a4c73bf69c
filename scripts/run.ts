import { spawn } from 'node:child_process';

/** What a command came to. */
export interface Run {
  readonly ok: boolean;
  /** Everything that it wrote, where it was run quietly. */
  readonly output: string;
  readonly seconds: number;
}

/** How to run a command. */
export interface RunOptions {
  readonly directory?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Keeps what it writes for later instead of showing it. */
  readonly quiet?: boolean;
  /** Ends it after so long, in ms. */
  readonly limitMs?: number;
}

/** Runs a command to its end. It never throws: a command that cannot be started has failed. */
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

/** Runs one of the scripts of package.json, quietly, with the pnpm that runs us where there is one. */
export async function runScript(name: string, options: RunOptions = {}): Promise<Run> {
  const byPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/') === true;
  const [command, ...flags] = byPnpm ? (['pnpm'] as const) : (['npx', '-y', 'pnpm@12'] as const);
  return await run(command, [...flags, 'run', name], { quiet: true, ...options });
}

/** Builds every package. Says that it does, and how it went wrong if it did. */
export async function build(): Promise<boolean> {
  console.log('Building …');
  const { ok, output, seconds } = await runScript('build');
  console.log(ok ? `Built in ${seconds.toFixed(0)} s.` : `The build failed:\n${output}`);
  return ok;
}
