import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { FaultRule } from '../views/faultRule.ts';
import { FaultRules, faultRulesSchema } from './faultRules.ts';

describe('FaultRules.takeRequestRule', () => {
  it('returns the first rule that applies, and removes it once its times are used up', () => {
    const faults = new FaultRules(
      [
        { on: 'status', do: 'hang', times: 2 },
        { on: 'status', do: 'reset', times: 1 },
      ],
      1,
    );
    expect(faults.takeRequestRule('status', {})?.do).toBe('hang');
    expect(faults.list()).toEqual([
      { on: 'status', do: 'hang', times: 1 },
      { on: 'status', do: 'reset', times: 1 },
    ]);
    expect([1, 2, 3].map(() => faults.takeRequestRule('status', {})?.do)).toEqual(['hang', 'reset', undefined]);
    expect(faults.list()).toEqual([]);
  });

  it.each([
    [{ amount: '700' }, { amount: '700' }, true],
    [{ amount: '700' }, { amount: '7000' }, false],
    [{ msisdn: '0343500003' }, { msisdn: '261343500003' }, true],
    [{ msisdn: '0343500003', amount: '700' }, { msisdn: '0343500003', amount: '700' }, true],
    [{ msisdn: '0343500003', amount: '700' }, { msisdn: '0343500004', amount: '700' }, false],
    [{}, {}, true],
  ])('with match %j and payment %j: applies %s', (match, target, applies) => {
    const faults = new FaultRules([{ on: 'initiate', do: 'hang', match, times: 1 }], 1);
    expect(faults.takeRequestRule('initiate', target) !== undefined).toBe(applies);
    expect(faults.list()).toHaveLength(applies ? 0 : 1);
  });

  it('skips a rule by its probability without counting its times down', () => {
    const faults = new FaultRules(
      [
        { on: 'status', do: 'hang', probability: 0, times: 1 },
        { on: 'status', do: 'reset' },
      ],
      1,
    );
    expect(faults.takeRequestRule('status', {})?.do).toBe('reset');
    expect(faults.list()).toHaveLength(2);
  });
});

describe('FaultRules.takeCallbackRule', () => {
  const early: FaultRule = { on: 'callback', do: 'early' };
  const drop: FaultRule = { on: 'callback', do: 'drop' };

  it('returns only early rules for early, and only other rules for late', () => {
    for (const rules of [
      [early, drop],
      [drop, early],
    ]) {
      const faults = new FaultRules(rules, 1);
      expect([faults.takeCallbackRule('early', {}), faults.takeCallbackRule('late', {})]).toEqual([early, drop]);
    }
    expect(new FaultRules([drop], 1).takeCallbackRule('early', {})).toBeUndefined();
  });
});

describe('faultRulesSchema', () => {
  it.each<[object]>([
    [{ on: 'callback', do: 'duplicate', value: 20 }],
    [{ on: 'details', do: 'business-error', value: 'insufficientFunds' }],
    [{ on: 'initiate', do: 'fail-later', value: 'identifierError' }],
    [{ on: 'details', do: 'hang', probability: 1, times: 1_000_000 }],
  ])('accepts %j', (rule) => {
    expect(z.safeParse(faultRulesSchema, [rule]).success).toBe(true);
  });

  it.each<[object, string | number]>([
    [{ on: 'initiate', do: 'delay', value: 600_001 }, 'value'],
    [{ on: 'status', do: 'status', value: 600 }, 'value'],
    [{ on: 'callback', do: 'drop', value: 1 }, 'value'],
    [{ on: 'callback', do: 'duplicate', value: 1 }, 'value'],
    [{ on: 'initiate', do: 'business-error' }, 'value'],
    [{ on: 'initiate', do: 'business-error', value: 'constructor' }, 'value'],
    [{ on: 'initiate', do: 'fail-later', value: '4002' }, 'value'],
    [{ on: 'details', do: 'hang', probability: 1.1 }, 'probability'],
    [{ on: 'details', do: 'hang', times: 1_000_001 }, 'times'],
    [{ on: 'refund', do: 'hang' }, 'on'],
    [{ on: 'initiate', do: 'early' }, 'do'],
    [{ on: 'initiate', do: 'hang', match: { reference: 'x' } }, 'match'],
  ])('rejects %j because of its %s', (rule, field) => {
    const parsed = z.safeParse(faultRulesSchema, [rule]);
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[0, field]]);
  });
});
