import { fileURLToPath } from 'node:url';
import { ensureBrowser } from '../../scripts/browser.ts';
import { build, run } from '../../scripts/run.ts';

/**
 * `npx tsx e2e/pictures/main.ts`: builds the product and takes every picture of the manual, except those of the shop platforms.
 */
const e2e = fileURLToPath(new URL('..', import.meta.url));
const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));
const SCRIPTS = ['pictures/checkout', 'dashboard/screenshots', 'hosted/screenshots', 'sandbox/screenshots', 'widget/screenshots'];

async function main(): Promise<boolean> {
  const settings = { CHROMIUM_PATH: await ensureBrowser() };
  if (!(await build())) return false;
  for (const script of SCRIPTS) {
    console.log(script);
    const { ok } = await run(process.execPath, [tsx, `${script}.ts`], { directory: e2e, settings });
    if (!ok) return false;
  }
  return true;
}

process.exitCode = (await main()) ? 0 : 1;
