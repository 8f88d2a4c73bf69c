import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { hasLaravel, makeApplication } from './application.mjs';

describe.skipIf(!hasLaravel())('tsena/laravel in a Laravel application', () => {
  let application;
  afterAll(() => {
    if (application !== undefined) rmSync(application.folder, { recursive: true });
  });

  it('passes the tests of PHPUnit', () => {
    application = makeApplication();
    const { folder, env } = application;
    const { stdout, status } = spawnSync(
      'phpunit',
      [
        '--no-configuration',
        '--do-not-cache-result',
        '--fail-on-warning',
        ...['--bootstrap', `${folder}/bootstrap/autoload.php`],
        fileURLToPath(new URL('unit', import.meta.url)),
      ],
      { cwd: folder, env: { ...process.env, ...env, APPLICATION: folder }, encoding: 'utf8' },
    );
    // Not all pairs of PHPUnit and Laravel agree on who removes the handlers of errors: such a test is "risky".
    expect(stdout).toMatch(/^OK\b/m);
    expect(stdout).not.toMatch(/Skipped|Incomplete/);
    expect(status).toBe(0);
  });
});
