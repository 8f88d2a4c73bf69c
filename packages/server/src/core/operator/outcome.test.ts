import { describe, expect, test } from 'vitest';
import { answer, business, FLAT, PASCAL } from '../../../test/support/operatorAnswers.ts';
import { describe as describeReply, type Reply, readInitiation } from './outcome.ts';

const NESTED = { fault: { code: 900901, message: 'Invalid Credentials', description: 'Check the access token' } };
const TOKEN = { error: 'invalid_client', error_description: 'no' };

describe('readInitiation returns accepted only for a 2xx with a serverCorrelationId', () => {
  test.each([200, 201, 202, 204, 299])('%i', (status) => {
    const accepted = { kind: 'accepted', serverCorrelationId: 'abc', notificationMethod: null };
    expect(readInitiation(answer(status, { status: 'pending', serverCorrelationId: ' abc ' }))).toEqual(accepted);
  });

  test.each([
    ['callback', 'callback'],
    ['Polling', 'polling'],
    ['', null],
    ['sms', null],
    [1, null],
  ])('a notificationMethod %j is read as %j', (notificationMethod, expected) => {
    expect(readInitiation(answer(202, { serverCorrelationId: 'abc', notificationMethod }))).toMatchObject({
      notificationMethod: expected,
    });
  });

  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['an empty id', { serverCorrelationId: ' ' }],
    ['an id that no callback may name', { status: 'pending', serverCorrelationId: 'a\0b' }],
    ['a list', [{ serverCorrelationId: 'abc' }]],
    ['a text', 'abc'],
    ['null', null],
    ['an error', business('insufficientFunds')],
  ])('a 200 with %s is unknown', (_name, body) => {
    expect(readInitiation(answer(200, body)).kind).toBe('unknown');
  });
});

test.each([
  ['pending', undefined],
  [' Pending\0', undefined],
  [null, undefined],
  ['completed', 'completed'],
  ['held for 034/35/000/03', 'held for [msisdn]'],
])('readInitiation accepts with the status %j, and reports it unless pending', (status, unexpectedStatus) => {
  const outcome = readInitiation(answer(200, { status, serverCorrelationId: 'abc' }));
  expect([outcome.kind, 'unexpectedStatus' in outcome ? outcome.unexpectedStatus : undefined]).toEqual([
    'accepted',
    unexpectedStatus,
  ]);
});

test.each([400, 402, 404, 409, 500, 503])(
  'readInitiation takes the serverCorrelationId of an answer with %i as the payment’s own',
  (status) => {
    expect(
      readInitiation(answer(status, { ...business('insufficientFunds'), serverCorrelationId: 'abc' })),
    ).toMatchObject({
      kind: 'accepted',
      serverCorrelationId: 'abc',
      unexpectedStatus: `HTTP ${status}`,
    });
  },
);

describe('readInitiation reads the outcome from status and body', () => {
  const unknown = 'unknown';
  const columns = [undefined, business('genericError'), PASCAL, FLAT, NESTED, TOKEN, 'text'] as const;
  const refused = (code: string) => columns.map(() => code);
  const onlyBusiness = [unknown, 'request_refused', 'request_refused', unknown, unknown, unknown, unknown];
  const rows: readonly (readonly [number, readonly string[]])[] = [
    [400, refused('request_refused')],
    [401, refused('operator_credentials')],
    [402, refused('payment_failed')],
    [403, refused('operator_credentials')],
    [404, onlyBusiness],
    [429, refused('operator_busy')],
    ...[301, 302, 307, 405, 406, 408, 409, 410, 413, 415, 422, 499, 500, 501, 502, 503, 504, 520].map(
      (status) => [status, refused(unknown)] as const,
    ),
  ];
  test('of each status', () => {
    for (const [status, expected] of rows) {
      const found = columns.map((body) => {
        const outcome = readInitiation(answer(status, body));
        return outcome.kind === 'refused' ? outcome.code : outcome.kind;
      });
      expect([status, found]).toEqual([status, expected]);
    }
  });
});

test.each([
  ['insufficientFunds', 'insufficient_funds'],
  ['InsufficientFunds', 'insufficient_funds'],
  ['requestDeclined', 'payment_declined'],
  ['samePartiesError', 'same_parties'],
  ['lessThanTransactionMinValue', 'amount_too_small'],
  ['greaterThanTransactionMaxValue', 'amount_too_large'],
  ['dailyValueLimitExceeded', 'amount_too_large'],
  ['weeklyValueLimitExceeded', 'amount_too_large'],
  ['monthlyValueLimitExceeded', 'amount_too_large'],
  ['identifierError', 'payer_unknown'],
  ['formatError', undefined],
  ['constructor', undefined],
])('readInitiation prefers the error code %s to 400, 402, 403 and 404', (errorCode, code) => {
  const byStatus = {
    400: 'request_refused',
    402: 'payment_failed',
    403: 'operator_credentials',
    404: 'request_refused',
  };
  for (const [status, otherwise] of Object.entries(byStatus)) {
    expect(readInitiation(answer(Number(status), business(errorCode)))).toMatchObject({
      kind: 'refused',
      code: code ?? otherwise,
    });
  }
  expect(readInitiation(answer(500, business(errorCode))).kind).toBe('unknown');
});

