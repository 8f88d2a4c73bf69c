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
  it('has a lifetime of 3600 s by default', () => {
    expect(z.parse(tokenResponseSchema, { access_token: 'abc' }).expires_in).toBe(3600);
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

describe('the initiation response (section 2.3)', () => {
  it('requires a serverCorrelationId', () => {
    expect(z.safeParse(initiationResponseSchema, { status: 'pending' }).success).toBe(false);
    expect(z.safeParse(initiationResponseSchema, { status: 'pending', serverCorrelationId: ' ' }).success).toBe(false);
    expect(z.parse(initiationResponseSchema, { status: 'pending', serverCorrelationId: 'x', more: 1 }).serverCorrelationId).toBe('x');
  });
});

describe('the status (sections 2.4 and 3)', () => {
  it('reads empty strings as unknown', () => {
    const read = z.parse(statusResponseSchema, { status: '', serverCorrelationId: '', notificationMethod: '', objectReference: '' });
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
  it('accepts an objectReference that is a number', () => {
    expect(z.parse(statusResponseSchema, { status: 'completed', objectReference: 636042511 }).objectReference).toBe('636042511');
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
    expect(read).toMatchObject({ amount: '10000.00', creditParty: [], fees: ['150', '5.46'], creationDate: '2026-01-02T03:00:00.000Z' });
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
      'gateway, flat',
      { code: '900802', message: 'Message throttled out', nextAccessTime: '2026-Jan-01 00:00:00+0000 UTC' },
      { shape: 'gateway', code: '900802', description: 'Message throttled out', nextAccessTime: '2026-Jan-01 00:00:00+0000 UTC' },
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
  it.each([[null], [undefined], ['<html>'], [[]], [{}], [{ fault: 3 }], [{ hello: 1 }], [42]])('%j is not an error body', (body) => {
    expect(readOperatorError(body)).toBeUndefined();
  });
});
