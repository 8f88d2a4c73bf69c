import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.ts';
import { run, runScript } from './run.ts';

/** `pnpm test:docs`: builds the site, which checks its links, and looks at it in a browser. */
const site = fileURLToPath(new URL('../site', import.meta.url));
const LIMIT_MS = 10 * 60_000;

console.log('Site');
const { ok, output } = await runScript('docs:build');
if (!ok) {
  console.error(output);
  process.exitCode = 1;
} else {
  const settings = { CHROMIUM_PATH: await ensureBrowser() };
  const tested = await run(process.execPath, ['--test', 'test/'], { directory: site, settings, limitMs: LIMIT_MS });
  process.exitCode = tested.ok ? 0 : 1;
}
