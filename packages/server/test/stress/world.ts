import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type SandboxOptions } from '@tsena/sandbox';
import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import { freePort } from '@tsena/testkit/port';
import * as z from 'zod/mini';
import { Secret } from '../../src/config/secret.ts';
import { createOrderTokens } from '../../src/core/orders/orderToken.ts';
import { systemClock } from '../../src/time/clock.ts';
import { ORDER_TOKEN_SECRET, PAYER, startReceiver, testEnvironment } from '../support/stack.ts';
import { ask } from './ask.ts';

/** A sandbox, a shop's endpoint, and the settings of companions as processes; a stress test starts and ends these. */
export type StressWorld = Awaited<ReturnType<typeof startWorld>>;

/** Starts a {@link StressWorld}; `env` adds to the settings, or replaces them. */
export async function startWorld(sandboxOptions: SandboxOptions, env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-stress-'));
  const sandbox = await createSandbox(sandboxOptions);
  const receiver = await startReceiver();
  const port = String(await freePort());
  const own = {
    ...testEnvironment(sandbox.url, receiver.url, folder),
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const settings = { ...own, ...env };
  const url = settings.PUBLIC_URL;
  const tokens = createOrderTokens([new Secret(ORDER_TOKEN_SECRET)], systemClock());
  /** An order token, valid for a day unless `seconds` says otherwise. */
  const mint = (order: string, amount = '25000', seconds = 86_400) => tokens.mint({ sub: order, amount }, seconds);
  return {
    sandbox,
    receiver,
    /** Where shoppers reach the companion. */
    url,
    env: settings as Readonly<Record<string, string>>,
    mint,
    /**
     * Pays an order like the widget. Undefined: the answer was a problem, or the companion ended during the request.
     */
    async pay(order: string, amount?: string): Promise<Payment | undefined> {
      const body = JSON.stringify({ orderToken: await mint(order, amount), msisdn: PAYER });
      const headers = { 'Content-Type': 'application/json', Connection: 'close' };
      const answer = await ask(`${url}/v1/payments`, { method: 'POST', headers, body });
      return answer?.ok === true ? z.parse(paymentSchema, JSON.parse(answer.text)) : undefined;
    },
    async close(): Promise<void> {
      await sandbox.close();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
