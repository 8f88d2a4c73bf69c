import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeNextSteps } from './nextSteps.ts';
import { isFree } from './ports.ts';
import { build } from './run.ts';
import { untilRunnerIsGone } from './runner.ts';
import { describeEnding } from './service.ts';
import { type Ports, startStack } from './stack.ts';

const { LC_ALL, LC_MESSAGES, LANG = '' } = process.env;
const isFrench = (LC_ALL || LC_MESSAGES || LANG).startsWith('fr');
const say = (english: string, french: string) => (isFrench ? french : english);

/** `pnpm start` runs the built files; `pnpm dev`, with `--watch`, the sources, again after each change. */
const isWatching = process.argv.includes('--watch');

const directory = fileURLToPath(new URL('../data/demo', import.meta.url));

const wanted = [
  { key: 'sandbox', setting: 'SANDBOX_PORT', defaultPort: 4010 },
  { key: 'companion', setting: 'PORT', defaultPort: 4000 },
  { key: 'shop', setting: 'SHOP_PORT', defaultPort: 4020 },
] as const;

/** @throws Error that names all ports that cannot be used */
async function readPorts(): Promise<Ports> {
  const ports: Ports = { sandbox: 0, companion: 0, shop: 0 };
  const faults: string[] = [];
  for (const { key, setting, defaultPort } of wanted) {
    const text = process.env[setting] || String(defaultPort);
    const port = Number(text);
    if (!/^[0-9]{1,5}$/.test(text) || port < 1 || port > 65_535) {
      faults.push(
        say(`${setting}=${text} is not a port, 1 to 65535.`, `${setting}=${text} n’est pas un port, de 1 à 65535.`),
      );
    } else if (Object.values(ports).includes(port)) {
      faults.push(
        say(
          `Port ${port} is set twice. Set another one for the ${key} with ${setting}.`,
          `Le port ${port} est réglé deux fois. Réglez-en un autre avec ${setting}.`,
        ),
      );
    } else if (!(await isFree(port))) {
      const other = `${setting}=${port < 65_000 ? port + 100 : port - 100}`;
      faults.push(
        say(
          `Port ${port}, for the ${key}, is in use. Stop the program that uses it, or choose another port: ${other}.`,
          `Le port ${port} est déjà utilisé. Arrêtez le programme qui l’utilise, ou choisissez-en un autre : ${other}.`,
        ),
      );
    } else ports[key] = port;
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return ports;
}

/** Builds what browsers load of the widget and of the dashboard, at each change. */
function startBuilds(): ChildProcess[] {
  return ['widget', 'dashboard'].map((name) => {
    const folder = fileURLToPath(new URL(`../packages/${name}`, import.meta.url));
    return spawn(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--watch'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });
}

async function main(): Promise<void> {
  const ports = await readPorts();
  if (!(await build(say))) throw new Error(say('Nothing was started.', 'Rien n’a été lancé.'));
  await rm(directory, { recursive: true, force: true });

  const signalled = new Promise<undefined>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(undefined));
    void untilRunnerIsGone().then(() => resolve(undefined));
  });
  const stack = await startStack({
    ports,
    directory,
    isWatching,
    onLine: (name, line) => name !== 'sandbox' && console.log(`${name}: ${line}`),
  });
  const builds = isWatching ? startBuilds() : [];
  console.log(writeNextSteps(stack, isFrench));
  const ending = await Promise.race([signalled, stack.ended]);
  console.log(
    ending === undefined
      ? say('\nStopping all three …', '\nArrêt des trois …')
      : say('Stopping the others …', 'Arrêt des autres …'),
  );
  for (const one of builds) one.kill();
  await stack.stop();
  if (ending !== undefined) throw new Error(describeEnding(ending));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
