import { describe, expect, it } from 'vitest';
import { readAmount } from './readAmount.ts';

describe('readAmount', () => {
  const token = (payload: string) => `e30.${Buffer.from(payload).toString('base64url')}.c2ln`;

  it('reads the amount from an order token', () => {
    expect(readAmount(token('{"sub":"TS-1","amount":"25000","description":"Voatabia ★ éà"}'))).toBe('25000');
  });

  it.each(['?', '??', '???', '>', '>>', '>>>', '?>?>?>'])('reads base64url, as in a token with the description %j', (description) => {
    const payload = JSON.stringify({ description: description.repeat(3), amount: '25000' });
    expect(readAmount(token(payload))).toBe('25000');
  });

  it.each(['', 'x', 'a.b.c', '..', token('null'), token('{"sub":"TS-1"}'), token('{"sub":"TS-1","amount":"<b>"}')])(
    'returns undefined for an unreadable token: %s',
    (unreadable) => expect(readAmount(unreadable)).toBeUndefined(),
  );
});
