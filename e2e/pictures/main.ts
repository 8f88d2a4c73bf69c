import { fileURLToPath } from 'node:url';
import { ensureBrowser } from '../../scripts/browser.ts';
import { build, run } from '../../scripts/run.ts';

/**
 * `npx tsx e2e/pictures/main.ts`: builds the product and takes every picture of the manual, except those of the shop platforms. With a folder, it takes
 * pictures of all pages, sizes, themes and languages in it, and says what is wrong with them.
 */
const e2e = fileURLToPath(new URL('..', import.meta.url));
const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));
const SCRIPTS = ['pictures/checkout', 'dashboard/screenshots', 'hosted/screenshots', 'sandbox/screenshots', 'widget/screenshots'];

async function main(folder: string | undefined): Promise<boolean> {
  const settings = { CHROMIUM_PATH: await ensureBrowser() };
  if (!(await build())) return false;
  for (const script of SCRIPTS) {
    console.log(script);
    const { ok } = await run(process.execPath, [tsx, `${script}.ts`, ...(folder === undefined ? [] : [folder])], {
      directory: e2e,
      settings,
    });
    if (!ok) return false;
  }
  return true;
}

process.exitCode = (await main(process.argv[2])) ? 0 : 1;
