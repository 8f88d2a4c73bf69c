import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from './run.ts';

const directory = fileURLToPath(new URL('..', import.meta.url));
const patches = readdirSync(new URL('breaks/', import.meta.url)).filter((file) => file.endsWith('.patch'));

it.each(patches)('the break %s applies to the sources', async (file) => {
  const { ok, output } = await run('git', ['apply', '--check', `scripts/breaks/${file}`], { directory, quiet: true });
  expect(ok, output).toBe(true);
});
