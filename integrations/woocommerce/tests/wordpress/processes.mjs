import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from '../../../testing/companion.mjs';
import { start } from '../../../testing/processes.mjs';

const script = fileURLToPath(new URL('shop.php', import.meta.url));

/** Runs one command of shop.php in the WordPress under test. */
export function inShop(command) {
  const { status, stdout, stderr } = spawnSync('php', [script], {
    input: JSON.stringify(command),
    encoding: 'utf8',
    env: process.env,
  });
  if (status !== 0) throw new Error(`${command.do}: ${stdout}\n${stderr}`);
  return JSON.parse(stdout);
}

/** Serves the WordPress at its own address, with several workers: the page and the webhook come at the same time. */
export async function serveShop(home) {
  // PHP's server logs each request to standard error.
  const env = { PHP_CLI_SERVER_WORKERS: '4' };
  start('php', ['-S', new URL(home).host, '-t', process.env.WORDPRESS_PATH], { env, errors: 'ignore' });
  await until(async () => {
    if (!(await fetch(`${home}/?rest_route=/`)).ok) throw new Error(`WordPress does not answer at ${home}.`);
  });
}
