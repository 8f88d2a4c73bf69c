import { amountSchema, msisdnSchema } from '@tsena/shared';
import * as z from 'zod/mini';
import type { CurrentSettings } from '../../src/backoffice/settings/currentSettings.ts';
import { readSettings } from '../../src/config/readSettings.ts';
import type { Settings } from '../../src/config/settings.ts';
import {
  createOperator,
  type Initiation,
  type ObservedCall,
  type Operator,
  type OperatorOptions,
} from '../../src/core/operator/client.ts';
import { createLog } from '../../src/log/log.ts';
import type { Clock } from '../../src/time/clock.ts';

/** A clock that a test advances. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(start = Date.parse('2026-11-20T12:00:00Z')): TestClock {
  let time = start;
  return {
    now: () => time,
    advance(ms) {
      time += ms;
    },
  };
}

/** Settings for an operator's address; `env` adds or replaces variables. */
export function testSettings(baseUrl: string, env: Readonly<Record<string, string>> = {}): Settings {
  return readSettings({
    OPERATOR_BASE_URL: baseUrl,
    // Tests of time limits set a shorter one.
    OPERATOR_TIMEOUT_MS: '30000',
    CONSUMER_KEY: 'test-consumer-key',
    CONSUMER_SECRET: 'test-consumer-secret',
    PARTNER_NAME: 'Tsena Boutique',
    PARTNER_MSISDN: '0343500004',
    ORDER_TOKEN_SECRET: 'an-order-token-secret-of-32-characters',
    ...env,
  });
}

/** Settings that nobody changes in the dashboard. */
export function unchanging(settings: Settings): CurrentSettings {
  const stored = { texts: {}, previous: {}, webhookSecrets: [] };
  return { current: () => settings, stored: () => stored, preview: () => settings, reload: async () => undefined };
}

/** An initiation of 25 000 Ariary. */
export function testInitiation(change: Partial<Initiation> = {}): Initiation {
  return {
    correlationId: '8a1f6c0e-2f43-4c58-9d0a-6a2b6a1d9d11',
    reference: 'ORDER-1.1',
    amount: z.parse(amountSchema, '25000'),
    description: 'Order 1',
    payer: z.parse(msisdnSchema, '0343500003'),
    partnerName: 'Tsena Boutique',
    language: 'FR',
    callbackUrl: null,
    originalTransactionReference: null,
    fc: null,
    amountFc: null,
    requestedAt: Date.parse('2026-11-20T12:00:00.123Z'),
    ...change,
  };
}

/** An operator client with its log lines and observed calls. */
export interface OperatorFixture extends Operator {
  readonly lines: string[];
  readonly observed: ObservedCall[];
  readonly clock: TestClock;
}

export function operatorAt(
  baseUrl: string,
  options: Partial<OperatorOptions> = {},
  env: Readonly<Record<string, string>> = {},
): OperatorFixture {
  const lines: string[] = [];
  const observed: ObservedCall[] = [];
  const clock = testClock();
  const log = createLog('trace', { write: (line: string) => lines.push(line) });
  const operator = createOperator({
    settings: testSettings(baseUrl, env),
    current: () => testSettings(baseUrl, env),
    clock,
    wallClock: clock,
    log,
    observe: (call) => observed.push(call),
    sleep: async (ms) => clock.advance(ms),
    ...options,
  });
  return { ...operator, lines, observed, clock };
}
