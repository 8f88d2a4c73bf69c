import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { IdempotentRequest } from '../../core/storage/idempotencyKeys.ts';
import { ProblemError } from '../../input/problemError.ts';
import { createOnce } from './idempotencyKeys.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(STORES)('createOnce on %s', (kind) => {
  const storages = useStorages(kind);
  const REQUEST = { endpoint: 'links', key: 'one', body: {} };
  let steadyForMs: number;
  let created: string[];
  beforeEach(() => {
    steadyForMs = Number.POSITIVE_INFINITY;
    created = [];
  });

  /** Answers a request; `answer` if it is answered for the first time. */
  function create(request: Partial<IdempotentRequest>, answer: string) {
    const { clock, storage } = storages;
    const here = { ...storage, clock: { now: () => clock.now(), steadyFor: () => steadyForMs } };
    return storage.store.transact((trx) =>
      createOnce(here, trx, { ...REQUEST, ...request }, async () => {
        created.push(answer);
        return answer;
      }),
    );
  }
  const ask = (key: string, answer: string) => create({ key }, answer);

  it('keeps an answer seven days', async () => {
    await ask('one', 'first');
    storages.clock.advance(7 * DAY);
    expect(await ask('one', 'second')).toBe('first');
    storages.clock.advance(1);
    await ask('other', 'other');
    const kept = await storages.storage.store.db.selectFrom('idempotency_keys').select(['key', 'created_at']).execute();
    expect(kept).toEqual([{ key: 'other', created_at: storages.clock.now() }]);
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

  describe('with a request that repeats', () => {
    it('gives the kept answer and creates nothing', async () => {
      expect(await create({}, 'first')).toBe('first');
      expect(await create({}, 'second')).toBe('first');
      expect(created).toEqual(['first']);
    });

    it.each([{ endpoint: 'refunds' }, { key: 'two' }])('does not mix it with one of another %j', async (other) => {
      await create(other, 'other');
      expect(await create({}, 'first')).toBe('first');
      expect(await create(other, 'again')).toBe('other');
      expect(await create({}, 'again')).toBe('first');
    });

    it('with another body is refused and creates nothing', async () => {
      await create({}, 'first');
      expect(await create({ body: { other: true } }, 'second')).toMatchObject({ code: 'idempotency_key_reused' });
      expect(created).toEqual(['first']);
      expect(await create({}, 'third')).toBe('first');
    });

    it('keeps no refusal: the request may succeed later, also with another body', async () => {
      await create({ key: 'two' }, 'other');
      const refused = await storages.storage.store.transact((trx) =>
        createOnce(storages.storage, trx, REQUEST, async () => new ProblemError('link_order_taken')),
      );
      expect(refused).toMatchObject({ code: 'link_order_taken' });
      expect(await create({ body: { other: true } }, 'first')).toBe('first');
      expect(await create({ key: 'two' }, 'again')).toBe('other');
    });

    it('creates once when it arrives several times at the same moment', async () => {
      const answers = await Promise.all(['a', 'b', 'c', 'd'].map((answer) => create({}, answer)));
      expect(created).toHaveLength(1);
      expect(answers).toEqual(answers.map(() => created[0]));
    });
  });
});
