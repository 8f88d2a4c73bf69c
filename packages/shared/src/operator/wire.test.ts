import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  callbackSchema,
  detailsResponseSchema,
  initiationRequestSchema,
  initiationResponseSchema,
  readOperatorError,
  readState,
  statusResponseSchema,
  tokenResponseSchema,
  tokenScope,
  valueUnder,
  writeSafeText,
} from './index.ts';

describe('the token response (section 2.1)', () => {
  it('has a lifetime in seconds', () => {
    const read = z.parse(tokenResponseSchema, {
      access_token: 'abc',
      scope: 'EXT_INT_SVC_SCOPE',
      token_type: 'Bearer',
      expires_in: '3600',
    });
    expect(read).toMatchObject({ access_token: 'abc', expires_in: 3600 });
  });
  it.each([
    [undefined, 3600],
    [null, 3600],
    [0, 3600],
    [-1, 3600],
    ['soon', 3600],
    [86_400, 86_400],
    // What a gateway writes for a token that does not expire.
    [9_223_372_036_854_775_000, 86_400],
  ])('has for expires_in %j a lifetime of %i s', (expires_in, seconds) => {
    expect(z.parse(tokenResponseSchema, { access_token: 'abc', expires_in }).expires_in).toBe(seconds);
  });
  it.each([[''], ['a b'], ['a\0b'], [7]])('has no token %j', (access_token) => {
    expect(z.safeParse(tokenResponseSchema, { access_token }).success).toBe(false);
  });
  it('derives the scope from the service’s name', () => {
    expect(tokenScope('svc')).toBe('EXT_INT_SVC_SCOPE');
    expect(tokenScope('mvola')).toBe('EXT_INT_MVOLA_SCOPE');
  });
});

describe('the initiation request (section 2.2)', () => {
  const request = {
    amount: '25000',
    currency: 'Ar',
    descriptionText: 'Order 7',
    requestDate: '2026-01-02T03:04:05.678Z',
    requestingOrganisationTransactionReference: 'R-1',
    originalTransactionReference: '',
    debitParty: [{ key: 'msisdn', value: '0343500003' }],
    creditParty: [{ key: 'msisdn', value: '0343500004' }],
    metadata: [{ key: 'partnerName', value: 'Shop' }],
  };
  it('accepts a valid request', () => {
    expect(z.parse(initiationRequestSchema, request)).toEqual(request);
  });
  it.each([
    ['amount', '99'],
    ['amount', '25000.00'],
    ['currency', 'EUR'],
    ['descriptionText', 'Order 7/8'],
    ['descriptionText', 'x'.repeat(51)],
    ['requestDate', '2026-01-02T03:04:05Z'],
    ['requestingOrganisationTransactionReference', ''],
    ['debitParty', [{ key: 'msisdn', value: '261343500003' }]],
    ['debitParty', []],
    ['extra', 1],
  ])('rejects %s %j', (key, value) => {
    expect(z.safeParse(initiationRequestSchema, { ...request, [key]: value }).success).toBe(false);
  });
  it.each([
    ['Crème brûlée / n° 3', 'Creme brulee n 3'],
    ['L’été à Nosy Be', 'L ete a Nosy Be'],
    ['a'.repeat(60), 'a'.repeat(50)],
    ['🛒 panier', 'panier'],
  ])('removes from %j what the service refuses', (text, safe) => {
    expect(writeSafeText(text)).toBe(safe);
    expect(writeSafeText(safe)).toBe(safe);
  });
});

describe('a serverCorrelationId', () => {
  it.each(['8a1f6c0e-2f43-4c58-9d0a-6a2b6a1d9d11', 'a_1', 'x'.repeat(100)])(
    'is %s in an initiation response and in a callback',
    (id) => {
      for (const serverCorrelationId of [id, ` ${id}\n`]) {
        expect(z.parse(initiationResponseSchema, { serverCorrelationId, more: 1 }).serverCorrelationId).toBe(id);
        expect(z.parse(callbackSchema, { serverCorrelationId }).serverCorrelationId).toBe(id);
      }
    },
  );
  const wrong = [undefined, null, ' ', 1, 'a\0b', '\0', 'a b', '../x', 'é', 'x'.repeat(101)];
  it.each(wrong)('is not %j: a response is unusable with it, a callback is read without it', (serverCorrelationId) => {
    expect(z.safeParse(initiationResponseSchema, { status: 'pending', serverCorrelationId }).success).toBe(false);
    expect(z.parse(callbackSchema, { serverCorrelationId }).serverCorrelationId).toBeUndefined();
  });
});

describe('the status (sections 2.4 and 3)', () => {
  it('reads empty strings as unknown', () => {
    const read = z.parse(statusResponseSchema, {
      status: '',
      serverCorrelationId: '',
      notificationMethod: '',
      objectReference: '',
    });
    expect(read.status).toBeUndefined();
    expect(readState(read.status)).toBe('unknown');
  });
  it.each([
    ['pending', 'pending'],
    ['completed', 'completed'],
    ['SUCCESS', 'completed'],
    ['failed', 'failed'],
    ['cancelled', 'declined'],
    ['rejected', 'declined'],
    ['declined', 'declined'],
    ['expired', 'unknown'],
    ['constructor', 'unknown'],
  ])('%s means %s', (status, state) => {
    expect(readState(status)).toBe(state);
  });
  it('is read without the control characters of any text', () => {
    const read = z.parse(statusResponseSchema, { status: '\u0085com\0pleted\u001b\r\n', notificationMethod: '\0' });
    expect(read).toMatchObject({ status: 'com pleted', notificationMethod: undefined });
  });
});

