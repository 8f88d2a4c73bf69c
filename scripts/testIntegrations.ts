import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, runPnpm } from './run.ts';
import { installTools } from './tools.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const integrations = join(root, 'integrations');

/** The built files that the integrations run or contain. */
const BUILT = [
  'packages/server/dist/cli.js',
  'packages/sandbox/dist/cli.js',
  'packages/node/dist/checkout.js',
  'packages/testkit/dist/postgres.js',
];

const pnpm = async (...flags: readonly string[]): Promise<boolean> =>
  (await runPnpm(flags, { directory: integrations, quiet: false })).ok;

async function test(): Promise<boolean> {
  await installTools(); // PostgreSQL, on which Vendure and Medusa run
  if (!BUILT.every((file) => existsSync(join(root, file))) && !(await build())) return false;
  return (await pnpm('install', '--frozen-lockfile', '--prefer-offline')) && (await pnpm('test'));
}

console.log('Integrations');
process.exitCode = (await test()) ? 0 : 1;
