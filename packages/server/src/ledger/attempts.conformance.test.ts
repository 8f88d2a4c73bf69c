import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, type Ledgers, opened, openLedgers, pending, together } from '../testing/ledgers.ts';
import { STORES } from '../testing/stores.ts';
import { MAX_ATTEMPTS, type Opening, openAttempt } from './attempts.ts';
import { historyOf } from './reads.ts';

const MINUTE = 60_000;
const LIMITS = { perMsisdn: { count: 5, windowMs: 10 * MINUTE }, perIp: { count: 8, windowMs: 10 * MINUTE } };

function kinds(openings: readonly Opening[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of openings) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

describe.each(STORES)('attempts on %s', (kind) => {
  let ledgers: Ledgers;
  beforeAll(async () => {
    ledgers = await openLedgers(kind, 3);
  });
  beforeEach(() => ledgers.empty());
  afterAll(() => ledgers.close());

  it('of one order are opened one at a time, however many instances are asked at once', async () => {
    const openings = await together(24, (index) => openAttempt(ledgers.at(index), attempt('ORDER-1')));
    expect(kinds(openings)).toEqual({ opened: 1, stands: 23 });
    const ids = new Set(openings.map((opening) => ('payment' in opening ? opening.payment.id : '')));
    expect(ids.size).toBe(1);
  });

  it('of different orders do not hinder each other', async () => {
    const openings = await together(24, (index) => openAttempt(ledgers.at(index), attempt(`ORDER-${index}`)));
    expect(kinds(openings)).toEqual({ opened: 24 });
  });

  it('is written with its first event and a lease', async () => {
    const payment = await opened(ledgers.ledger, attempt('ORDER-1'));
    expect(payment).toMatchObject({ status: 'created', attempt: 1, version: 1, lease_owner: ledgers.ledger.owner, fence: 1 });
    expect(await historyOf(ledgers.ledger.store.db, payment.id)).toMatchObject([{ version: 1, kind: 'created', data: '{"after":null}' }]);
  });

  it('follows one that failed, once, however many ask at once', async () => {
    const first = await opened(ledgers.ledger, attempt('ORDER-1'));
    await changed(ledgers.ledger, first.id, { to: 'failed', event: { kind: 'not sent' } });
    const openings = await together(12, (index) => openAttempt(ledgers.at(index), attempt('ORDER-1')));
    expect(kinds(openings)).toEqual({ opened: 1, stands: 11 });
    const follower = openings.find((opening) => opening.kind === 'opened');
    expect(follower).toMatchObject({ payment: { attempt: 2, sent_attempt: 1 } });
  });

  it('follows a silent one after the cool-down, not before', async () => {
    const { clock, ledger } = ledgers;
    await pending(ledger, 'ORDER-1');
    clock.advance(89_999);
    expect(await openAttempt(ledger, attempt('ORDER-1'))).toMatchObject({ kind: 'stands' });
    clock.advance(1);
    expect(await openAttempt(ledger, attempt('ORDER-1'))).toMatchObject({ kind: 'opened', payment: { attempt: 2, sent_attempt: 2 } });
  });

  it('of another amount waits for the one that lives', async () => {
    const { ledger } = ledgers;
    const first = await pending(ledger, 'ORDER-1');
    expect(await openAttempt(ledger, attempt('ORDER-1', { amount: '26000' }))).toMatchObject({
      kind: 'changed',
      payment: { id: first.id },
    });
    await changed(ledger, first.id, { to: 'failed', event: { kind: 'failed' } });
    expect(await openAttempt(ledger, attempt('ORDER-1', { amount: '26000' }))).toMatchObject({
      kind: 'opened',
      payment: { amount: 26000 },
    });
  });

  it('are sent so many times for an order and no more; those that were not sent do not count', async () => {
    const { ledger } = ledgers;
    const unsent = await opened(ledger, attempt('ORDER-1'));
    await changed(ledger, unsent.id, { to: 'failed', event: { kind: 'not sent' } });
    for (let sent = 0; sent < MAX_ATTEMPTS; sent += 1) {
      const payment = await pending(ledger, 'ORDER-1');
      await changed(ledger, payment.id, { to: 'failed', event: { kind: 'failed' } });
    }
    expect(await openAttempt(ledger, attempt('ORDER-1'))).toMatchObject({ kind: 'exhausted' });
  });

  it('do not follow one that completed', async () => {
    const { ledger, clock } = ledgers;
    const payment = await pending(ledger, 'ORDER-1');
    await changed(ledger, payment.id, { to: 'completed', event: { kind: 'completed' } });
    clock.advance(365 * 24 * 60 * MINUTE);
    expect(await openAttempt(ledger, attempt('ORDER-1'))).toMatchObject({ kind: 'stands', payment: { id: payment.id } });
  });

  describe('within limits', () => {
    /** Opens one and ends it, so that no prompt is open. */
    async function ended(index: number, change: Parameters<typeof attempt>[1]): Promise<Opening> {
      const opening = await openAttempt(ledgers.at(index), attempt(`ORDER-${index}`, { limits: LIMITS, ...change }));
      if (opening.kind === 'opened') {
        await changed(ledgers.ledger, opening.payment.id, { to: 'failed', event: { kind: 'not sent' } });
      }
      return opening;
    }

    it('a phone gets so many in a window, and the answer says when the next may be', async () => {
      const { clock, ledger } = ledgers;
      for (let index = 0; index < 5; index += 1) {
        expect(await ended(index, {})).toMatchObject({ kind: 'opened' });
        clock.advance(MINUTE);
      }
      expect(await ended(5, {})).toEqual({ kind: 'limited', code: 'too_many_for_msisdn', retryAfterMs: 5 * MINUTE });
      clock.advance(5 * MINUTE - 1);
      expect(await ended(6, {})).toMatchObject({ kind: 'limited', retryAfterMs: 1 });
      clock.advance(1);
      expect(await openAttempt(ledger, attempt('ORDER-7', { limits: LIMITS }))).toMatchObject({ kind: 'opened' });
    });

    it('a phone never gets more, however many instances are asked at once', async () => {
      const perMsisdn = { count: 5, windowMs: 10 * MINUTE };
      const openings = await together(30, async (index) => {
        const request = attempt(`ORDER-${index}`, { limits: { perMsisdn, perIp: null } });
        const opening = await openAttempt(ledgers.at(index), request);
        if (opening.kind === 'opened') await changed(ledgers.at(index), opening.payment.id, { to: 'failed', event: { kind: 'not sent' } });
        return opening;
      });
      expect(kinds(openings).opened).toBeLessThanOrEqual(5);
      expect(kinds(openings).opened).toBeGreaterThanOrEqual(1);
    });

    it('an address gets exactly so many, however many instances are asked at once', async () => {
      const openings = await together(30, (index) =>
        openAttempt(
          ledgers.at(index),
          attempt(`ORDER-${index}`, { addressHash: 'one-line', limits: { perMsisdn: null, perIp: LIMITS.perIp } }),
        ),
      );
      expect(kinds(openings)).toEqual({ opened: 8, limited: 22 });
      const limited = openings.find((opening) => opening.kind === 'limited');
      expect(limited).toMatchObject({ code: 'too_many_from_address', retryAfterMs: 10 * MINUTE });
    });

    it('a phone shows one prompt at a time: another order waits for at most a minute', async () => {
      const { clock, ledger } = ledgers;
      await pending(ledger, 'ORDER-1');
      clock.advance(20_000);
      const second = () => openAttempt(ledger, attempt('ORDER-2', { limits: LIMITS }));
      expect(await second()).toEqual({ kind: 'limited', code: 'prompt_open', retryAfterMs: 40_000 });
      clock.advance(40_000);
      expect(await second()).toMatchObject({ kind: 'opened' });
    });

    it('a phone gets one prompt alone, however many orders ask at once', async () => {
      const openings = await together(12, (index) => openAttempt(ledgers.at(index), attempt(`ORDER-${index}`, { limits: LIMITS })));
      expect(kinds(openings)).toEqual({ opened: 1, limited: 11 });
    });

    it('a prompt that ended no longer counts, and neither does the limit that is off', async () => {
      const { ledger } = ledgers;
      const first = await pending(ledger, 'ORDER-1');
      const unlimited = { perMsisdn: null, perIp: null };
      expect(await openAttempt(ledger, attempt('ORDER-2', { limits: unlimited }))).toMatchObject({ kind: 'opened' });
      await changed(ledger, first.id, { to: 'failed', event: { kind: 'failed' } });
      ledgers.clock.advance(MINUTE);
      await pending(ledger, 'ORDER-3').then((third) => changed(ledger, third.id, { to: 'failed', event: { kind: 'failed' } }));
      expect(await openAttempt(ledger, attempt('ORDER-4', { limits: LIMITS }))).toMatchObject({ kind: 'opened' });
    });
  });
});
