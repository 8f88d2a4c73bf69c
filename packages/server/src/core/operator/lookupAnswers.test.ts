import { describe, expect, test } from 'vitest';
import { answer, business, FLAT, PASCAL } from '../../../test/support/operatorAnswers.ts';
import { type Reply, readDetails, readStatus } from './outcome.ts';

describe('readStatus', () => {
  test.each([
    ['Success', 636042511, 'completed', '636042511'],
    ['', '', 'unknown', null],
  ])('reads %j about %j as %s', (operatorStatus, objectReference, state, transaction) => {
    const outcome = readStatus(answer(200, { status: operatorStatus, serverCorrelationId: '', objectReference }));
    expect(outcome).toEqual({ kind: 'state', state, operatorStatus, objectReference: transaction });
  });

  test.each([
    ['nothing', answer(200)],
    ['no status', answer(200, {})],
    ['a text', answer(200, 'completed')],
    ['a list', answer(200, ['completed'])],
    ['404', answer(404, { status: 'failed' })],
    ['a business error', answer(400, business('identifierError'))],
    ['500', answer(500, { status: 'completed' })],
    ['302', answer(302, { status: 'completed' })],
    ['no answer', { kind: 'no_answer', reason: 'x' }],
    ['never sent', { kind: 'never_sent', reason: 'x' }],
  ] satisfies [string, Reply][])('returns unavailable for %s', (_name, reply) => {
    expect(readStatus(reply).kind).toBe('unavailable');
  });

  test.each([
    ['the id and nothing else', answer(404, { status: '', serverCorrelationId: 'a-1', objectReference: '' }), true],
    ['a status', answer(404, { status: 'pending', serverCorrelationId: 'a-1' }), undefined],
    ['no id', answer(404, { status: '', serverCorrelationId: '' }), undefined],
    ['an outage', answer(502, { status: '', serverCorrelationId: 'a-1' }), undefined],
    ['a limit', answer(429, { status: '', serverCorrelationId: 'a-1' }), undefined],
  ] satisfies [string, Reply, true | undefined][])(
    'says of an error with %s whether it is of an unknown id',
    (_name, reply, isAbsent) => {
      const outcome = readStatus(reply, 'a-1');
      expect(outcome.kind === 'unavailable' && outcome.isAbsent).toBe(isAbsent);
    },
  );

  test.each([
    ['a success without a status', answer(200, { answer: 'of 0343500003' }), '200 with an unexpected body'],
    [
      'a success that is not JSON',
      { kind: 'answer', status: 200, body: undefined, empty: false, retryAfterMs: null },
      '200 with a body that is not JSON',
    ],
    [
      'another payment’s status',
      answer(200, { status: 'failed', serverCorrelationId: 'b-2' }),
      '200 about another payment',
    ],
  ] satisfies [string, Reply, string][])('says that %s was unreadable, and why', (_name, reply, reason) => {
    expect(readStatus(reply, 'a-1')).toEqual({ kind: 'unavailable', reason, retryAfterMs: null, isUnreadable: true });
  });
});

describe('readDetails', () => {
  test.each([
    ['the details', answer(200, { amount: '25000.00', currency: 'Ar', transactionStatus: 'completed' }), 'details'],
    ['a business 404', answer(404, business('identifierError', '4001')), 'absent'],
    [
      'a 400 that finds no transaction',
      answer(400, { ...PASCAL, ErrorDescription: 'No transaction found with id 636042511' }),
      'absent',
    ],
    ['a 400 about a field', answer(400, { ...PASCAL, ErrorDescription: 'Missing field' }), 'unavailable'],
    ['a 400 that says nothing', answer(400, { ...PASCAL, ErrorDescription: undefined }), 'unavailable'],
    ['a temporary 400', answer(400, business('genericError', '4002')), 'unavailable'],
    ['an empty 404', answer(404), 'unavailable'],
    ['a gateway’s 404', answer(404, FLAT), 'unavailable'],
    ['a business 500', answer(500, business('genericError')), 'unavailable'],
    ['an empty object', answer(200, {}), 'unavailable'],
    ['a list', answer(200, []), 'unavailable'],
    ['a text', answer(200, 'x'), 'unavailable'],
    ['no answer', { kind: 'no_answer', reason: 'x' }, 'unavailable'],
  ] satisfies [string, Reply, string][])('%s', (_name, reply, kind) => {
    expect(readDetails(reply).kind).toBe(kind);
  });
});

describe('a lookup that the operator refuses', () => {
  test.each([301, 308, 401, 403])('with %i is refused until a setting changes', (status) => {
    expect(readStatus(answer(status))).toMatchObject({ kind: 'unavailable', isRefused: true });
    expect(readDetails(answer(status))).toMatchObject({ kind: 'unavailable', isRefused: true });
  });

  test.each([302, 400, 404, 408, 429, 500, 503])('with %i may be answered later', (status) => {
    expect(readStatus(answer(status))).not.toHaveProperty('isRefused');
    expect(readDetails(answer(status))).not.toHaveProperty('isRefused');
  });
});

test('an unusable answer to a lookup says what it was, and how long to wait', () => {
  const unavailable = { kind: 'unavailable', reason: '503 900802 Message throttled out', retryAfterMs: 7000 };
  expect(readStatus(answer(503, FLAT, 7000))).toEqual(unavailable);
  expect(readDetails(answer(503, FLAT, 7000))).toEqual(unavailable);
  const unanswered = { kind: 'unavailable', reason: 'no_answer: ECONNRESET', retryAfterMs: null };
  expect(readStatus({ kind: 'no_answer', reason: 'ECONNRESET' })).toEqual(unanswered);
  expect(readDetails({ kind: 'no_answer', reason: 'ECONNRESET' })).toEqual(unanswered);
});

test('the operator’s spelling of a status is kept without numbers, in 50 characters', () => {
  expect(readStatus(answer(200, { status: 'held for 0343500003' }))).toMatchObject({
    state: 'unknown',
    operatorStatus: 'held for [msisdn]',
  });
  expect(readStatus(answer(200, { status: 'x'.repeat(60) }))).toMatchObject({ operatorStatus: 'x'.repeat(50) });
});

test('a status is that of the requested payment, in any letter case of its id', () => {
  const reply = answer(200, { status: 'completed', serverCorrelationId: 'a-1' });
  for (const requested of ['a-1', 'A-1', undefined])
    expect([requested, readStatus(reply, requested).kind]).toEqual([requested, 'state']);
  for (const requested of ['a-2', ''])
    expect([requested, readStatus(reply, requested).kind]).toEqual([requested, 'unavailable']);
});