test('readInitiation returns a passing refusal for mmErrorCode 4002, and not for 4001', () => {
  const refusal = (code: string) => readInitiation(answer(400, business('genericError', code)));
  expect(refusal('4002')).toMatchObject({ kind: 'refused', code: 'payment_failed', isPassing: true });
  expect(refusal('4001')).toMatchObject({ kind: 'refused', code: 'request_refused', isPassing: false });
});

test.each([
  ['2026-11-20T12:00:00', '2026-11-20T12:00:00'],
  ['2026-11-20T12:00:00.123Z', '2026-11-20T12:00:00.123Z'],
  ['of 0343500003', null],
  ['2026-11-20T12:00:00 0343500003', null],
])('readInitiation keeps the ErrorDateTime %j as %j', (errorDateTime, expected) => {
  const body = { ...business('insufficientFunds'), errorDateTime };
  expect(readInitiation(answer(402, body))).toMatchObject({ kind: 'refused', errorDateTime: expected });
});

test.each([400, 402, 403, 404, 409])(
  'readInitiation returns unknown for a duplicate (%i), which can be this payment',
  (status) => {
    expect(readInitiation(answer(status, business('duplicateRequest'))).kind).toBe('unknown');
  },
);

test('readInitiation returns unknown for no_answer, and not_sent for never_sent', () => {
  expect(readInitiation({ kind: 'no_answer', reason: 'ECONNRESET' })).toEqual({
    kind: 'unknown',
    reason: 'no_answer: ECONNRESET',
  });
  expect(readInitiation({ kind: 'never_sent', reason: 'ENOTFOUND' })).toEqual({
    kind: 'not_sent',
    code: 'operator_unreachable',
    reason: 'never_sent: ENOTFOUND',
  });
});

test('readInitiation gives a reason of at most 200 characters, without phone numbers', () => {
  const outcome = readInitiation(
    answer(402, { ...business('insufficientFunds', '4003'), errorDescription: `of 0343500003 ${'x'.repeat(300)}` }),
  );
  expect(outcome).toMatchObject({ reason: expect.stringMatching(/^402 insufficientFunds 4003 of \[msisdn\] x+$/) });
  expect(outcome.kind === 'refused' && outcome.reason.length).toBe(200);
});

describe('the description of a reply, for history and log,', () => {
  test.each([
    [
      'a business error',
      answer(402, business('insufficientFunds', '4003')),
      '402 insufficientFunds 4003 refused for [msisdn]',
    ],
    [
      'a business error with all its parameters',
      answer(400, {
        errorCode: 'formatError',
        errorDescription: 'Missing\0\r\nfield',
        errorParameters: [
          { key: 'mmErrorCode', value: 4001 },
          { key: 'field', value: 'debit\0Party' },
          { key: 'of', value: '034-3500003' },
        ],
      }),
      '400 formatError 4001 field=debit Party of=[msisdn] Missing field',
    ],
    ['a business error without a code', answer(400, { errorCategory: 'validation' }), '400 validation'],
    ['a gateway’s error', answer(429, FLAT), '429 900802 Message throttled out'],
    ['nothing', answer(500), '500 without a body'],
    [
      'HTML',
      { kind: 'answer', status: 502, body: undefined, empty: false, retryAfterMs: null },
      '502 with a body that is not JSON',
    ],
    ['another body', answer(200, { hello: 1 }), '200 with an unexpected body'],
    ['no answer', { kind: 'no_answer', reason: 'of 0343500003' }, 'no_answer: of [msisdn]'],
    ['no connection', { kind: 'never_sent', reason: 'ENOTFOUND' }, 'never_sent: ENOTFOUND'],
  ] satisfies [string, Reply, string][])('says what it is: %s', (_name, reply, text) => {
    expect(describeReply(reply)).toBe(text);
  });
});

test('a refusal names its HTTP status, code, time and wait', () => {
  expect(readInitiation(answer(402, business('insufficientFunds'), 7000))).toEqual({
    kind: 'refused',
    code: 'insufficient_funds',
    reason: '402 insufficientFunds refused for [msisdn]',
    errorDateTime: '2026-11-20T12:00:00',
    isPassing: false,
    retryAfterMs: 7000,
  });
});