describe('the transaction’s id in a status and in a callback', () => {
  it.each([
    [636042511, '636042511'],
    [' 636042511\n', '636042511'],
    ['MP241128.1234.A12345', 'MP241128.1234.A12345'],
    ['mp6360425ab', 'mp6360425ab'],
    ['TX-1001', 'TX-1001'],
    ['6f1c9c5e-1f0b-4a53-8f0e-0c9a3d1f2b7c', '6f1c9c5e-1f0b-4a53-8f0e-0c9a3d1f2b7c'],
    ['q83vEjRWeJA=', 'q83vEjRWeJA='],
    ['0636042511', '0636042511'],
    ['../636042511', '../636042511'],
    ['6360', '6360'],
    ['1234567890123456789012345', '1234567890123456789012345'],
    [2 ** 60, undefined],
    [636042511.5, undefined],
    ['6360\u000042511', undefined],
    ['x'.repeat(201), undefined],
    ['', undefined],
    [null, undefined],
    [false, undefined],
  ])('%j is read as %s', (id, expected) => {
    expect(z.parse(statusResponseSchema, { status: 'completed', objectReference: id }).objectReference).toBe(expected);
    expect(z.parse(callbackSchema, { transactionReference: id }).transactionReference).toBe(expected);
  });
});

describe('the transaction details (section 2.5)', () => {
  it('are read as the service really sends them', () => {
    const read = z.parse(detailsResponseSchema, {
      amount: '10000.00',
      currency: 'Ar',
      requestDate: '2026-01-02T03:04:05.678Z',
      creationDate: '2026-01-02T03:00:00.000Z',
      debitParty: [{ key: 'msisdn', value: '0343500003' }, 'noise'],
      creditParty: null,
      fees: [{ feeAmount: '150' }, { feeAmount: 5.46 }, 7],
      metadata: [{ key: 'XCorrelationId', value: 'abc' }],
      transactionReference: '636085941',
      transactionStatus: 'completed',
    });
    expect(read).toMatchObject({
      amount: '10000.00',
      creditParty: [],
      fees: ['150', '5.46'],
      creationDate: '2026-01-02T03:00:00.000Z',
    });
    expect(valueUnder(read.debitParty, 'msisdn')).toBe('0343500003');
    expect(valueUnder(read.metadata, 'xcorrelationid')).toBe('abc');
  });
});

describe('the callback (section 6)', () => {
  it('is read even if fields are missing', () => {
    expect(z.safeParse(callbackSchema, {}).success).toBe(true);
    expect(z.safeParse(callbackSchema, []).success).toBe(false);
    expect(z.parse(callbackSchema, { serverCorrelationId: 'x', fees: null }).fees).toEqual([]);
  });
});

describe('an error body (section 7)', () => {
  it.each([
    [
      'business, as documented',
      {
        ErrorCategory: 'BadRequest',
        ErrorCode: 'formatError',
        ErrorDescription: 'no',
        ErrorDateTime: '2026-01-01T00:00:00Z',
        ErrorParameters: { mmErrorCode: '4001' },
      },
      { shape: 'business', code: 'formatError', description: 'no', mmErrorCode: '4001' },
    ],
    [
      'business, as sent',
      {
        errorCategory: 'validation',
        errorCode: 'formatError',
        errorDescription: 'no',
        errorDateTime: '2026-01-01',
        errorParameters: [{ key: 'mmErrorCode', value: '4002' }],
      },
      { shape: 'business', code: 'formatError', mmErrorCode: '4002' },
    ],
    [
      'business, with a number',
      { errorCode: 'formatError', errorParameters: [{ key: 'mmErrorCode', value: 4002 }] },
      { shape: 'business', mmErrorCode: '4002', parameters: [{ key: 'mmErrorCode', value: '4002' }] },
    ],
    [
      'gateway, flat',
      { code: '900802', message: 'Message throttled out', nextAccessTime: '2026-Jan-01 00:00:00+0000 UTC' },
      {
        shape: 'gateway',
        code: '900802',
        description: 'Message throttled out',
        nextAccessTime: '2026-Jan-01 00:00:00+0000 UTC',
      },
    ],
    [
      'gateway, nested',
      { fault: { code: 900901, message: 'Invalid Credentials', description: 'Check the token' } },
      { shape: 'gateway', code: '900901', description: 'Check the token' },
    ],
    ['token', { error: 'invalid_client', error_description: 'no' }, { shape: 'token', code: 'invalid_client' }],
  ])('%s', (_name, body, read) => {
    expect(readOperatorError(body)).toMatchObject(read);
  });
  it.each([[null], [undefined], ['<html>'], [[]], [{}], [{ fault: 3 }], [{ hello: 1 }], [42]])(
    '%j is not an error body',
    (body) => {
      expect(readOperatorError(body)).toBeUndefined();
    },
  );
});
