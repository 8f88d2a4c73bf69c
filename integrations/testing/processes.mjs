import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export { freePort } from '../../packages/testkit/dist/port.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const children = [];

/** Starts a process that {@link stopAll} ends. */
export function start(command, args, { env = {}, errors = 'inherit', directory } = {}) {
  const child = spawn(command, args, {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', errors],
    detached: true,
  });
  children.push(child);
  return child;
}

/** Ends every process that was started here, with its workers. */
export function stopAll() {
  for (const child of children.splice(0)) {
    try {
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

/** Ends one process as an operating system does that runs out of memory. Resolves when it has ended. */
export async function kill(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Resolves with the address that a process prints when it listens. Rejects with its last lines if it ends before. */
export async function listening(child, name) {
  const lines = [];
  return await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}\n${lines.slice(-40).join('\n')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const address = /^listening on (\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}

/** Starts one of the product's built commands. Resolves when it listens. */
export async function startCommand(file, args, env) {
  const cli = `${root}packages/${file}`;
  if (!existsSync(cli))
    throw new Error(`packages/${file} is not built. Run \`npx -y pnpm@12 build\` in the root first.`);
  const child = start(process.execPath, [cli, ...args], { env });
  return { child, url: await listening(child, `packages/${file}`) };
}
