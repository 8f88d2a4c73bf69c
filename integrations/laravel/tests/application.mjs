import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

const { LARAVEL_AUTOLOAD = 'Illuminate/autoload.php' } = process.env;

/** Whether PHP, Laravel and PHPUnit are installed. Says so if they are not. */
export function hasLaravel() {
  const load = `require '${LARAVEL_AUTOLOAD}';`;
  const isInstalled = spawnSync('php', ['-r', load]).status === 0 && spawnSync('phpunit', ['--version']).status === 0;
  if (!isInstalled)
    console.warn('!!! php-laravel-framework or phpunit is not installed: the Laravel package is NOT tested.');
  return isInstalled;
}

/**
 * Makes a Laravel application with the package and the example of the manual in a folder of its own, as
 * `composer require` leaves it.
 *
 * @returns its folder, and the environment in which PHP runs it
 */
export function makeApplication() {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-laravel-'));
  cpSync(join(here, 'app'), folder, { recursive: true });
  cpSync(join(here, '../example'), folder, { recursive: true });
  for (const name of [
    'bootstrap/cache',
    'storage/framework/views',
    'storage/framework/cache',
    'storage/logs',
    'vendor/composer',
  ])
    mkdirSync(join(folder, name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(here, '../composer.json'), 'utf8'));
  // Laravel discovers packages in it.
  writeFileSync(join(folder, 'vendor/composer/installed.json'), JSON.stringify({ packages: [manifest] }));
  writeFileSync(join(folder, 'composer.json'), JSON.stringify({ autoload: { 'psr-4': { 'App\\': 'app/' } } }));
  return { folder, env: { TSENA_REPOSITORY: repository.replace(/\/$/, ''), LARAVEL_AUTOLOAD } };
}
