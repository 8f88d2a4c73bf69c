import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const script = fileURLToPath(new URL('shop.php', import.meta.url));

/** Runs one command of shop.php in the WordPress under test. */
export function inShop(command) {
  const { status, stdout, stderr } = spawnSync('php', [script], { input: JSON.stringify(command), encoding: 'utf8', env: process.env });
  if (status !== 0) throw new Error(`${command.do}: ${stdout}\n${stderr}`);
  return JSON.parse(stdout);
}

/** A free port on loopback. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const children = [];

function start(command, args, env, errors = 'inherit') {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', errors], detached: true });
  children.push(child);
  return child;
}

/** Ends every process that was started here, with its workers. */
export function stopAll() {
  for (const child of children.splice(0)) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

/** Starts one of the product's built commands. Resolves when it listens. */
export async function startCommand(file, args, env) {
  const cli = `${root}packages/${file}`;
  if (!existsSync(cli)) throw new Error(`packages/${file} is not built. Run \`npx -y pnpm@12 build\` in the root first.`);
  const child = start(process.execPath, [cli, ...args], env);
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`packages/${file} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => line.startsWith('listening on') && resolve());
  });
  return child;
}

/** Serves the WordPress at its own address, with several workers: the page and the webhook come at the same time. */
export async function serveShop(home) {
  // PHP's server logs each request to standard error.
  start('php', ['-S', new URL(home).host, '-t', process.env.WORDPRESS_PATH], { PHP_CLI_SERVER_WORKERS: '4' }, 'ignore');
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(`${home}/?rest_route=/`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`WordPress does not answer at ${home}.`);
}

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** The browser to use: CHROMIUM_PATH, or an installed one; undefined if there is none. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...BROWSERS].find((file) => file !== undefined && existsSync(file));
}
