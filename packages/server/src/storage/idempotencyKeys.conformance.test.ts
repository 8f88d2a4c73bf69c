import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStorages, type Storages } from '../../test/support/storages.ts';
import { answerOnce } from './idempotencyKeys.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(STORES)('answerOnce on %s', (kind) => {
  let storages: Storages;
  let steadyForMs: number;
  beforeAll(async () => {
    storages = await openStorages(kind);
  });
  beforeEach(async () => {
    await storages.empty();
    steadyForMs = Number.POSITIVE_INFINITY;
  });
  afterAll(() => storages.close());

  /** The answer to a request with this key; `answer` if it is answered for the first time. */
  async function ask(key: string, answer: string): Promise<string> {
    const { clock } = storages;
    const storage = { ...storages.storage, clock: { now: () => clock.now(), steadyFor: () => steadyForMs } };
    const result = await storage.store.transact((work) =>
      answerOnce<{ readonly kind: 'refused' }>(storage, work, { actor: 'key_1', endpoint: 'links', key, bodyHash: 'hash' }, async () => ({
        kind: 'created',
        answer,
      })),
    );
    return 'answer' in result ? result.answer : result.kind;
  }

  it('keeps an answer seven days', async () => {
    await ask('one', 'first');
    storages.clock.advance(7 * DAY);
    expect(await ask('one', 'second')).toBe('first');
    storages.clock.advance(HOUR);
    expect(await ask('one', 'third')).toBe('third');
  });

  it('deletes no answer because the clock was set ahead', async () => {
    await ask('one', 'first');
    storages.clock.advance(8 * DAY);
    steadyForMs = HOUR;
    await ask('other', 'other');
    expect(await ask('one', 'second')).toBe('first');
    storages.clock.advance(-8 * DAY);
    steadyForMs = 0;
    expect(await ask('one', 'third')).toBe('first');
  });

  it('deletes old answers again when the clock was not set for seven days', async () => {
    await ask('one', 'first');
    storages.clock.advance(8 * DAY);
    steadyForMs = 7 * DAY;
    expect(await ask('one', 'second')).toBe('second');
  });
});
