import { describe, expect, test } from 'vitest';
import { testInitiation, testSettings } from '../../../test/support/operatorFixture.ts';
import { createRequests, type Requests } from './requests.ts';

const BASE = '/svc/mm/transactions/type/merchantpay/1.0.0/';
const requestsWith = (env: Readonly<Record<string, string>> = {}): Requests => {
  const settings = testSettings('http://127.0.0.1:1', env);
  return createRequests(settings, () => settings);
};

/** The headers of section 4.2, as each payment endpoint gets them. */
const COMMON = {
  Accept: 'application/json',
  'User-Agent': 'tsena-checkout',
  Authorization: 'Bearer token-1',
  version: '1.0',
  UserAccountIdentifier: 'msisdn;0343500004',
  partnerName: 'Tsena Boutique',
  'Content-Type': 'application/json',
  'Accept-Charset': 'utf-8',
  'Cache-Control': 'no-cache',
};

test('the token request has the method, path, headers and form of section 4.1', () => {
  expect(requestsWith().token()).toEqual({
    method: 'POST',
    path: '/token',
    headers: {
      Accept: 'application/json',
      'User-Agent': 'tsena-checkout',
      Authorization: 'Basic dGVzdC1jb25zdW1lci1rZXk6dGVzdC1jb25zdW1lci1zZWNyZXQ=',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Cache-Control': 'no-cache',
    },
    body: 'grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE',
  });
});

test('the token request asks for the scopes of the service and the device', () => {
  const { body } = requestsWith({ OPERATOR_SERVICE: 'mvola', OPERATOR_DEVICE_SCOPE: 'device_shop1' }).token();
  expect(new URLSearchParams(body).get('scope')).toBe('EXT_INT_MVOLA_SCOPE device_shop1');
});

describe('an initiation', () => {
  const bodyOf = (change: Parameters<typeof testInitiation>[0], env = {}) =>
    JSON.parse(requestsWith(env).initiate(testInitiation(change))?.('token-1').body ?? '');

  test('has the method, path and headers of section 4.3', () => {
    expect(requestsWith().initiate(testInitiation())?.('token-1')).toEqual({
      method: 'POST',
      path: BASE,
      headers: { ...COMMON, 'X-CorrelationID': '8a1f6c0e-2f43-4c58-9d0a-6a2b6a1d9d11', UserLanguage: 'FR' },
      body: expect.any(String),
    });
  });

  test('has a callback header only if it has a callback address', () => {
    const request = requestsWith().initiate(testInitiation({ callbackUrl: 'https://pay.example/v1/callbacks/x' }))?.(
      'token-1',
    );
    expect(request?.headers['X-Callback-URL']).toBe('https://pay.example/v1/callbacks/x');
  });

  test('debits the payer and credits the merchant with the fields of section 2.2', () => {
    expect(bodyOf({})).toEqual({
      amount: '25000',
      currency: 'Ar',
      descriptionText: 'Order 1',
      requestDate: '2026-11-20T12:00:00.123Z',
      requestingOrganisationTransactionReference: 'ORDER-1.1',
      originalTransactionReference: '',
      debitParty: [{ key: 'msisdn', value: '0343500003' }],
      creditParty: [{ key: 'msisdn', value: '0343500004' }],
      metadata: [{ key: 'partnerName', value: 'Tsena Boutique' }],
    });
  });

  test('names the transaction that it refers to, and the amount in foreign currency', () => {
    expect(bodyOf({ originalTransactionReference: '636042511', fc: 'EUR', amountFc: '5.40' })).toMatchObject({
      originalTransactionReference: '636042511',
      metadata: [
        { key: 'partnerName', value: 'Tsena Boutique' },
        { key: 'fc', value: 'EUR' },
        { key: 'amountFc', value: '5.40' },
      ],
    });
  });

  test('has the partner’s name in place of a description that the operator refuses', () => {
    expect(bodyOf({ description: '購入' }).descriptionText).toBe('Tsena Boutique');
    expect(bodyOf({ description: '' }).descriptionText).toBe('Tsena Boutique');
  });

  test('is not built from a reference that section 2.2 does not allow', () => {
    expect(requestsWith().initiate(testInitiation({ reference: 'ORDER/1' }))).toBeUndefined();
    expect(requestsWith().initiate(testInitiation({ reference: '' }))).toBeUndefined();
  });
});

describe('a lookup', () => {
  const headers = { ...COMMON, 'X-CorrelationID': 'correlation-1', UserLanguage: 'MG' };

  test('has the method, path and headers of sections 4.4 and 4.5, and no body', () => {
    const [status, details] = [
      requestsWith().status('a-1', 'correlation-1'),
      requestsWith().details('636042511', 'correlation-1'),
    ];
    expect(status('token-1')).toEqual({ method: 'GET', path: `${BASE}status/a-1`, headers });
    expect(details('token-1')).toEqual({ method: 'GET', path: `${BASE}636042511`, headers });
  });

  test('uses the service’s name and the language of the settings', () => {
    const request = requestsWith({ OPERATOR_SERVICE: 'mvola', USER_LANGUAGE: 'FR' }).details(
      '1',
      'correlation-1',
    )('token-1');
    expect(request.path).toBe('/mvola/mm/transactions/type/merchantpay/1.0.0/1');
    expect(request.headers.UserLanguage).toBe('FR');
  });

  test.each([
    ['..', '%252E%252E'],
    ['a.b', 'a.b'],
    ['../x', '..%2Fx'],
    ['a/1?x#y', 'a%2F1%3Fx%23y'],
  ])('of the id %j stays in its own path segment, as %j', (id, segment) => {
    expect(requestsWith().details(id, 'correlation-1')('token-1').path).toBe(BASE + segment);
    expect(requestsWith().status(id, 'correlation-1')('token-1').path).toBe(`${BASE}status/${segment}`);
  });
});
