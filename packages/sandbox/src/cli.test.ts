import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommand } from './commandLine.ts';
import { speakTerminalLanguage, startText } from './french.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));
const README = fileURLToPath(new URL('../README.md', import.meta.url));

interface Run {
  readonly child: ChildProcess;
  out: string;
  error: string;
}

const running: ChildProcess[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

function run(command: string, args: string[]): Run {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const seen: Run = { child, out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    seen.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    seen.error += chunk.toString();
  });
  return seen;
}

/** Runs the command line from its source, so that the test needs no build. */
const runCli = (...args: string[]) =>
  run(process.execPath, ['--conditions=tsena:source', '--import', 'tsx', CLI, ...args]);

async function waitForUrl(sandbox: Run): Promise<string> {
  return vi.waitFor(
    () => {
      const [, url] = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(sandbox.out) ?? [];
      expect(url, sandbox.error).toBeDefined();
      return String(url);
    },
    { timeout: 20_000 },
  );
}

describe('tsena-sandbox', () => {
  it('prints its address, and exits with 0 on SIGTERM while a request hangs', async () => {
    const file = join(folder, 'faults.json');
    await writeFile(file, '[{"on":"token","do":"hang"}]');
    const sandbox = runCli('--port', '0', '--faults', file);
    const url = await waitForUrl(sandbox);
    const hanging = fetch(`${url}/token`, { method: 'POST' });
    await vi.waitFor(async () => expect(await (await fetch(`${url}/portal/api/requests`)).text()).toContain('"hang"'));
    sandbox.child.kill('SIGTERM');
    await expect(hanging).rejects.toThrow();
    expect(await once(sandbox.child, 'exit')).toEqual([0, null]);
  });

  it('accepts service, dialect, numbers, consumers, balance, automatic approval and behaviour', async () => {
    const sandbox = runCli(
      ...['--port', '0', '--service', 'mvola', '--dialect', 'live', '--auto-approve', '5', '--balance', '900'],
      ...['--msisdn', '0343500005,0343500006', '--consumer', 'k1:s:1,k2:s2', '--token-seconds', '60'],
      ...['--unknown-status', 'error', '--gateway-errors', 'nested', '--fee', 'none', '--request-date', 'ahead'],
      ...['--duplicates', 'conflict', '--payer-errors', 'fail-later', '--failed-records', 'kept'],
      ...['--details', 'own'],
    );
    const url = await waitForUrl(sandbox);
    expect(await (await fetch(`${url}/portal/api/sandbox`)).json()).toMatchObject({
      dialect: 'live',
      service: 'mvola',
      behaviour: {
        unknownStatus: 'error',
        gatewayErrors: 'nested',
        fee: 'none',
        requestDate: 'ahead',
        duplicates: 'conflict',
        payerErrors: 'fail-later',
        failedRecords: 'kept',
        details: 'own',
      },
      autoApproveMs: 5,
      accounts: [
        { msisdn: '0343500005', balance: '900' },
        { msisdn: '0343500006', balance: '900' },
      ],
    });
    const token = await fetch(`${url}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from('k1:s:1').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'EXT_INT_MVOLA_SCOPE' }),
    });
    expect(await token.json()).toMatchObject({ scope: 'EXT_INT_MVOLA_SCOPE', expires_in: 60 });
  });

  it('says which port is in use', async () => {
    const url = new URL(await waitForUrl(runCli('--port', '0')));
    const second = runCli('--port', url.port);
    expect(await once(second.child, 'close')).toEqual([1, null]);
    expect(second.error).toBe(`Port ${url.port} is in use. Stop the other program, or give another one with --port.\n`);
  });

  it('has no English sentence in its help in a French terminal', () => {
    const help = speakTerminalLanguage(
      createCommand(() => Promise.resolve()),
      { LANG: 'fr_FR.UTF-8' },
    ).helpInformation();
    expect(help).toMatch(/^Utilisation\u00a0: tsena-sandbox/);
    expect(
      help.split('\n').filter((line) => /\b(the|of|with|for|are|is|not|to|only|display|port to)\b/.test(line)),
    ).toEqual([]);
  });

  it.each([
    [{ LANG: 'fr_FR.UTF-8' }, true, 'à l’écoute sur'],
    [{ LANG: 'fr_FR.UTF-8', LC_ALL: 'C' }, true, 'listening on'],
    [{ LANG: 'fr_FR.UTF-8' }, false, 'listening on'],
  ])('with %j, and a terminal: %s, says “%s”', (env, isTTY, text) => {
    expect(startText('listening', env, isTTY)).toBe(text);
  });

  it.each([
    [['--dialect', 'other'], 'Allowed choices'],
    [['--msisdn', '0343500003'], 'two or more different numbers'],
    [['--consumer', 'key'], 'KEY:SECRET'],
    [['--service', 'production'], 'for itself'],
    [['--faults', '/nowhere.json'], 'ENOENT'],
  ])('rejects %j', async (args, message) => {
    const command = createCommand(() => Promise.reject(new Error('it started')));
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    await expect(command.parseAsync(args, { from: 'user' })).rejects.toThrow(message);
  });

  it.each([
    ['[{', 'is not valid JSON'],
    ['[{"on":"token","do":"early"}]', '0.do'],
  ])('rejects the fault rules %s, with 1 and without a stack trace', async (text, message) => {
    const file = join(folder, 'faults.json');
    await writeFile(file, text);
    const sandbox = runCli('--faults', file);
    expect(await once(sandbox.child, 'exit')).toEqual([1, null]);
    expect(sandbox.error).toContain(message);
    expect(sandbox.error).not.toContain('    at ');
  });
});

describe('the README', () => {
  it('has a curl example that works: token, initiation, status, approval and details', async () => {
    const readme = await readFile(README, 'utf8');
    const [, example] = /<!-- curl example -->\n```sh\n(.*?)```/s.exec(readme) ?? [];
    const url = await waitForUrl(runCli('--port', '0'));
    const script = String(example).replaceAll('http://127.0.0.1:4010', url);
    const shell = run('sh', ['-euc', script]);
    const [code] = await once(shell.child, 'close');
    expect([code, shell.error]).toEqual([0, '']);
    expect(shell.out).toMatch(/"status":"pending".*"status":"completed".*"transactionStatus":"completed"/s);
  });
});
