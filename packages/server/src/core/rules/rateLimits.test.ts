import { expect, it } from 'vitest';
import { type Prompt, periodFullForMs, promptOpenForMs } from './rateLimits.ts';

const NOW = 10_000_000;
const COOLDOWN_MS = 180_000;
const sent: Prompt = { status: 'pending', created_at: NOW - 200_000, sent_at: NOW - 20_000, lease_until: null };
const created = { status: 'created', sent_at: null, created_at: NOW - 50_000 } as const;
it.each<readonly [string, readonly Partial<Prompt>[], number]>([
  ['for the cool-down after it was sent', [{}], 160_000],
  ['until the cool-down ends', [{ sent_at: NOW - 179_999 }], 1],
  ['no longer than the cool-down', [{ sent_at: NOW - 180_000 }], 0],
  ['for the cool-down too, if its answer was lost', [{ status: 'unresolved' }], 160_000],
  [
    'for the cool-down after it was created, if it is not known when it was sent',
    [{ ...created, status: 'sending' }],
    130_000,
  ],
  [
    'for the cool-down from now, while a worker is about to send it',
    [{ ...created, lease_until: NOW + 5000 }],
    180_000,
  ],
  ['no longer, if the worker that was about to send it has gone', [{ ...created, lease_until: NOW - 1 }], 130_000],
  ['no longer, while a worker checks the status of one that was sent', [{ lease_until: NOW + 5000 }], 160_000],
  ['as long as the last of several', [{ sent_at: NOW - 50_000 }, {}, { sent_at: NOW - 55_000 }], 160_000],
  ['never, if there is no earlier payment', [], 0],
])('the prompt of an earlier payment is open on the phone %s', (_howLong, prompts, ms) => {
  const all = prompts.map((change) => ({ ...sent, ...change }));
  expect(promptOpenForMs(all, NOW, COOLDOWN_MS)).toBe(ms);
});

it('a full period has room again once the oldest payment has left it', () => {
  expect(periodFullForMs({ count: 5, windowMs: 600_000 }, NOW - 100_000, NOW)).toBe(500_000);
});
