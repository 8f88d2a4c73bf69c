import { describe, expect, it } from 'vitest';
import { readOrderToken } from './readOrderToken.ts';

describe('readOrderToken', () => {
  const token = (payload: string) => `e30.${Buffer.from(payload).toString('base64url')}.c2ln`;

  it('reads the amount, the order and the description from an order token', () => {
    const claims = { order: 'Commande nº 1 ★', amount: '25000', description: 'Voatabia ★ éà' };
    expect(readOrderToken(token('{"sub":"Commande nº 1 ★","amount":"25000","description":"Voatabia ★ éà"}'))).toEqual(
      claims,
    );
  });

  it.each(['?', '??', '???', '>', '>>', '>>>', '?>?>?>'])(
    'reads base64url, as in a token with the description %j',
    (description) => {
      const payload = JSON.stringify({ description: description.repeat(3), amount: '25000' });
      expect(readOrderToken(token(payload)).amount).toBe('25000');
    },
  );

  it.each(['', 'x', 'a.b.c', '..', token('null'), token('{"sub":1}'), token('{"amount":"<b>"}')])(
    'reads nothing from an unreadable token: %s',
    (unreadable) => expect(readOrderToken(unreadable)).toEqual({}),
  );
});
