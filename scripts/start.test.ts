import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { writeNextSteps } from './nextSteps.ts';
import { findFreePorts } from './ports.ts';
import { run } from './run.ts';

const tsx = fileURLToPath(new URL('../node_modules/tsx/dist/cli.mjs', import.meta.url));
const start = fileURLToPath(new URL('start.ts', import.meta.url));

it('pnpm start names all ports that cannot be used before it builds', async () => {
  const [taken = 0] = await findFreePorts(1);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(taken, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const settings = { SANDBOX_PORT: String(taken), PORT: 'high', SHOP_PORT: '70000' };
  const { ok, output } = await run(process.execPath, [tsx, start], { quiet: true, settings });
  expect(ok).toBe(false);
  expect(output.split('\n')).toEqual([
    expect.stringMatching(
      `^Port ${taken}, for the sandbox, is in use. Stop the program that uses it, or choose another port: SANDBOX_PORT=[0-9]+.$`,
    ),
    'PORT=high is not a port, 1 to 65535.',
    'SHOP_PORT=70000 is not a port, 1 to 65535.',
  ]);
});

it('pnpm start prints the address of the dashboard, and the key with which to sign in', () => {
  const addresses = {
    sandbox: { url: 'http://127.0.0.1:4010' },
    companion: { url: 'http://127.0.0.1:4000' },
    shop: { url: 'http://127.0.0.1:4020' },
    secrets: { merchantApiKey: 'the-key-of-this-run' },
  };
  const text = writeNextSteps(addresses);
  expect(writeNextSteps(addresses, true)).toContain(
    'entrez avec la clé de commerçant de cette fois : the-key-of-this-run\n',
  );
  expect(text).toContain(
    '  dashboard  http://127.0.0.1:4000/dashboard/\n             sign in with the merchant key of this run: the-key-of-this-run\n',
  );
  for (const address of [
    'http://127.0.0.1:4020\n',
    'http://127.0.0.1:4010/portal',
    'companion  http://127.0.0.1:4000\n',
  ]) {
    expect(text).toContain(address);
  }
});
