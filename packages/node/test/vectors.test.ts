import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TsenaError } from '../src/error.ts';
import { signOrderToken } from '../src/orderToken.ts';
import { verifyWebhook } from '../src/webhook.ts';
import { INTERPRETERS, requireInterpreter, testProgram } from './interpreters.ts';

/** The same literal cases for all languages. */
const { signOrderToken: tokens, verifyWebhook: webhooks } = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
);
const tokenCases: readonly TokenCase[] = [...tokens.signs, ...tokens.refuses];
const webhookCases: readonly WebhookCase[] = [...webhooks.accepts, ...webhooks.refuses];

interface TokenCase {
  readonly name: string;
  readonly order: Parameters<typeof signOrderToken>[0];
  readonly secret: string;
  readonly expiresInSeconds: number;
  readonly now: number;
  readonly token?: string;
  readonly code?: string;
}

interface WebhookCase {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly now: number;
  readonly event?: object;
  readonly code?: string;
}

function outcome(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof TsenaError) return error.code;
    throw error;
  }
}

describe('the SDK in Node', () => {
  it.each(tokenCases)('signOrderToken: $name', ({ order, secret, expiresInSeconds, now, token, code }) => {
    expect(outcome(() => signOrderToken(order, secret, { expiresInSeconds, now }))).toBe(token ?? code);
  });

  it.each(webhookCases)('verifyWebhook: $name', ({ body, headers, secret, now, event, code }) => {
    expect(outcome(() => verifyWebhook(Buffer.from(body), headers, secret, { now }))).toEqual(event ?? code);
  });
});

describe.each(INTERPRETERS)('the SDK in $language', (interpreter) => {
  it('signs the same tokens, accepts the same webhooks and refuses the same input', (context) => {
    requireInterpreter(interpreter, context);
    const input = JSON.stringify({ signOrderToken: tokenCases, verifyWebhook: webhookCases });
    const { stdout, stderr } = spawnSync(interpreter.program, [testProgram(interpreter, 'vectors')], {
      input,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const answers = JSON.parse(stdout);
    const byName = (cases: readonly { name: string }[], outcomes: readonly unknown[]) =>
      Object.fromEntries(cases.map(({ name }, index) => [name, outcomes[index]]));
    expect(byName(tokenCases, answers.signOrderToken)).toEqual(
      byName(
        tokenCases,
        tokenCases.map(({ token, code }) => token ?? code),
      ),
    );
    expect(byName(webhookCases, answers.verifyWebhook)).toEqual(
      byName(
        webhookCases,
        webhookCases.map(({ event, code }) => event ?? code),
      ),
    );
  });
});
