import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const { PHPCS = 'phpcs' } = process.env;
const isInstalled = /\bWordPress\b/.test(spawnSync(PHPCS, ['-i'], { encoding: 'utf8' }).stdout ?? '');
if (!isInstalled)
  console.warn(
    '!!! PHPCS names no phpcs with the standard WordPress: the rules of Plugin Check are NOT run on the plugin.',
  );

describe.skipIf(!isInstalled)('dist/tsena-checkout', () => {
  it('keeps the rules of WordPress that Plugin Check runs', () => {
    const { stdout } = spawnSync(PHPCS, ['-s', `--standard=${path('phpcs.xml')}`, path('../dist/tsena-checkout')], {
      encoding: 'utf8',
    });
    expect(stdout).not.toMatch(/WARNING|ERROR/);
  });
});
