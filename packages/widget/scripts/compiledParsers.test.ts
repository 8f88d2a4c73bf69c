import { problemSchema } from '@tsena/shared';
import { checkoutSchema, paymentSchema } from '@tsena/shared/checkout';
import { someCheckout, somePayment } from '@tsena/testkit/payments';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { answerSchemas } from '../src/core/answerSchemas.ts';
import type * as parsers from '../src/core/parsers.ts';
import { writeParsers } from './compiledParsers.ts';

const source = writeParsers(answerSchemas);
const compiled: typeof parsers = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const unexpectedValues = [
  undefined,
  null,
  '',
  'x',
  '12',
  '12.5',
  0,
  true,
  {},
  [],
  { code: 'c', message: 'm' },
  '2026-01-01',
  '2026-01-01T10:00:00Z',
  '2026-01-01T10:00:00Z.',
  'xpay_0000000000000000000001',
  'pay_00000000000000000000012',
  ['pay_0000000000000000000001'],
  'sandbox',
  somePayment().id,
];

function getResult(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return 'rejected';
  }
}

const problem = { type: 'about:blank', title: 'Busy', status: 429, detail: 'Wait.', code: 'prompt_open' };
const { type, title, status, detail, code } = problemSchema.shape;

describe.each([
  ['payment', compiled.parsePayment, paymentSchema, somePayment()],
  ['order', compiled.parseCheckout, z.extend(checkoutSchema, { payment: z.unknown() }), someCheckout(somePayment())],
  ['problem', compiled.parseProblem, z.object({ type, title, status, detail, code }), problem],
] as const)('the built parser of a %s agrees with the schema of @tsena/shared', (_what, parse, schema, valid) => {
  it.each(Object.keys(valid))('on any value of its %s, and without one', (key) => {
    const { [key]: _left, ...without } = valid as Record<string, unknown>;
    for (const given of [without, ...unexpectedValues.map((value) => ({ ...valid, [key]: value, unknown: 1 }))]) {
      expect(
        getResult(() => parse(given)),
        JSON.stringify(given),
      ).toEqual(getResult(() => z.parse(schema, given)));
    }
  });

  it.each([null, undefined, 'text', 3, []])('on %j', (value) => {
    expect(() => parse(value)).toThrow('unexpected shape');
  });
});

describe('on a page that extends prototypes', () => {
  afterEach(() => void Reflect.deleteProperty(Object.prototype, 'extend'));

  it('the built parsers read an order and its payment', async () => {
    Object.assign(Object.prototype, { extend: 1 });
    const later: typeof parsers = await import(`data:text/javascript,${encodeURIComponent(`${source}\n//`)}`);
    expect(Object.keys(later.parsePayment(somePayment()))).toEqual(Object.keys(somePayment()));
    expect(later.parseCheckout(someCheckout()).order).toBe('TS-1');
  });
});

it('the built parsers need neither zod nor code from strings, which a page’s policy may forbid', () => {
  expect(source).not.toMatch(/\b(zod|import|eval|Function)\b/);
});

it('a schema that only zod’s own code can follow stops the build', () => {
  const trimmed = z.pipe(
    z.string(),
    z.transform((text) => text.trim()),
  );
  expect(() => writeParsers({ parseName: z.object({ name: trimmed }) })).toThrow('which the widget cannot contain');
});
