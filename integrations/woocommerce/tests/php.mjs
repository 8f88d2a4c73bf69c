import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Whether PHP is installed. Says so if it is not. */
export function hasPhp() {
  const isInstalled = spawnSync('php', ['--version']).status === 0;
  if (!isInstalled) console.warn('!!! php is not installed: the WooCommerce plugin is NOT tested.');
  return isInstalled;
}

/** Runs a script of this folder with input as JSON, and parses its output. */
export function runPhp(script, input, env = {}) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const { status, stdout, stderr } = spawnSync('php', [file], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${script}: ${stdout}\n${stderr}`);
  return JSON.parse(stdout);
}
