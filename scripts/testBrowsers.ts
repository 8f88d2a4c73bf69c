import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, run } from './run.ts';

/** Runs the widget's main flow in Chromium, Firefox and WebKit. Says which of them are not installed. */
const e2e = fileURLToPath(new URL('../e2e', import.meta.url));

async function test(): Promise<boolean> {
  if (!(await build())) return false;
  const cli = join(e2e, 'node_modules/@playwright/test/cli.js');
  const flags = [cli, 'test', '--config', 'playwright.engines.config.ts', ...process.argv.slice(2).filter((one) => one !== '--')];
  return (await run(process.execPath, flags, { directory: e2e })).ok;
}

process.exitCode = (await test()) ? 0 : 1;
