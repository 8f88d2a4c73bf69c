import { randomBytes } from 'node:crypto';
import { type Msisdn, readMsisdn } from '@tsena/shared';
import type { Clock } from '../../src/clock.ts';
import { createLog } from '../../src/log.ts';
import type { Operator } from '../../src/operator/client.ts';
import type { Engine, Step } from '../../src/payments/engine.ts';
import { createInFlight } from '../../src/payments/inFlight.ts';
import { viewForWebhook } from '../../src/payments/merchantView.ts';
import { createSendQueue } from '../../src/payments/sendQueue.ts';
import { createLive } from '../../src/payments/subscribers.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { Store } from '../../src/storage/store.ts';

export const COOLDOWN = 90_000;

export function msisdn(text: string): Msisdn {
  const reading = readMsisdn(text);
  if (!reading.ok) throw new TypeError(`${text} is ${reading.fault}`);
  return reading.msisdn;
}

/** An engine on a store, as the companion assembles it, with the loops left out. */
export function testEngine(options: {
  store: Store;
  clock: Clock;
  operator: Operator;
  at?: (step: Step) => void;
  callbackBaseUrl?: string | null;
  limits?: Engine['limits'];
  /** Without it a caller waits for the operator's answer, however long that takes. */
  waitForAnswer?: Engine['waitForAnswer'];
  wall?: () => number;
}): Engine {
  const { store, clock, operator } = options;
  const stopping = new AbortController().signal;
  const storage: Storage = {
    store,
    clock,
    owner: randomBytes(6).toString('hex'),
    webhooksEnabled: true,
    describe: (payment, reviewReasons) =>
      viewForWebhook(payment, reviewReasons, { environment: 'sandbox', partnerName: 'Tsena', cooldownMs: COOLDOWN, now: clock.now() }),
  };
  return {
    storage,
    operator,
    live: createLive(() => clock.now()),
    log: createLog('silent'),
    partnerMsisdn: msisdn('0343500004'),
    userLanguage: 'MG',
    callbackBaseUrl: options.callbackBaseUrl === undefined ? 'http://companion.test' : options.callbackBaseUrl,
    cooldownMs: COOLDOWN,
    waitForAnswer: options.waitForAnswer ?? ((_payment, sent) => sent),
    limits: options.limits ?? { perMsisdn: null, perIp: null },
    held: new Set(),
    underWay: new Map(),
    sends: createSendQueue(64, 1000, stopping),
    inFlight: createInFlight(),
    stopping,
    stopped: new AbortController().signal,
    wall: options.wall ?? (() => clock.now()),
    random: () => 0.5,
    at: options.at ?? (() => undefined),
    onChanged: () => undefined,
    onDue: () => undefined,
    onWebhookEnqueued: () => undefined,
  };
}
