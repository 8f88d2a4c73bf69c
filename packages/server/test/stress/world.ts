import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox, type SandboxOptions } from '@tsena/sandbox';
import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import { freePort } from '@tsena/testkit/port';
import * as z from 'zod/mini';
import { systemClock } from '../../src/clock.ts';
import { Secret } from '../../src/config/secret.ts';
import { createOrderTokens } from '../../src/core/orders/orderToken.ts';
import { ORDER_TOKEN_SECRET, PAYER, type Receiver, startReceiver, testEnvironment } from '../support/stack.ts';
import { ask } from './ask.ts';

/** A sandbox, a shop's endpoint, and the settings of companions as processes; a stress test starts and ends these. */
export interface StressWorld {
  readonly sandbox: Sandbox;
  readonly receiver: Receiver;
  /** Where shoppers reach the companion. */
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  /** An order token, valid for a day unless `seconds` says otherwise. */
  mint(order: string, amount?: string, seconds?: number): Promise<string>;
  /** Pays an order like the widget. Undefined: the answer was a problem, or the companion ended during the request. */
  pay(order: string, amount?: string): Promise<Payment | undefined>;
  close(): Promise<void>;
}

/** Starts a {@link StressWorld}; `env` adds to the settings, or replaces them. */
export async function startWorld(sandboxOptions: SandboxOptions, env: Readonly<Record<string, string>> = {}): Promise<StressWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-stress-'));
  const sandbox = await createSandbox(sandboxOptions);
  const receiver = await startReceiver();
  const port = String(await freePort());
  const own = { ...testEnvironment(sandbox.url, receiver.url, folder), PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
  const settings = { ...own, ...env };
  const url = settings.PUBLIC_URL;
  const tokens = createOrderTokens([new Secret(ORDER_TOKEN_SECRET)], systemClock());
  const mint = (order: string, amount = '25000', seconds = 86_400) => tokens.mint({ sub: order, amount }, seconds);
  return {
    sandbox,
    receiver,
    url,
    env: settings,
    mint,
    async pay(order, amount) {
      const body = JSON.stringify({ orderToken: await mint(order, amount), msisdn: PAYER });
      const headers = { 'Content-Type': 'application/json', Connection: 'close' };
      const answer = await ask(`${url}/v1/payments`, { method: 'POST', headers, body });
      return answer?.ok === true ? z.parse(paymentSchema, JSON.parse(answer.text)) : undefined;
    },
    async close() {
      await sandbox.close();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
