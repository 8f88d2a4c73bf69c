import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Faults, faultRulesSchema } from './faults.ts';
import type { FaultRule } from './page/views.ts';

describe('the rule for a request', () => {
  it('is one for that endpoint', () => {
    const faults = new Faults(
      [
        { on: 'token', do: 'hang' },
        { on: 'initiate', do: 'reset' },
        { on: 'status', do: 'garbage' },
        { on: 'details', do: 'throttle' },
        { on: 'callback', do: 'drop' },
      ],
      1,
    );
    expect((['token', 'initiate', 'status', 'details'] as const).map((on) => faults.forRequest(on, {})?.do)).toEqual([
      'hang',
      'reset',
      'garbage',
      'throttle',
    ]);
  });

  it('is the first that applies, and is spent after so many times', () => {
    const faults = new Faults(
      [
        { on: 'status', do: 'hang', times: 2 },
        { on: 'status', do: 'reset', times: 1 },
      ],
      1,
    );
    expect(faults.list()).toEqual([
      { on: 'status', do: 'hang', times: 2 },
      { on: 'status', do: 'reset', times: 1 },
    ]);
    expect(faults.forRequest('status', {})?.do).toBe('hang');
    expect(faults.list()).toEqual([
      { on: 'status', do: 'hang', times: 1 },
      { on: 'status', do: 'reset', times: 1 },
    ]);
    expect([1, 2, 3].map(() => faults.forRequest('status', {})?.do)).toEqual(['hang', 'reset', undefined]);
    expect(faults.list()).toEqual([]);
  });

  it('stays for ever where it names no number', () => {
    const rule: FaultRule = { on: 'status', do: 'hang' };
    const faults = new Faults([rule], 1);
    for (let n = 0; n < 1000; n += 1) expect(faults.forRequest('status', {})).toBe(rule);
    expect(faults.list()).toEqual([rule]);
  });

  it.each([
    [{ amount: '700' }, { amount: '700' }, true],
    [{ amount: '700' }, { amount: '7000' }, false],
    [{ amount: '700' }, {}, false],
    [{ msisdn: '0343500003' }, { msisdn: '261343500003' }, true],
    [{ msisdn: '0343500003' }, { msisdn: '0343500003' }, true],
    [{ msisdn: '0343500003' }, { msisdn: '0343500004' }, false],
    [{ msisdn: '0343500003' }, {}, false],
    [{ msisdn: '0343500003', amount: '700' }, { msisdn: '0343500003', amount: '700' }, true],
    [{ msisdn: '0343500003', amount: '700' }, { msisdn: '0343500003', amount: '701' }, false],
    [{ msisdn: '0343500003', amount: '700' }, { msisdn: '0343500004', amount: '700' }, false],
    [{}, {}, true],
  ])('with match %j and a payment %j applies: %s', (match, facts, applies) => {
    const faults = new Faults([{ on: 'initiate', do: 'hang', match, times: 1 }], 1);
    expect(faults.forRequest('initiate', facts) !== undefined).toBe(applies);
    expect(faults.list()).toHaveLength(applies ? 0 : 1);
  });

  it('that does not apply by chance is not used up, and lets the next one apply', () => {
    const faults = new Faults(
      [
        { on: 'status', do: 'hang', probability: 0, times: 1 },
        { on: 'status', do: 'reset' },
      ],
      1,
    );
    expect(faults.forRequest('status', {})?.do).toBe('reset');
    expect(faults.list()).toHaveLength(2);
  });
});

describe('the rule for a callback', () => {
  const early: FaultRule = { on: 'callback', do: 'early' };
  const drop: FaultRule = { on: 'callback', do: 'drop' };

  it('is an early one when the initiation is accepted, and another one when the callback is sent', () => {
    for (const rules of [
      [early, drop],
      [drop, early],
    ]) {
      const faults = new Faults(rules, 1);
      expect([faults.forCallback('early', {}), faults.forCallback('late', {})]).toEqual([early, drop]);
    }
    expect(new Faults([drop], 1).forCallback('early', {})).toBeUndefined();
    expect(new Faults([early], 1).forCallback('late', {})).toBeUndefined();
    expect(new Faults([{ on: 'status', do: 'hang' }], 1).forCallback('late', {})).toBeUndefined();
  });
});

describe('a list of rules', () => {
  it.each<[object]>([
    [{ on: 'initiate', do: 'delay', value: 0 }],
    [{ on: 'initiate', do: 'delay', value: 600_000 }],
    [{ on: 'callback', do: 'delay', value: 1 }],
    [{ on: 'status', do: 'status', value: 200 }],
    [{ on: 'status', do: 'status', value: 599 }],
    [{ on: 'initiate', do: 'accept-then-status', value: 500 }],
    [{ on: 'token', do: 'throttle' }],
    [{ on: 'token', do: 'throttle', value: 0 }],
    [{ on: 'token', do: 'throttle', value: 86_400 }],
    [{ on: 'callback', do: 'duplicate' }],
    [{ on: 'callback', do: 'duplicate', value: 2 }],
    [{ on: 'callback', do: 'duplicate', value: 20 }],
    [{ on: 'details', do: 'hang', probability: 0, times: 1 }],
    [{ on: 'details', do: 'hang', probability: 1, times: 1_000_000 }],
  ])('takes %j', (rule) => {
    expect(z.safeParse(faultRulesSchema, [rule]).success).toBe(true);
  });

  it.each<[object, string | number]>([
    [{ on: 'initiate', do: 'delay' }, 'value'],
    [{ on: 'initiate', do: 'delay', value: 600_001 }, 'value'],
    [{ on: 'initiate', do: 'delay', value: 0.5 }, 'value'],
    [{ on: 'status', do: 'status', value: 199 }, 'value'],
    [{ on: 'status', do: 'status', value: 600 }, 'value'],
    [{ on: 'initiate', do: 'accept-then-status' }, 'value'],
    [{ on: 'token', do: 'throttle', value: 86_401 }, 'value'],
    [{ on: 'callback', do: 'duplicate', value: 21 }, 'value'],
    [{ on: 'callback', do: 'drop', value: 1 }, 'value'],
    [{ on: 'details', do: 'hang', probability: -0.1 }, 'probability'],
    [{ on: 'details', do: 'hang', probability: 1.1 }, 'probability'],
    [{ on: 'details', do: 'hang', times: 1.5 }, 'times'],
    [{ on: 'details', do: 'hang', times: 1_000_001 }, 'times'],
  ])('refuses %j for its %s', (rule, member) => {
    const read = z.safeParse(faultRulesSchema, [rule]);
    expect(read.error?.issues.map(({ path }) => path)).toEqual([[0, member]]);
  });

  it('holds two hundred rules at the most', () => {
    const rules = (count: number) => Array.from({ length: count }, () => ({ on: 'token', do: 'hang' }));
    expect([200, 201].map((count) => z.safeParse(faultRulesSchema, rules(count)).success)).toEqual([true, false]);
  });
});
